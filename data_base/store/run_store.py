"""The run store: every item of every run, appended as it comes, in SQLite or PostgreSQL."""

from __future__ import annotations

import weakref
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from pydantic import Field, ValidationError
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.run import RunItem, RunManifest
from data_base.store import tables
from data_base.store.address import SQLITE, shown, store_url
from data_base.store.engine import WRITES, open_engine
from data_base.store.upkeep import bring_up_to_date, is_there

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from types import TracebackType

    from sqlalchemy import Executable

_PROVENANCE = {"created_at", "git_revision", "facts", "models_served"}
_ROWS = 500
"""Rows that are under way at once where many are read or written."""
_MEND_FILE = "check that the folder is writable, that the disk is not full and that the file is a run store"
_MEND_DATABASE = "check that the server runs, and that the URL's user may make tables in that database"
Row = dict[str, str | float | None]
Value = TypeVar("Value", bound=Frozen)


class SystemTally(Frozen):
    """What a run holds of one system.

    Attributes:
        system: the contestant.
        items: its cases, each counted once.
        scored: those with a score.
        mean_score: mean primary score of those, 0 to 1; None where none is scored.
    """

    system: str
    items: int = Field(ge=0)
    scored: int = Field(ge=0)
    mean_score: float | None = None


class RunStore:
    """An append-only store of runs; safe to be killed at any moment and to be written by two processes.

    Every call is a transaction of its own, so that nothing is held open between two items, and any thread or
    process may call. On SQLite write-ahead logging lets readers read while another process writes;
    ``synchronous=FULL`` makes a committed item outlive a power cut too: items come seconds apart and have
    cost money, a flush costs a millisecond. The calls are synchronous on purpose, in async code too: with
    nothing to await between an answer and its row, a cancellation cannot fall between the two.

    Both databases refuse to change or delete rows; :meth:`delete` is the one way round that.
    """

    def __init__(self, store: str | Path, *, must_exist: bool = False) -> None:
        """Open or make the store; one made by an older version is migrated in place.

        Args:
            store: an SQLite file, ``sqlite:///…`` or ``postgresql://…``; missing folders above a file are
                made.
            must_exist: make nothing, as where a store is only to be read.

        Raises:
            InputError: the address cannot be used, the database cannot be opened or written, is no run
                store, or was made by a newer version.
        """
        self._url = store_url(store)
        self.name = shown(self._url)
        self._engine = open_engine(self._url)
        # Else connections that nobody closed would be left to the garbage collector, which warns of them.
        weakref.finalize(self, self._engine.dispose)
        self._writing = self._engine.execution_options(**{WRITES: True})
        with self._usable():
            if must_exist:
                self._require()
            elif self._url.drivername == SQLITE:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            bring_up_to_date(self._engine, self.name)

    @property
    def path(self) -> Path:
        """The SQLite file.

        Raises:
            InputError: the store is in another database.
        """
        if self._url.drivername != SQLITE:
            raise InputError(f"The run store {self.name} is no file.")
        return Path(self._url.database or "")

    def close(self) -> None:
        """Close all connections; a later call opens new ones."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def create(self, manifest: RunManifest) -> RunManifest:
        """Enter a run; entering the same run again changes nothing.

        Returns:
            The manifest as it was first entered: when and from which checkout the run was begun
            (``created_at``, ``git_revision``) stay those of the beginning.

        Raises:
            InputError: the run exists under other terms.
        """
        with self._usable():
            kept = self._entered(manifest)
        if kept.model_dump(exclude=_PROVENANCE) != manifest.model_dump(exclude=_PROVENANCE):
            raise InputError(
                f"{self.name} already holds a run {manifest.run_id!r} that was made under other terms; "
                "use another output folder or another run id."
            )
        return kept

    def append(self, run_id: str, item: RunItem) -> None:
        """Write an item in a transaction of its own; when this returns, the item is on the disk.

        Raises:
            InputError: there is no such run, or the store cannot be written (a full disk).
        """
        with self._usable():
            try:
                with self._writing.begin() as connection:
                    connection.execute(tables.ADD_ITEM, _row(run_id, item))
            except IntegrityError as error:
                raise self._no_such_run(run_id) from error

    def extend(self, run_id: str, items: Sequence[RunItem]) -> None:
        """Write some items in one transaction, as for answers that cost nothing and come thousands a second.

        Raises:
            InputError: there is no such run, or the store cannot be written (a full disk).
        """
        if not items:
            return
        with self._usable():
            try:
                with self._writing.begin() as connection:
                    connection.execute(tables.ADD_ITEM, [_row(run_id, item) for item in items])
            except IntegrityError as error:
                raise self._no_such_run(run_id) from error

    def take_in(self, manifest: RunManifest, items: Iterable[RunItem]) -> int:
        """Enter a whole run with its items in one transaction: all of it or nothing.

        Args:
            manifest: of a run that the store does not hold.
            items: read once; no more than a few hundred are held in memory.

        Returns:
            How many items there were.

        Raises:
            InputError: the store holds a run of that name, or cannot be written.
        """
        count = 0
        rows = (_row(manifest.run_id, item) for item in items)
        with self._usable(), self._writing.begin() as connection:
            try:
                connection.execute(tables.ENTER_RUN, _entry(manifest))
            except IntegrityError as error:
                raise InputError(
                    f"{self.name} already holds a run {manifest.run_id!r}; delete it there first, or use "
                    "another store."
                ) from error
            while batch := list(islice(rows, _ROWS)):
                connection.execute(tables.ADD_ITEM, batch)
                count += len(batch)
        return count

    def items(self, run_id: str) -> list[RunItem]:
        """The latest item for each case and system, in the order in which these pairs first came."""
        return list(self.stream(run_id))

    def stream(self, run_id: str) -> Generator[RunItem]:
        """As :meth:`items`, one by one, so that a long run is never held in memory.

        What is written while the reader reads does not come.
        """
        return self._items(tables.LATEST, run=run_id)

    def items_of(self, run_id: str, case_id: str) -> list[RunItem]:
        """The latest item of a case for each system."""
        return list(self._items(tables.LATEST_OF_CASE, run=run_id, case=case_id))

    def history(self, run_id: str) -> list[RunItem]:
        """Every item ever written for the run, oldest first."""
        return list(self._items(tables.HISTORY, run=run_id))

    def tallies(self, run_id: str) -> list[SystemTally]:
        """How many items of each system there are and are scored, read from an index alone."""
        with self._usable(), self._engine.connect() as connection:
            rows = connection.execute(tables.TALLIES, {"run": run_id}).all()
        names = ("system", "items", "scored", "mean_score")
        return [SystemTally(**dict(zip(names, row, strict=True))) for row in rows]

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

    def delete(self, run_id: str) -> int:
        """Delete a run with everything that was ever written for it: for good, and all of it or nothing.

        This is for whoever administers the store; no run calls it.

        Returns:
            How many items were deleted.

        Raises:
            InputError: there is no such run, or the store cannot be written.
        """
        run = {"run": run_id}
        with self._usable(), self._writing.begin() as connection:
            # Held, so that no other process appends to the run between the two deletions.
            if connection.execute(tables.HOLD_RUN, run).first() is None:
                raise self._no_such_run(run_id)
            connection.execute(tables.BEGIN_DELETION, {"run_id": run_id})
            deleted = connection.execute(tables.DELETE_ITEMS, run).rowcount
            connection.execute(tables.DELETE_RUN, run)
            connection.execute(tables.END_DELETION, run)
        return deleted

    def _entered(self, manifest: RunManifest) -> RunManifest:
        try:
            with self._writing.begin() as connection:
                kept = connection.execute(tables.MANIFEST, {"run": manifest.run_id}).scalar()
                if kept is None:
                    connection.execute(tables.ENTER_RUN, _entry(manifest))
        except IntegrityError:
            # Another process entered the run between the two statements.
            return self.manifest(manifest.run_id)
        return manifest if kept is None else self._read(RunManifest, kept)

    def _items(self, query: Executable, **terms: str) -> Generator[RunItem]:
        streaming = {"yield_per": _ROWS}
        with (
            self._usable(),
            self._engine.connect() as connection,
            # Closed with the block, or a reader that stops early would leave a cursor on the server.
            connection.execute(query, terms, execution_options=streaming) as rows,
        ):
            for text in rows.scalars():
                yield self._read(RunItem, text)

    def _read(self, kind: type[Value], text: str) -> Value:
        try:
            return kind.model_validate_json(text)
        except ValidationError as error:
            raise InputError(
                f"{self.name} holds a row that is no {kind.__name__} of this version of the program; use the "
                "version that wrote it."
            ) from error

    def _require(self) -> None:
        file = self._url.drivername == SQLITE
        if not (self.path.is_file() if file else is_there(self._engine)):
            raise InputError(f"{self.name}: there is no run store; check the path or the URL.")

    def _no_such_run(self, run_id: str) -> InputError:
        return InputError(f"{self.name} holds no run {run_id!r}; `judge runs list` names those it holds.")

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except (OSError, DBAPIError, PoolTimeoutError) as error:
            advice = _MEND_FILE if self._url.drivername == SQLITE else _MEND_DATABASE
            said = " ".join(str(getattr(error, "orig", None) or error).split())
            raise InputError(f"The run store {self.name} cannot be used ({said}); {advice}.") from error


def _entry(manifest: RunManifest) -> Row:
    return {"run_id": manifest.run_id, "manifest": manifest.model_dump_json()}


def _row(run_id: str, item: RunItem) -> Row:
    return {
        "run_id": run_id,
        "case_id": item.case_id,
        "system": item.system,
        "payload": item.model_dump_json(),
        "score": item.score_card.primary_score if item.score_card else None,
    }
