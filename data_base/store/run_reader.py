"""Reading a run store: runs, items, calls and pairs, as they were written."""

from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import ValidationError
from sqlalchemy import Connection, Executable, Row

from data_base.cancellation import go_on
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.model_call import ModelCall
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.rating import Rating
from data_base.schemas.run import ItemStatus, RunItem, RunManifest, RunState
from data_base.schemas.runs.item_page import ItemFilter, ItemKey, ItemNeighbours, ItemPage, PagedItem
from data_base.schemas.runs.run_page import RunFigures, RunFilter, RunKey, RunPage, StoredRun
from data_base.schemas.runs.run_statistics import RunStatistics, SystemSpread
from data_base.schemas.system_tally import SystemTally
from data_base.store import call_rows, item_queries, rating_rows, run_queries, tables
from data_base.store.database import NotStoredError
from data_base.store.item_neighbours import neighbours_of
from data_base.store.keyset import RowPosition
from data_base.store.named_runs import NamedRuns
from data_base.store.run_statistics import spreads_of, statistics_of
from data_base.store.text_search import search

_OF_FINISHED = 3000
"""How much of what was found of finished runs is kept in memory."""
_ROWS = 500
"""Rows that are under way at once where many are read."""
_SEARCH_S = 0.06
"""How long a page looks for a text; the next one goes on from there."""
Value = TypeVar("Value", bound=Frozen)
Found = TypeVar("Found")


