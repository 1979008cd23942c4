"""The run store: every item of every run, appended as it comes, in SQLite or PostgreSQL."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from data_base.errors import InputError
from data_base.schemas.model_call import ModelCall
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.rating import Rating
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas.runs.run_name import checked_name
from data_base.store import call_rows, rating_rows, tables
from data_base.store.item_queries import add_items
from data_base.store.pruning import give_room_back, runs_before
from data_base.store.run_names import next_name
from data_base.store.run_reader import RunReader, Value
from data_base.store.settings import keeps_calls

_PROVENANCE = {"name", "subject", "planned", "created_at", "git_revision", "facts", "models_served"}
DEFAULT_PROJECT = "default"
"""To which runs belong that name none, those of the command line among them."""
WriteListener = Callable[[Sequence[RunItem], Sequence[ModelCall]], None]
"""Hears of items and calls once they are kept."""
_ROWS = 500
"""Rows that are written at once."""


class RunStore(RunReader):
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
        self,
        store: str | Path,
        *,
        must_exist: bool = False,
        keep_calls: bool | None = None,
        watch: WriteListener | None = None,
    ) -> None:
        """Open or make the store; one made by an older version is migrated in place.

        Args:
            store: an SQLite file, ``sqlite:///…`` or ``postgresql://…``; missing folders above a file are
                made.
            must_exist: make nothing, as where a store is only to be read.
            keep_calls: whether the prompts and replies of model calls are kept; what ``JUDGE_KEEP_CALLS``
                says where it is not given.
            watch: called with items and calls once they are kept.

        Raises:
            InputError: the address cannot be used, the database cannot be opened or written, is no run
                store, or was made by a newer version.
        """
        self._keeps_calls = keeps_calls(given=keep_calls)
        self._watch = watch
        super().__init__(store, must_exist=must_exist)

    def create(self, manifest: RunManifest, *, project: str = DEFAULT_PROJECT) -> RunManifest:
        """Enter a run; entering the same run again changes nothing.

        Args:
            manifest: its terms.
            project: whose it is.

        Returns:
            The manifest as it was first entered: when and from which checkout the run was begun
            (``created_at``, ``git_revision``) stay those of the beginning.

        Raises:
            InputError: the run exists under other terms.
        """
        with self._usable():
            kept = self._entered(manifest, project)
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

    def finish(self, run_id: str, *, at: datetime | None = None) -> None:
        """Say that the run is complete: nothing is added to it any more. Saying it again changes nothing.

        Args:
            run_id: the run.
            at: when it ended; now if None. Of a run that came from a file, and so ended before, nobody knows:
                it is given the time at which it began.

        Raises:
            InputError: there is no such run, or the store cannot be written.
        """
        with self._usable(), self._writing.begin() as connection:
            ended = tables.moment(at or datetime.now(UTC))
            finished = connection.execute(tables.FINISH, {"run": run_id, "at": ended}).rowcount
            if finished and connection.execute(tables.SEVERAL_SYSTEMS, {"run": run_id}).scalar():
                connection.execute(tables.FILL_DIFFERENCES, {"run": run_id})
        if not finished:
            self.state(run_id)

    def rename(self, run_id: str, name: str) -> None:
        """Call a run something else; its terms, id and items stay as they are.

        Raises:
            InputError: there is no such run, the name cannot be one, or the store cannot be written.
        """
        try:
            kept = checked_name(name)
        except ValueError as error:
            raise InputError(f"The run {run_id!r} keeps its name: {error}; choose another.") from None
        self.state(run_id)
        with self._usable(), self._writing.begin() as connection:
            connection.execute(tables.RENAME, {"run": run_id, "new_name": kept})

    def mark_baseline(self, run_id: str, project: str, *, marked: bool = True) -> None:
        """Mark a run of a project as a baseline, what later runs are compared with; or no longer.

        Raises:
            NotStoredError: there is no such run, or it is another project's.
        """
        self.require(run_id, project)
        terms = {"run": run_id, "project": project}
        with self._usable(), self._writing.begin() as connection:
            if marked:
                now = tables.moment(datetime.now(UTC))
                connection.execute(tables.MARK_BASELINE, terms | {"at": now})
            else:
                connection.execute(tables.UNMARK_BASELINE, terms)

    def append(self, run_id: str, item: RunItem) -> None:
        """Write an item in a transaction of its own; when this returns, the item is on the disk.

        Raises:
            InputError: there is no such run, it is finished, or the store cannot be written (a full disk).
        """
        self.extend(run_id, [item])

    def extend(
        self,
        run_id: str,
        items: Sequence[RunItem],
        calls: Sequence[ModelCall] = (),
        *,
        pairs: Sequence[PairVerdict] = (),
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Write some items in one transaction, as for answers that cost nothing and come thousands a second.

        Args:
            run_id: the run.
            items: what came of its cases.
            calls: the model calls made for them; their texts are kept unless ``JUDGE_KEEP_CALLS`` says no.
            pairs: verdicts on pairs of answers; a later verdict of a judge on a pair in the same order takes
                the place of the one before.
            also: writes more in the same transaction.

        Raises:
            InputError: as :meth:`append`.
        """
        if not items and not calls and not pairs:
            return
        with self._adding(run_id) as connection:
            if items:
                add_items(connection, run_id, items)
            _add_pairs(connection, run_id, pairs)
            if calls:
                call_rows.add_calls(connection, run_id, calls, texts=self._keeps_calls)
            if also is not None:
                also(connection)
        if self._watch is not None:
            self._watch(items, calls)

    def rate(self, run_id: str, rating: Rating) -> None:
        """Write what a person says of an answer; when this returns, it is on the disk.

        Raises:
            InputError: the store cannot be written.
        """
        with self._usable(), self._writing.begin() as connection:
            rating_rows.add_rating(connection, run_id, rating)

    def import_run(
        self, manifest: RunManifest, items: Iterable[RunItem], pairs: Iterable[PairVerdict] = ()
    ) -> int:
        """Enter a whole run with its items in one transaction: all of it or nothing.

        Args:
            manifest: of a run that the store does not contain.
            items: read once; no more than a few hundred are kept in memory.
            pairs: verdicts on pairs, read in the same way.

        Returns:
            How many items there were.

        Raises:
            InputError: the store contains a run of that name, or cannot be written.
        """
        count = 0
        with self._usable(), self._writing.begin() as connection:
            try:
                _enter(connection, manifest, DEFAULT_PROJECT)
            except IntegrityError as error:
                raise InputError(
                    f"{self.name} already contains a run {manifest.run_id!r}; delete it there first, or use "
                    "another store."
                ) from error
            for batch in _batches(items):
                add_items(connection, manifest.run_id, batch)
                count += len(batch)
            for verdicts in _batches(pairs):
                _add_pairs(connection, manifest.run_id, verdicts)
        return count

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

    def written(self, run_id: str) -> tuple[int | None, ...]:
        """What is another whenever an item, a verdict on a pair or a rating of the run was written."""
        with self._usable(), self._engine.connect() as connection:
            return tuple(connection.execute(tables.WRITTEN, {"run": run_id}).one())

    def runs_before(self, at: datetime, *, keep_baselines: bool, keep_unfinished: bool) -> list[str]:
        """The runs that were begun before a time, oldest first, without those of a kind that is kept."""
        with self._usable(), self._engine.connect() as connection:
            return runs_before(connection, at, keep_baselines=keep_baselines, keep_unfinished=keep_unfinished)

    def vacuum(self) -> None:
        """Give the room of deleted runs back: to the disk on SQLite, to later rows on PostgreSQL.

        On SQLite that rewrites the file: as much room again must be free, and others wait meanwhile.

        Raises:
            InputError: the store cannot be written.
        """
        with self._usable():
            give_room_back(self._engine)

    def _entered(self, manifest: RunManifest, project: str) -> RunManifest:
        try:
            with self._writing.begin() as connection:
                kept = connection.execute(tables.MANIFEST, {"run": manifest.run_id}).first()
                if kept is None:
                    _enter(connection, manifest, project)
        except IntegrityError:
            # Another process entered the run between the two statements.
            return self.manifest(manifest.run_id)
        return manifest if kept is None else self._manifest(kept)

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


