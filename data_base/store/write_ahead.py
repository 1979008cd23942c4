"""Switching an SQLite file to a write-ahead log, so that readers read while another process writes."""

from typing import Protocol


class Cursor(Protocol):
    """What is needed of a cursor of any driver (PEP 249)."""

    def execute(self, statement: str, /) -> object:
        """Run a statement."""

    def fetchone(self) -> object:
        """The next row of its result."""


def log_ahead(cursor: Cursor, *, patience: float) -> None:
    """Switch to a write-ahead log where the file has none yet.

    Two processes that open a new file at once lock it for each other; SQLite then refuses one of them without
    waiting, and it has to try again.

    Args:
        cursor: of a connection that is within no transaction.
        patience: seconds after which to give up.

    Raises:
        sqlite3.OperationalError: another process still locks the file, or it cannot be written.
    """
    from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_random  # noqa: PLC0415  (heavy)

    for attempt in Retrying(
        retry=retry_if_exception(lambda error: "locked" in str(error)),
        stop=stop_after_delay(patience),
        wait=wait_random(0.01, 0.1),
        reraise=True,
    ):
        with attempt:
            cursor.execute("PRAGMA journal_mode")
            if cursor.fetchone() != ("wal",):
                cursor.execute("PRAGMA journal_mode = WAL")
