"""The run store: every item of every run, appended as it comes, in SQLite or PostgreSQL."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from sqlalchemy import Connection, Executable
from sqlalchemy.exc import IntegrityError

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.item_page import ItemFilter, ItemPage
from data_base.schemas.model_call import ModelCall
from data_base.schemas.pair_item import PairItem
from data_base.schemas.run import RunItem, RunManifest, RunState
from data_base.schemas.system_tally import SystemTally
from data_base.store import call_rows, tables
from data_base.store.database import NotStoredError, StoreDatabase
from data_base.store.item_rows import add_items, page_of
from data_base.store.run_names import next_name
from data_base.store.settings import keeps_calls

_PROVENANCE = {"created_at", "git_revision", "facts", "models_served"}
_ROWS = 500
"""Rows that are under way at once where many are read or written."""
Value = TypeVar("Value", bound=Frozen)


class RunStore(StoreDatabase):
    """An append-only store of runs; safe to be killed at any moment and to be written by two processes.

    Every call is a transaction of its own, so that nothing stays open between two items, and any thread or
    process may call. On SQLite write-ahead logging lets readers read while another process writes;
    ``synchronous=FULL`` makes a committed item outlive a power cut too: items come seconds apart and have
    cost money, a flush costs a millisecond. The calls are synchronous on purpose, in async code too: with
    nothing to await between an answer and its row, a cancellation cannot fall between the two.

    Both databases refuse to change or delete rows, and to add any to a finished run; :meth:`delete` is the
    one way round that.
    """

    def __init__(
        self, store: str | Path, *, must_exist: bool = False, keep_calls: bool | None = None
    ) -> None:
        """Open or make the store; one made by an older version is migrated in place.

        Args:
            store: an SQLite file, ``sqlite:///…`` or ``postgresql://…``; missing folders above a file are
                made.
            must_exist: make nothing, as where a store is only to be read.
            keep_calls: whether the prompts and replies of model calls are kept; what ``JUDGE_KEEP_CALLS``
                says where it is not given.

        Raises:
            InputError: the address cannot be used, the database cannot be opened or written, is no run
                store, or was made by a newer version.
        """
        self._keeps_calls = keeps_calls(given=keep_calls)
        super().__init__(store, must_exist=must_exist)

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
                f"{self.name} already contains a run {manifest.run_id!r} that was made under other terms; "
                "use another output folder or another run id."
            )
        return kept

    def next_run_id(self, base: str, *, fresh: bool = False) -> str:
        """The name under which a command's run is begun or resumed.

        An unfinished run of that base is resumed, the newest where there are several; else it is a new name:
        the base, or the base with the next number (``base-2`` …). Two processes that ask at once may both
        resume or begin the same run; where one has finished it by then, the other's items are refused. With
        ``fresh`` it is a new name, whatever was left unfinished.
        """
        with self._usable(), self._engine.connect() as connection:
            rows = connection.execute(tables.STATES_FROM, {"run": base}).all()
        return next_name(base, {row.run_id: row.state for row in rows}, fresh=fresh)

    def finish(self, run_id: str) -> None:
        """Say that the run is complete: nothing is added to it any more. Saying it again changes nothing.

        Raises:
            InputError: there is no such run, or the store cannot be written.
        """
        with self._usable(), self._writing.begin() as connection:
            now = tables.moment(datetime.now(UTC))
            finished = connection.execute(tables.FINISH, {"run": run_id, "at": now}).rowcount
        if not finished:
            self.state(run_id)

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

    def append(self, run_id: str, item: RunItem) -> None:
        """Write an item in a transaction of its own; when this returns, the item is on the disk.

        Raises:
            InputError: there is no such run, it is finished, or the store cannot be written (a full disk).
        """
        self.extend(run_id, [item])

    def extend(self, run_id: str, items: Sequence[RunItem], calls: Sequence[ModelCall] = ()) -> None:
        """Write some items in one transaction, as for answers that cost nothing and come thousands a second.

        Args:
            run_id: the run.
            items: what came of its cases.
            calls: the model calls made for them; their texts are kept unless ``JUDGE_KEEP_CALLS`` says no.

        Raises:
            InputError: as :meth:`append`.
        """
        if not items and not calls:
            return
        with self._adding(run_id) as connection:
            if items:
                add_items(connection, run_id, items)
            if calls:
                call_rows.add_calls(connection, run_id, calls, texts=self._keeps_calls)

    def append_pair(self, run_id: str, pair: PairItem) -> None:
        """Write a verdict on a pair in a transaction of its own.

        Raises:
            InputError: as :meth:`append`.
        """
        row = pair.model_dump(include=set(tables.pairs.columns.keys()))
        with self._adding(run_id) as connection:
            connection.execute(tables.ADD_PAIR, {**row, "run_id": run_id, "payload": pair.model_dump_json()})

    def import_run(self, manifest: RunManifest, items: Iterable[RunItem]) -> int:
        """Enter a whole run with its items in one transaction: all of it or nothing.

        Args:
            manifest: of a run that the store does not contain.
            items: read once; no more than a few hundred are kept in memory.

        Returns:
            How many items there were.

        Raises:
            InputError: the store contains a run of that name, or cannot be written.
        """
        count = 0
        coming = iter(items)
        with self._usable(), self._writing.begin() as connection:
            try:
                connection.execute(tables.ENTER_RUN, _entry(manifest))
            except IntegrityError as error:
                raise InputError(
                    f"{self.name} already contains a run {manifest.run_id!r}; delete it there first, or use "
                    "another store."
                ) from error
            while batch := list(islice(coming, _ROWS)):
                add_items(connection, manifest.run_id, batch)
                count += len(batch)
        return count

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

        This is for those who administer the store; no run calls it.

        Returns:
            How many items were deleted.

        Raises:
            InputError: there is no such run, or the store cannot be written.
        """
        run = {"run": run_id}
        with self._usable(), self._writing.begin() as connection:
            call_rows.lock_texts(connection)
            # Locked, so that no other process appends to the run between the two deletions.
            if connection.execute(tables.LOCK_RUN, run).first() is None:
                raise self._no_such_run(run_id)
            connection.execute(tables.BEGIN_DELETION, {"run_id": run_id})
            call_rows.drop_texts(connection, run_id)
            for statement in tables.DELETE_OTHERS:
                connection.execute(statement, run)
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

    @contextmanager
    def _adding(self, run_id: str) -> Iterator[Connection]:
        """A transaction that adds to a run."""
        with self._usable():
            try:
                with self._writing.begin() as connection:
                    yield connection
            except IntegrityError as error:
                if self.state(run_id) == "finished":
                    raise InputError(
                        f"{self.name}: the run {run_id!r} is finished and takes no more items; "
                        "make a new one."
                    ) from error
                raise


def _entry(manifest: RunManifest) -> dict[str, str]:
    columns = {"run_id": manifest.run_id, "kind": manifest.kind, "scale": manifest.scale}
    return {**columns, "manifest": manifest.model_dump_json()}
