"""One run at a time in an output folder: two at once would pay for everything twice."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from data_base.errors import InputError

LOCK = "lock.sqlite"


@contextmanager
def sole_use(folder: Path) -> Iterator[None]:
    """Keep every other run out of a folder.

    The lock is SQLite's own on an empty database: it works on every platform, within a process and between
    processes, and the operating system lifts it when the process ends, however it ends. The file stays.

    Args:
        folder: the output folder; it must exist.

    Raises:
        InputError: another run is at work there, or the lock file cannot be used.
    """
    path = folder / LOCK
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    except sqlite3.Error as error:
        raise _unusable(path, error) from error
    with closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise InputError(
                    f"{folder}: another run is at work in this folder; wait for it or name another --out."
                ) from error
            raise _unusable(path, error) from error
        yield


def _unusable(path: Path, error: sqlite3.Error) -> InputError:
    return InputError(
        f"{path} cannot be used ({error}); check that the folder is writable, or name another with --out."
    )