def _enter(connection: Connection, manifest: RunManifest, project: str) -> None:
    run = {"run_id": manifest.run_id, "kind": manifest.kind, "scale": manifest.scale, "project": project}
    at = tables.moment(manifest.created_at)
    connection.execute(tables.ENTER_RUN, {**run, "manifest": manifest.model_dump_json(), "created_at": at})
    connection.execute(tables.ENTER_NAME, {"run_id": manifest.run_id, "name": manifest.title})
    models = [
        {"run_id": manifest.run_id, "role": role, "model": model} for role, model in manifest.models.items()
    ]
    if models:
        connection.execute(tables.ENTER_MODELS, models)


def _add_pairs(connection: Connection, run_id: str, pairs: Sequence[PairVerdict]) -> None:
    # Of the two systems A is the one that was shown first.
    rows = [
        {
            "run_id": run_id,
            "case_id": pair.case_id,
            "system_a": pair.first,
            "system_b": pair.second,
            "judge": pair.judge,
            "order": "ab",
            "score": pair.value,
            "payload": pair.model_dump_json(),
        }
        for pair in pairs
    ]
    if rows:
        connection.execute(tables.ADD_PAIR, rows)


def _batches(values: Iterable[Value]) -> Iterator[list[Value]]:
    coming = iter(values)
    while batch := list(islice(coming, _ROWS)):
        yield batch
