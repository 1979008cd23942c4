"""What has been asked by batch and what came back: an SQLite file that outlives every process.

A line is one request. It is *wanted* until it is put into a batch, then *in flight*, and *answered* once its
reply, or the error that is final, is here. A batch is entered with an id of ours before anything is sent.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from agents.batches.ledger_rows import FILLED, BatchedRequest
from agents.models.batches.provider import OK, BatchedReply, OpenBatch
from data_base.errors import InputError
from data_base.private_files import private_file
from data_base.store.write_ahead import log_ahead

MOST_ATTEMPTS = 6
"""Times that a line is worked on before its last error is final."""
_BUSY_SECONDS = 30.0
_TOGETHER = 500
_SOON_SECONDS = 0.5
_VERSION = 1
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS lines (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL, run TEXT NOT NULL,
    case_id TEXT NOT NULL, account TEXT NOT NULL, body TEXT, attempts INTEGER NOT NULL DEFAULT 0,
    batch TEXT, sent_at REAL, answered_at REAL, answered_in TEXT, status INTEGER, reply TEXT
);
CREATE INDEX IF NOT EXISTS lines_by_key ON lines (key);
CREATE INDEX IF NOT EXISTS lines_by_case ON lines (run, case_id);
CREATE INDEX IF NOT EXISTS lines_in_flight ON lines (batch) WHERE batch IS NOT NULL;
CREATE INDEX IF NOT EXISTS lines_wanted ON lines (account, run, number)
    WHERE batch IS NULL AND status IS NULL;
CREATE TABLE IF NOT EXISTS batches (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, state TEXT NOT NULL, provider_id TEXT, file_id TEXT,
    created_at REAL NOT NULL, lines INTEGER NOT NULL
);
PRAGMA user_version = {_VERSION};
"""
_LINE = "id, key, run, case_id, attempts, batch, sent_at, answered_at, answered_in, status, reply"
# A reply is taken from whichever batch it comes; an error only from the one that is waited for.
_REPLIED = (
    "UPDATE lines SET status = :status, reply = :reply, answered_at = :now, answered_in = :by, batch = NULL, "
    "body = NULL WHERE id = :id AND status IS NULL"
)
_REFUSED = f"{_REPLIED} AND batch = :batch"
_GIVEN_UP = f"{_REFUSED} AND attempts >= {MOST_ATTEMPTS}"
_AGAIN = "UPDATE lines SET batch = NULL WHERE id = :id AND batch = :batch AND status IS NULL"
_BATCH = "id, account, state, provider_id, file_id, created_at, lines"


