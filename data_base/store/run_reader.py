"""Reading a run store: runs, items, calls and pairs, as they were written."""

from collections.abc import Generator
from typing import TypeVar

from pydantic import ValidationError
from sqlalchemy import Executable

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.item_page import ItemFilter, ItemPage
from data_base.schemas.model_call import ModelCall
from data_base.schemas.pair_item import PairItem
from data_base.schemas.run import ItemStatus, RunItem, RunManifest, RunState
from data_base.schemas.system_tally import SystemTally
from data_base.store import call_rows, tables
from data_base.store.database import NotStoredError, StoreDatabase
from data_base.store.item_rows import page_of

_ROWS = 500
"""Rows that are under way at once where many are read."""
Value = TypeVar("Value", bound=Frozen)


class RunReader(StoreDatabase):
    """What can be read of the runs in a store; any thread or process may call."""

    def state(self, run_id: str) -> RunState:
        """Whether the run is finished.

        Raises:
            InputError: there is no such run.
        """
        with self._usable(), self._engine.connect() as connection:
            state: RunState | None = connection.execute(tables.STATE, {"run": run_id}).scalar()
        if state is None:
            raise self._no_such_run(run_id)
        return state

    def require(self, run_id: str, project: str) -> None:
        """Make sure that a run is a project's.

        Raises:
            NotStoredError: there is no such run, or it is another project's.
        """
        terms = {"run": run_id, "project": project}
        with self._usable(), self._engine.connect() as connection:
            if connection.execute(tables.OF_PROJECT, terms).first() is None:
                raise NotStoredError(f"There is no run {run_id!r}; `GET /v1/runs` lists the project's runs.")

    def items(self, run_id: str) -> list[RunItem]:
        """The latest item for each case and system, in the order in which these pairs first came."""
        return list(self.stream(run_id))

    def stream(self, run_id: str) -> Generator[RunItem]:
        """As :meth:`items`, one by one, so that a long run is never kept in memory.

        What is written while the reader reads does not come.
        """
        return self._values(RunItem, tables.LATEST, run=run_id)

    def items_of(self, run_id: str, case_id: str) -> list[RunItem]:
        """The latest item of a case for each system."""
        return list(self._values(RunItem, tables.LATEST_OF_CASE, run=run_id, case=case_id))

    def history(self, run_id: str) -> list[RunItem]:
        """Every item ever written for the run, oldest first."""
        return list(self._values(RunItem, tables.HISTORY, run=run_id))

    def page(
        self, run_id: str, *, where: ItemFilter | None = None, after: int | None = None, limit: int = 50
    ) -> ItemPage:
        """Some of the run's latest items, in the order in which they were written.

        An item that is written again between two pages comes again, at the end.

        Args:
            run_id: the run.
            where: which items; None for all.
            after: :attr:`ItemPage.after` of the page before, None for the first.
            limit: how many at most, from 1.

        Raises:
            InputError: the limit is not above 0.
        """
        if limit < 1:
            raise InputError(f"A page contains at least 1 item, not {limit}; ask for more.")
        # One more than is wanted shows whether there is a further page.
        query = page_of(run_id, where or ItemFilter(), after=after or 0, limit=limit + 1)
        with self._usable(), self._engine.connect() as connection:
            rows = connection.execute(query).all()
        items = tuple(self._read(RunItem, payload) for _, payload in rows[:limit])
        return ItemPage(items=items, after=rows[limit - 1][0] if len(rows) > limit else None)

    def calls_of(self, run_id: str, case_id: str, system: str) -> list[ModelCall]:
        """The model calls made for a case and system, oldest first."""
        with self._usable(), self._engine.connect() as connection:
            return call_rows.calls_of(connection, run_id, case_id, system)

    def pairs(self, run_id: str) -> list[PairItem]:
        """The latest verdict on each case and pair by each judge in each order."""
        return list(self._values(PairItem, tables.LATEST_PAIRS, run=run_id))

    def tallies(self, run_id: str) -> list[SystemTally]:
        """How many items of each system there are and are scored, read from an index alone."""
        with self._usable(), self._engine.connect() as connection:
            rows = connection.execute(tables.TALLIES, {"run": run_id}).all()
        names = ("system", "items", "scored", "mean_score")
        return [SystemTally(**dict(zip(names, row, strict=True))) for row in rows]

    def status_counts(self, run_id: str) -> dict[ItemStatus, int]:
        """How many of the run's latest items came how far."""
        with self._usable(), self._engine.connect() as connection:
            rows = connection.execute(tables.STATUS_COUNTS, {"run": run_id}).all()
        return {ItemStatus(status): count for status, count in rows}

    def manifest(self, run_id: str) -> RunManifest:
        """The run's manifest.

        Raises:
            InputError: there is no such run.
        """
        with self._usable(), self._engine.connect() as connection:
            text = connection.execute(tables.MANIFEST, {"run": run_id}).scalar()
        if text is None:
            raise self._no_such_run(run_id)
        return self._read(RunManifest, text)

    def runs(self) -> list[RunManifest]:
        """The manifests of all runs, oldest first."""
        with self._usable(), self._engine.connect() as connection:
            texts = connection.execute(tables.MANIFESTS).scalars().all()
        manifests = [self._read(RunManifest, text) for text in texts]
        return sorted(manifests, key=lambda manifest: (manifest.created_at, manifest.run_id))

    def _values(self, kind: type[Value], query: Executable, **terms: str) -> Generator[Value]:
        streaming = {"yield_per": _ROWS}
        with (
            self._usable(),
            self._engine.connect() as connection,
            # Closed with the block, or a reader that stops early would leave a cursor on the server.
            connection.execute(query, terms, execution_options=streaming) as rows,
        ):
            for text in rows.scalars():
                yield self._read(kind, text)

    def _read(self, kind: type[Value], text: str) -> Value:
        try:
            return kind.model_validate_json(text)
        except ValidationError as error:
            raise InputError(
                f"{self.name} has a {kind.__name__} that this version of the program cannot read; use the "
                "version that wrote it."
            ) from error

    def _no_such_run(self, run_id: str) -> NotStoredError:
        return NotStoredError(f"{self.name} contains no run {run_id!r}; `judge runs list` names its runs.")
