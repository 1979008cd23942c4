"""A write-ahead log where several processes open one new SQLite file."""

import sqlite3
import threading
from pathlib import Path

import pytest

from data_base.store.write_ahead import log_ahead


@pytest.fixture
def held(tmp_path: Path) -> tuple[Path, sqlite3.Connection]:
    """A new file that another connection is writing to."""
    path = tmp_path / "new.sqlite"
    other = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=0)
    other.execute("CREATE TABLE t (a)")
    other.execute("BEGIN IMMEDIATE")
    return path, other


def test_a_file_that_another_process_holds_is_tried_again(held: tuple[Path, sqlite3.Connection]) -> None:
    path, other = held
    closing = threading.Timer(0.3, other.close)
    closing.start()
    connection = sqlite3.connect(path, timeout=0)
    log_ahead(connection.cursor(), patience=30)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    closing.join()
    connection.close()


def test_patience_has_an_end(held: tuple[Path, sqlite3.Connection]) -> None:
    path, other = held
    connection = sqlite3.connect(path, timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        log_ahead(connection.cursor(), patience=0.1)
    connection.close()
    other.close()


def test_a_file_that_has_one_is_left_alone(held: tuple[Path, sqlite3.Connection]) -> None:
    path, other = held
    other.execute("COMMIT")
    log_ahead(other.cursor(), patience=0.1)
    other.execute("BEGIN IMMEDIATE")
    connection = sqlite3.connect(path, timeout=0)
    log_ahead(connection.cursor(), patience=0)
    connection.close()
    other.close()