class BatchLedger:
    """The lines and batches of a file.

    Its work is done where it is called: a look-up takes some ten microseconds. What the answers' own
    processes could find out again (new lines, lines that are done with) is written some hundreds at a time;
    what must not be lost is on the disk when the method returns.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or make it.

        Raises:
            InputError: it cannot be used.
        """
        self.path = path
        self._db = _open(path)
        self._unwritten = 0
        # Another process that notes other batches in the file waits for what is not written.
        self._soon: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Write what is left and close the file."""
        self.flush()
        self._db.close()

    def flush(self) -> None:
        """Write what has gathered."""
        self._unwritten = 0
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        if self._db.in_transaction:
            self._db.execute("COMMIT")

    def tries(self, key: str) -> list[BatchedRequest]:
        """The lines of a reply, oldest first: another way of asking is another line."""
        rows = self._db.execute(f"SELECT {_LINE} FROM lines WHERE key = ? ORDER BY number", (key,))  # noqa: S608  (columns of ours)
        return [BatchedRequest(*row) for row in rows]

    def waits(self, run: str, case_id: str) -> bool:
        """Whether a line of a case is not answered yet."""
        found = self._db.execute(
            "SELECT 1 FROM lines WHERE run = ? AND case_id = ? AND status IS NULL LIMIT 1", (run, case_id)
        )
        return found.fetchone() is not None

    def add(self, line_id: str, key: str, *, run: str, case_id: str, account: str, body: str) -> None:
        """Want a line; one that is known stays as it is."""
        self._later(
            "INSERT OR IGNORE INTO lines (id, key, run, case_id, account, body) VALUES (?, ?, ?, ?, ?, ?)",
            (line_id, key, run, case_id, account, body),
        )

    def take_over(self, key: str, *, run: str, case_id: str) -> None:
        """Have a case pay for the lines of a reply that another run has asked for and not used."""
        self._later(
            "UPDATE lines SET run = ?, case_id = ? WHERE key = ? AND run <> ?", (run, case_id, key, run)
        )

    def settle(self, run: str, case_id: str) -> None:
        """Forget a case's lines: what they cost is kept with its item."""
        self._later("DELETE FROM lines WHERE run = ? AND case_id = ? AND batch IS NULL", (run, case_id))

    def forget(self, run: str) -> None:
        """Forget what is left of a run that has ended, but for what is in flight."""
        with self._writing():
            self._db.execute("DELETE FROM lines WHERE run = ? AND batch IS NULL", (run,))

    def wanted(self, account: str, run: str) -> bool:
        """Whether a run has lines that are in no batch."""
        found = self._db.execute(
            "SELECT 1 FROM lines WHERE account = ? AND run = ? AND batch IS NULL AND status IS NULL LIMIT 1",
            (account, run),
        )
        return found.fetchone() is not None

    def batches_of(self, run: str) -> set[str]:
        """The batches that lines of a run are in flight in."""
        rows = self._db.execute(
            "SELECT DISTINCT batch FROM lines WHERE run = ? AND batch IS NOT NULL", (run,)
        )
        return {batch for (batch,) in rows}

    def take(
        self, batch_id: str, account: str, run: str, *, most_lines: int, most_bytes: int, extra: int
    ) -> OpenBatch | None:
        """Put wanted lines of a run into a new batch; on the disk when this returns.

        Args:
            batch_id: ours.
            account: whose lines.
            run: whose lines.
            most_lines: lines at most.
            most_bytes: bytes of the file at most; a line that is longer goes alone.
            extra: bytes of a line in addition to its body.

        Returns:
            The batch, None where no line is wanted.
        """
        with self._writing():
            rows = self._db.execute(
                "SELECT number, length(CAST(body AS BLOB)) FROM lines WHERE account = ? AND run = ? "
                "AND batch IS NULL AND status IS NULL ORDER BY number LIMIT ?",
                (account, run, most_lines),
            )
            chosen, size = list[int](), 0
            for number, length in rows:
                size += length + extra
                if chosen and size > most_bytes:
                    break
                chosen.append(number)
            if not chosen:
                return None
            now = time.time()
            made = OpenBatch(batch_id, account, FILLED, None, None, now, len(chosen))
            self._db.execute(
                f"INSERT INTO batches ({_BATCH}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  (columns of ours)
                made,
            )
            self._db.executemany(
                "UPDATE lines SET batch = ?, attempts = attempts + 1, sent_at = ? WHERE number = ?",
                ((batch_id, now, number) for number in chosen),
            )
        return made

    def bodies(self, batch_id: str) -> Iterator[tuple[str, str]]:
        """Id and body of each line in a batch that is not answered."""
        yield from self._db.execute(
            "SELECT id, body FROM lines WHERE batch = ? AND status IS NULL ORDER BY number", (batch_id,)
        )

    def note(
        self, batch_id: str, state: str, *, provider_id: str | None = None, file_id: str | None = None
    ) -> None:
        """Note how far a batch came; on the disk when this returns."""
        with self._writing():
            self._db.execute(
                "UPDATE batches SET state = ?, provider_id = coalesce(?, provider_id), "
                "file_id = coalesce(?, file_id) WHERE id = ?",
                (state, provider_id, file_id, batch_id),
            )

    def open_batches(self, accounts: Iterable[str]) -> list[OpenBatch]:
        """The batches of some accounts whose results are not here yet, oldest first."""
        rows = self._db.execute(f"SELECT {_BATCH} FROM batches ORDER BY created_at, id")  # noqa: S608  (columns of ours)
        known = set(accounts)
        return [batch for batch in map(OpenBatch._make, rows) if batch.account in known]

    def answer(self, batch: OpenBatch, outcomes: Sequence[BatchedReply]) -> int:
        """Note what came of some lines of a batch; on the disk when this returns.

        The first reply of a line counts. An error that is not final makes a line wanted again, until it has
        been worked on :data:`MOST_ATTEMPTS` times.

        Returns:
            Lines that are answered now and were not before.
        """
        now, answered = time.time(), 0
        with self._writing():
            for each in outcomes:
                terms = {
                    "id": each.id,
                    "batch": batch.id,
                    "status": each.status,
                    "reply": json.dumps(each.content, ensure_ascii=False),
                    "now": now,
                    "by": batch.provider_id,
                }
                if each.status == OK:
                    answered += self._db.execute(_REPLIED, terms).rowcount
                elif each.is_final:
                    answered += self._db.execute(_REFUSED, terms).rowcount
                else:
                    answered += self._db.execute(_GIVEN_UP, terms).rowcount
                    self._db.execute(_AGAIN, terms)
        return answered

    def end(self, batch_id: str) -> None:
        """Forget a batch that has ended; a line without a result was not worked on, and is wanted again."""
        with self._writing():
            self._db.execute(
                "UPDATE lines SET batch = NULL, attempts = attempts - 1 WHERE batch = ?", (batch_id,)
            )
            self._db.execute("DELETE FROM batches WHERE id = ?", (batch_id,))

    def _later(self, statement: str, terms: tuple[object, ...]) -> None:
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")
            with suppress(RuntimeError):  # outside an event loop
                self._soon = asyncio.get_running_loop().call_later(_SOON_SECONDS, self.flush)
        self._db.execute(statement, terms)
        self._unwritten += 1
        if self._unwritten >= _TOGETHER:
            self.flush()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self.flush()
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")


def _open(path: Path) -> sqlite3.Connection:
    try:
        private_file(path)
        connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise _unusable(path, str(error)) from None
    try:
        log_ahead(connection.cursor(), patience=_BUSY_SECONDS)
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > _VERSION:
            raise _unusable(path, "a later version of this project wrote it")
        # A batch that was sent and is not known of is paid for twice, a crash of the machine included.
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(_SCHEMA)
        connection.execute(f"SELECT {_LINE} FROM lines LIMIT 0")  # noqa: S608  (columns of ours)
    except sqlite3.Error as error:
        connection.close()
        raise _unusable(path, str(error)) from None
    except InputError:
        connection.close()
        raise
    return connection


def _unusable(path: Path, why: str) -> InputError:
    return InputError(
        f"{path}: cannot be used to note batches ({why}); name another file of replies in JUDGE_CACHE, whose "
        "folder it lies in."
    )
