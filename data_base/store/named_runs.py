"""Which run of a store is meant, by its id or its name."""

from collections.abc import Sequence

from data_base.errors import InputError
from data_base.store import tables
from data_base.store.database import NotStoredError, StoreDatabase
from data_base.text.normalise import composed

_LISTED = 5
"""Ids that are listed where a name is that of several runs."""


class NamedRuns(StoreDatabase):
    """The runs of a store by id and name."""

    def contains(self, run_id: str) -> bool:
        """Whether there is such a run."""
        with self._usable(), self._engine.connect() as connection:
            return connection.execute(tables.STATE, {"run": run_id}).first() is not None

    def run_id_of(self, name: str) -> str:
        """The id of the run that is meant.

        Args:
            name: a run's id, else the name that one run alone is called by.

        Raises:
            NotStoredError: no run is called that.
            InputError: several are.
        """
        if self.contains(name):
            return name
        wanted = {"name": " ".join(composed("NFC", name).split())}
        with self._usable(), self._engine.connect() as connection:
            found: Sequence[str] = connection.execute(tables.IDS_NAMED, wanted).scalars().all()
        if not found:
            raise self._no_such_run(name)
        if len(found) > 1:
            more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
            raise InputError(
                f"{self.name} contains {len(found)} runs named {name!r}; name one by its id, newest first: "
                f"{', '.join(found[:_LISTED])}{more}."
            )
        return found[0]

    def _no_such_run(self, run_id: str) -> NotStoredError:
        return NotStoredError(f"{self.name} contains no run {run_id!r}; `judge runs list` names its runs.")