class RunReader(NamedRuns):
    """What can be read of the runs in a store; any thread or process may call."""

    def __init__(self, store: str | Path, *, must_exist: bool) -> None:
        """Open the store; see :class:`data_base.store.run_store.RunStore`."""
        super().__init__(store, must_exist=must_exist)
        self._of_finished: dict[tuple[str, str, str | None], object] = {}

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
                raise _not_of_project(run_id)

    def items(self, run_id: str) -> list[RunItem]:
        """The latest item for each case and system, in the order in which these pairs first came."""
        return list(self.stream(run_id))

    def stream(self, run_id: str) -> Generator[RunItem]:
        """As :meth:`items`, one by one, so that a long run is never kept in memory.

        What is written while the reader reads does not come.
        """
        return self._values(RunItem, tables.LATEST, run=run_id)

    def items_of(self, run_id: str, *case_ids: str) -> list[RunItem]:
        """The latest item of each of these cases for each system."""
        return list(self._values(RunItem, tables.LATEST_OF_CASES, run=run_id, cases=case_ids))

    def history(self, run_id: str) -> list[RunItem]:
        """Every item ever written for the run, oldest first."""
        return list(self._values(RunItem, tables.HISTORY, run=run_id))

    def page(
        self,
        run_id: str,
        *,
        where: ItemFilter | None = None,
        sort: ItemKey = "number",
        descending: bool = False,
        after: str | None = None,
        limit: int = 50,
    ) -> ItemPage:
        """Some of the run's latest items.

        An item that is written again keeps its place, unless what is sorted by changes. Where a text is
        looked for, a page may have fewer items than it could, or none, and still not be the last: it ends
        where the time for looking was over.

        Args:
            run_id: the run.
            where: which items; None for all.
            sort: what they are sorted by; those without it come last.
            descending: whether the greatest come first.
            after: :attr:`ItemPage.after` of the page before, None for the first.
            limit: how many at most, from 1.

        Raises:
            InputError: the limit is not above 0, or ``after`` is not of such a page.
        """
        _require_room(limit)
        wanted = where or ItemFilter()
        with self._usable(), self._engine.connect() as connection:
            listing = item_queries.listing_of(
                run_id, wanted, key=sort, descending=descending, finished=_finished(connection, run_id)
            )
            place = None if after is None else listing.order.read(after)
            if wanted.text is None:
                rows, stopped_at = _page(listing.rows(connection, place, limit + 1), limit)
            else:
                found, stopped_at = search(
                    partial(listing.rows, connection), place, limit + 1, seconds=_SEARCH_S
                )
                rows, further = _page(found, limit)
                stopped_at = further or stopped_at
        return ItemPage(
            items=tuple(self._paged(row) for row in rows),
            after=None if stopped_at is None else listing.order.written(stopped_at),
        )

    def item(self, run_id: str, case_id: str, system: str) -> PagedItem:
        """The latest item of a case and system.

        Raises:
            NotStoredError: there is none.
        """
        with self._usable(), self._engine.connect() as connection:
            row = connection.execute(item_queries.item_at(run_id, case_id, system)).first()
        if row is None:
            raise NotStoredError(f"The run {run_id!r} has no item of case {case_id!r} and system {system!r}.")
        return self._paged(row)

    def neighbours(
        self, run_id: str, number: int, *, where: ItemFilter, sort: ItemKey, descending: bool
    ) -> ItemNeighbours:
        """What comes before and after an item, by its number, in a list as :meth:`page` gives it."""
        with self._usable(), self._engine.connect() as connection:
            return neighbours_of(
                connection,
                run_id,
                number,
                where,
                key=sort,
                descending=descending,
                finished=_finished(connection, run_id),
            )

    def calls_of(self, run_id: str, case_id: str, system: str) -> list[ModelCall]:
        """The model calls made for a case and system, oldest first."""
        with self._usable(), self._engine.connect() as connection:
            return call_rows.calls_of(connection, run_id, case_id, system)

    def pairs(self, run_id: str) -> Generator[PairVerdict]:
        """The latest verdict on each case and pair by each judge in each order, one by one."""
        return self._values(PairVerdict, tables.LATEST_PAIRS, run=run_id)

    def count_pairs(self, run_id: str) -> int:
        """How many verdicts :meth:`pairs` gives, failed ones included."""
        with self._usable(), self._engine.connect() as connection:
            return int(connection.execute(tables.COUNT_PAIRS, {"run": run_id}).scalar_one())

    def ratings(self, run_id: str) -> list[Rating]:
        """What people said of the run's answers: the last word of each person on each answer."""
        with self._usable(), self._engine.connect() as connection:
            return rating_rows.ratings_of(connection, run_id)

    def answered(self, run_id: str) -> list[tuple[str, str]]:
        """Case and system of each item with an answer."""
        with self._usable(), self._engine.connect() as connection:
            return rating_rows.answered_places(connection, run_id)

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
            row = connection.execute(tables.MANIFEST, {"run": run_id}).first()
        if row is None:
            raise self._no_such_run(run_id)
        return self._manifest(row)

    def runs(self) -> list[RunManifest]:
        """The manifests of all runs, oldest first."""
        with self._usable(), self._engine.connect() as connection:
            rows = connection.execute(tables.MANIFESTS).all()
        manifests = [self._manifest(row) for row in rows]
        return sorted(manifests, key=lambda manifest: (manifest.created_at, manifest.run_id))

    def run_page(
        self,
        *,
        project: str | None = None,
        where: RunFilter | None = None,
        sort: RunKey = "created_at",
        descending: bool = True,
        after: str | None = None,
        limit: int = 50,
    ) -> RunPage:
        """Some of the runs, newest first unless another order is asked for.

        Args:
            project: whose runs; None for everyone's.
            where: which of them; None for all.
            sort: what they are sorted by; those without it come last.
            descending: whether the greatest come first.
            after: :attr:`RunPage.after` of the page before, None for the first.
            limit: how many at most, from 1.

        Raises:
            InputError: the limit is not above 0, or ``after`` is not of such a page.
        """
        _require_room(limit)
        listing = run_queries.listing_of_runs(project, where or RunFilter(), key=sort, descending=descending)
        place = None if after is None else listing.order.read(after)
        with self._usable(), self._engine.connect() as connection:
            rows, last = _page(listing.rows(connection, place, limit + 1), limit)
        return RunPage(
            runs=tuple(self._stored(row) for row in rows),
            after=None if last is None else listing.order.written(last),
        )

    def run(self, run_id: str, project: str | None = None) -> StoredRun:
        """A run, which must be the project's where one is given.

        Raises:
            NotStoredError: there is no such run.
        """
        with self._usable(), self._engine.connect() as connection:
            row = connection.execute(run_queries.run_at(run_id, project)).first()
        if row is None:
            raise _not_of_project(run_id)
        return self._stored(row)

    def baselines(self, project: str) -> frozenset[str]:
        """The project's runs that are marked as baselines."""
        with self._usable(), self._engine.connect() as connection:
            return frozenset(connection.execute(tables.BASELINES, {"project": project}).scalars())

    def figures(self, run: StoredRun) -> RunFigures:
        """What came of a run so far; what is found of a finished run is kept in memory."""
        return self._found(run, run_queries.figures_of)

    def spreads(self, run: StoredRun) -> tuple[SystemSpread, ...]:
        """How the systems of a run did so far; kept as :meth:`figures`."""
        return self._found(run, spreads_of)

    def statistics(self, run: StoredRun) -> RunStatistics:
        """What the scores of a run look like so far; kept as :meth:`figures`."""
        return self._found(run, statistics_of)

    def _found(self, run: StoredRun, find: Callable[[Connection, str], Found]) -> Found:
        key = (find.__name__, run.manifest.run_id, run.finished_at)
        if run.state == "finished" and key in self._of_finished:
            return cast("Found", self._of_finished[key])
        with self._usable(), self._engine.connect() as connection:
            found = find(connection, run.manifest.run_id)
        if run.state == "finished":
            if len(self._of_finished) >= _OF_FINISHED:
                self._of_finished.clear()
            self._of_finished[key] = found
        return found

    def _paged(self, row: Row[Any]) -> PagedItem:
        return PagedItem(number=row.number, difference=row.difference, item=self._read(RunItem, row.payload))

    def _stored(self, row: Row[Any]) -> StoredRun:
        manifest = self._manifest(row)
        return StoredRun(manifest=manifest, project=row.project, state=row.state, finished_at=row.finished_at)

    def _manifest(self, row: Row[*tuple[Any, ...]]) -> RunManifest:
        manifest = self._read(RunManifest, row.manifest)
        if row.name in {None, manifest.title}:
            return manifest
        return manifest.model_copy(update={"name": row.name})

    def _values(self, kind: type[Value], query: Executable, **terms: str | Sequence[str]) -> Generator[Value]:
        streaming = {"yield_per": _ROWS}
        with (
            self._usable(),
            self._engine.connect() as connection,
            # Closed with the block, or a reader that stops early would leave a cursor on the server.
            connection.execute(query, terms, execution_options=streaming) as rows,
        ):
            for text in rows.scalars():
                go_on()
                yield self._read(kind, text)

    def _read(self, kind: type[Value], text: str) -> Value:
        try:
            return kind.model_validate_json(text)
        except ValidationError as error:
            raise InputError(
                f"{self.name} has a {kind.__name__} that this version of the program cannot read; use the "
                "version that wrote it."
            ) from error


def _require_room(limit: int) -> None:
    if limit < 1:
        raise InputError(f"A page contains at least 1 entry, not {limit}; ask for more.")


def _finished(connection: Connection, run_id: str) -> bool:
    return bool(connection.execute(tables.STATE, {"run": run_id}).scalar() == "finished")


def _page(rows: Sequence[Row[Any]], limit: int) -> tuple[Sequence[Row[Any]], RowPosition | None]:
    """The rows of a page, and its last one where there are further ones: one more than is wanted was read."""
    if len(rows) <= limit:
        return rows, None
    last = rows[limit - 1]
    return rows[:limit], RowPosition(last.key, last.number)


def _not_of_project(run_id: str) -> NotStoredError:
    return NotStoredError(f"There is no run {run_id!r}; `GET /v1/runs` lists the project's runs.")
