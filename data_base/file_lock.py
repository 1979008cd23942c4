"""A lock that is a file: on every platform, within a process and between processes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path


@contextmanager
def lock_file(path: Path) -> Iterator[bool]:
    """Whether nobody else has a lock; nobody gets it while the block lasts, and its file goes with the block.

    The lock is SQLite's own on an empty database: the operating system lifts it when the process ends,
    however it ends.

    Raises:
        sqlite3.Error: the file cannot be used.
    """
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            yield False
            return
        # The process before may have removed the file in between: a lock on it would keep no one out.
        there = path.exists()
        try:
            yield there
        finally:
            if there:
                with suppress(OSError):
                    path.unlink()
