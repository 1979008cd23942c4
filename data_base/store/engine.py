"""Connections to a run store's database."""

import sqlite3
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event

from data_base.errors import InputError
from data_base.extras import how_to_install
from data_base.store.address import SQLITE

_WAIT_SECONDS = 60.0
_CONNECT_SECONDS = 10
# Errors, and so logs, do not quote what was to be written or looked up.
_OPTIONS: dict[str, Any] = {"max_overflow": -1, "hide_parameters": True}
WRITES = "run_store_writes"
"""The execution option that says that a transaction is going to write."""


def open_engine(url: URL) -> Engine:
    """An engine for a run store; nothing is connected yet.

    Connections are pooled: opening one for every item costs three times the time and the CPU, on SQLite
    because the last one to close a file folds the write-ahead log back into it. Any number of threads may
    have one at the same time.

    Raises:
        InputError: PostgreSQL's driver is not installed.
    """
    if url.drivername == SQLITE:
        return _sqlite(url)
    return _postgresql(url)


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _WAIT_SECONDS}, **_OPTIONS)

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _record: object) -> None:
        # Python's own opening of transactions would leave out DDL and begin without the write lock.
        connection.isolation_level = None
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A transaction that reads first and then writes fails at once where another has written between;
        # one that takes the write lock first waits its turn.
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(url: URL) -> Engine:
    given: dict[str, Any] = {} if "connect_timeout" in url.query else {"connect_timeout": _CONNECT_SECONDS}
    try:
        return create_engine(url, pool_pre_ping=True, connect_args=given, **_OPTIONS)
    except ImportError as error:
        raise InputError(
            f"A run store in PostgreSQL needs the driver psycopg: {how_to_install('postgres')}."
        ) from error
