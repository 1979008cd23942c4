"""Rows cannot be changed or taken away, whoever writes the SQL."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from data_base.store.run_store import RunStore
from tests.support.arena import item, manifest
from tests.support.rows import table
from tests.support.stores import first_store, postgresql_schema


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    store = RunStore(tmp_path / "runs.sqlite")
    store.create(manifest("r"))
    return store


def test_the_file_itself_refuses_changes(store: RunStore) -> None:
    store.append("r", item("A", "1", None))
    connection = sqlite3.connect(store.path)
    for statement in ("DELETE FROM items", "UPDATE items SET payload = ''", "DELETE FROM runs"):
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "statement",
    table(__file__, "test_nothing_is_replaced"),
)
def test_nothing_is_replaced(store: RunStore, statement: str) -> None:
    store.append("r", item("A", "1", None))
    store.append("r", item("A", "2", None))
    before = (store.history("r"), store.runs())
    connection = sqlite3.connect(store.path)
    with pytest.raises(sqlite3.IntegrityError, match="only grows"):
        connection.execute(statement)
    connection.close()
    assert (store.history("r"), store.runs()) == before


def test_a_store_made_without_a_guard_is_guarded_once_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    first_store(path, manifest("r"), [item("A", "1", None)], guarded=False)
    RunStore(path).close()
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="only grows"):
        connection.execute("REPLACE INTO items SELECT * FROM items")
    connection.close()


@pytest.fixture
def server_store() -> Iterator[RunStore]:
    with postgresql_schema() as url, RunStore(url) as store:
        store.create(manifest("r"))
        store.append("r", item("A", "1", None))
        store.append("r", item("A", "2", None))
        yield store


@pytest.mark.parametrize(
    "statement",
    table(__file__, "test_postgresql_refuses_changes"),
)
def test_postgresql_refuses_changes(server_store: RunStore, statement: str) -> None:
    before = (server_store.history("r"), server_store.runs())
    with server_store._writing.connect() as connection, pytest.raises(DBAPIError, match="only grows"):
        connection.execute(text(statement))
    assert (server_store.history("r"), server_store.runs()) == before
