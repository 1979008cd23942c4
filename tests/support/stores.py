"""Run stores for tests: SQLite files, PostgreSQL schemas, and files made by the first version."""

from __future__ import annotations

import os
import sqlite3
import time
import uuid
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from data_base.schemas.run import RunItem, RunManifest

SERVER = os.environ.get("TEST_POSTGRES", "postgresql://root@127.0.0.1:5432/test")
# As the first version of the program made it, to the letter.
FIRST_SCHEMA = """
CREATE TABLE runs (run_id TEXT PRIMARY KEY, manifest TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE items (seq INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL REFERENCES runs(run_id), case_id TEXT NOT NULL, system TEXT NOT NULL, payload TEXT NOT NULL);
CREATE INDEX items_by_place ON items(run_id, case_id, system, seq);
CREATE TRIGGER runs_refuse_update BEFORE UPDATE ON runs BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER runs_refuse_delete BEFORE DELETE ON runs BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER items_refuse_update BEFORE UPDATE ON items BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER items_refuse_delete BEFORE DELETE ON items BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
"""  # noqa: E501
# What a later release of that version added.
FIRST_GUARDS = """
CREATE TRIGGER runs_refuse_replacement BEFORE INSERT ON runs WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER items_refuse_replacement BEFORE INSERT ON items WHEN EXISTS (SELECT 1 FROM items WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
"""  # noqa: E501


def first_store(path: Path, manifest: RunManifest, items: Iterable[RunItem], *, guarded: bool = True) -> None:
    """Make a run store as the first version of the program did."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIRST_SCHEMA + (FIRST_GUARDS if guarded else ""))
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT INTO runs VALUES (?, ?)", (manifest.run_id, manifest.model_dump_json()))
        rows = [(manifest.run_id, entry.case_id, entry.system, entry.model_dump_json()) for entry in items]
        connection.executemany(
            "INSERT INTO items (run_id, case_id, system, payload) VALUES (?, ?, ?, ?)", rows
        )
        connection.commit()


@contextmanager
def postgresql_schema() -> Iterator[str]:
    """The URL of an empty schema, dropped at the end; the test is skipped where no server runs."""
    psycopg = pytest.importorskip("psycopg")
    try:
        connection = psycopg.connect(SERVER, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError as error:
        pytest.skip(f"no PostgreSQL server answers at {SERVER}: {error}")
    name = f"judge_test_{uuid.uuid4().hex}"
    with closing(connection):
        connection.execute(f"CREATE SCHEMA {name}")
        try:
            yield f"{SERVER}?options=-csearch_path%3D{name}"
        finally:
            connection.execute(f"DROP SCHEMA {name} CASCADE")


def called(address: str, name: str) -> str:
    """The address for a program that PostgreSQL is to know by a name; a file's as it is."""
    return f"{address}&application_name={name}" if address.startswith("postgresql") else address


def wait_until_left(address: str, name: str) -> None:
    """Wait until PostgreSQL has ended all sessions of programs of a name.

    The server ends what a killed program last asked for only some time after its death.
    """
    if not address.startswith("postgresql"):
        return
    psycopg = pytest.importorskip("psycopg")
    sessions = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
    with psycopg.connect(SERVER, autocommit=True) as connection:
        for _ in range(600):
            if connection.execute(sessions, (name,)).fetchone() == (0,):
                return
            time.sleep(0.05)
    raise AssertionError(f"PostgreSQL still serves {name}, whose programs were killed")
