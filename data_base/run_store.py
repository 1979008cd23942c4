"""The run store: every item of every run, appended as it comes, in one SQLite file."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from data_base.errors import InputError
from data_base.run import RunItem, RunManifest

if TYPE_CHECKING:
    from collections.abc import Iterator

_WAIT_SECONDS = 60.0
_PROVENANCE = {"created_at", "git_revision"}
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS runs (run_id TEXT PRIMARY KEY, manifest TEXT NOT NULL) WITHOUT ROWID",
    (
        "CREATE TABLE IF NOT EXISTS items (seq INTEGER PRIMARY KEY AUTOINCREMENT, "
        "run_id TEXT NOT NULL REFERENCES runs(run_id), case_id TEXT NOT NULL, system TEXT NOT NULL, "
        "payload TEXT NOT NULL)"
    ),
    "CREATE INDEX IF NOT EXISTS items_by_place ON items(run_id, case_id, system, seq)",
    *(
        f"CREATE TRIGGER IF NOT EXISTS {table}_refuse_{verb.lower()} BEFORE {verb} ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END"
        for table in ("runs", "items")
        for verb in ("UPDATE", "DELETE")
    ),
    # INSERT OR REPLACE takes the old row away without firing a trigger on DELETE.
    *(
        f"CREATE TRIGGER IF NOT EXISTS {table}_refuse_replacement BEFORE INSERT ON {table} "  # noqa: S608  (our own)
        f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key}) "
        "BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END"
        for table, key in (("runs", "run_id"), ("items", "seq"))
    ),
)
_LATEST = (
    "SELECT payload FROM items WHERE seq IN "
    "(SELECT MAX(seq) FROM items WHERE run_id = ? GROUP BY case_id, system) "
    "ORDER BY (SELECT MIN(first.seq) FROM items AS first WHERE first.run_id = items.run_id "
    "AND first.case_id = items.case_id AND first.system = items.system)"
)


class RunStore:
    """An append-only store of runs; safe to be killed at any moment and to be written by two processes.

    Every call opens its own connection and commits its own transaction, so that nothing is ever held open
    between two items, and any thread or process may call. Write-ahead logging lets readers read while
    another process writes; ``synchronous=FULL`` makes a committed item outlive a power cut too: items come
    seconds apart and have cost money, a flush costs a millisecond.
    """

    def __init__(self, path: str | Path) -> None:
        """Open or make the store.

        Args:
            path: the SQLite file; missing folders above it are made.

        Raises:
            InputError: the file cannot be opened, written, or is no run store.
        """
        self.path = Path(path)
        with self._connection() as connection:
            _prepare(connection)

    def create(self, manifest: RunManifest) -> RunManifest:
        """Enter a run; entering the same run again changes nothing.

        Returns:
            The manifest as it was first entered: when and from which checkout the run was begun
            (``created_at``, ``git_revision``) stay those of the beginning.

        Raises:
            InputError: the run exists under other terms.
        """
        with self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            row = connection.execute(
                "SELECT manifest FROM runs WHERE run_id = ?", (manifest.run_id,)
            ).fetchone()
            if row is None:
                entry = (manifest.run_id, manifest.model_dump_json())
                connection.execute("INSERT INTO runs (run_id, manifest) VALUES (?, ?)", entry)
                connection.execute("COMMIT")
                return manifest
        kept = RunManifest.model_validate_json(row[0])
        if kept.model_dump(exclude=_PROVENANCE) != manifest.model_dump(exclude=_PROVENANCE):
            raise InputError(
                f"{self.path} already holds a run {manifest.run_id!r} that was made under other terms; "
                "use another output folder or another run id."
            )
        return kept

    def append(self, run_id: str, item: RunItem) -> None:
        """Write an item in a transaction of its own; when this returns, the item is on the disk.

        Raises:
            InputError: there is no such run, or the file cannot be written (a full disk).
        """
        row = (run_id, item.case_id, item.system, item.model_dump_json())
        with self._connection() as connection:
            try:
                connection.execute(
                    "INSERT INTO items (run_id, case_id, system, payload) VALUES (?, ?, ?, ?)", row
                )
            except sqlite3.IntegrityError as error:
                raise self._no_such_run(run_id) from error

    def items(self, run_id: str) -> list[RunItem]:
        """The latest item for each case and system, in the order in which these pairs first came."""
        with self._connection() as connection:
            rows = connection.execute(_LATEST, (run_id,)).fetchall()
        return [RunItem.model_validate_json(payload) for (payload,) in rows]

    def history(self, run_id: str) -> list[RunItem]:
        """Every item ever written for the run, oldest first."""
        query = "SELECT payload FROM items WHERE run_id = ? ORDER BY seq"
        with self._connection() as connection:
            rows = connection.execute(query, (run_id,)).fetchall()
        return [RunItem.model_validate_json(payload) for (payload,) in rows]

    def manifest(self, run_id: str) -> RunManifest:
        """The run's manifest.

        Raises:
            InputError: there is no such run.
        """
        with self._connection() as connection:
            row = connection.execute("SELECT manifest FROM runs WHERE run_id = ?", (run_id,)).fetchone()
        if row is None:
            raise self._no_such_run(run_id)
        return RunManifest.model_validate_json(row[0])

    def runs(self) -> list[RunManifest]:
        """The manifests of all runs, oldest first."""
        with self._connection() as connection:
            rows = connection.execute("SELECT manifest FROM runs").fetchall()
        manifests = [RunManifest.model_validate_json(text) for (text,) in rows]
        return sorted(manifests, key=lambda manifest: (manifest.created_at, manifest.run_id))

    def _no_such_run(self, run_id: str) -> InputError:
        return InputError(f"{self.path} holds no run {run_id!r}; create the run first.")

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=_WAIT_SECONDS, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            yield connection
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        finally:
            connection.close()

    def _unusable(self, error: Exception) -> InputError:
        return InputError(
            f"The run store {self.path} cannot be used ({error}); "
            "check that the folder is writable, that the disk is not full and that the file is a run store."
        )


def _prepare(connection: sqlite3.Connection) -> None:
    # Changing the journal mode takes an exclusive lock, so it is done only by whoever finds a new file.
    connection.execute("BEGIN IMMEDIATE")
    for statement in _SCHEMA:
        connection.execute(statement)
    connection.execute("COMMIT")
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode = WAL")
