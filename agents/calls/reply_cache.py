"""Replies of models, kept in an SQLite file so that none is paid for twice.

All work on the file is done by one thread, which takes whatever has gathered since its last turn into one
transaction: the event loop never waits for the disk, and many replies cost one commit. Several processes may
share a file.
"""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakValueDictionary, finalize

from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.private_files import private_file
from data_base.store.write_ahead import log_ahead

_BUSY_SECONDS = 30.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY,
    model TEXT NOT NULL,
    text TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    stored_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    model_served TEXT,
    system_fingerprint TEXT
) WITHOUT ROWID
"""
# What files of earlier versions lack.
_LATER_COLUMNS = ("model_served", "system_fingerprint")
_COLUMNS = "model, text, input_tokens, output_tokens, model_served, system_fingerprint"
_log = module_logger(__name__)
CacheOperation = Callable[[sqlite3.Connection], Any]
"""Reads or writes the file, in its own thread."""


class StoredReply(NamedTuple):
    """A reply as it came."""

    model: str
    """The model's name."""
    text: str
    """The reply."""
    input_tokens: int
    """Tokens that were sent for it."""
    output_tokens: int
    """Tokens that were received."""
    model_served: str | None = None
    """The model as the reply named it, None where it did not."""
    system_fingerprint: str | None = None
    """The server's configuration, None where it did not say."""


class _Job(NamedTuple):
    work: CacheOperation
    done: Future[Any]


class ReplyCache:
    """Replies by key (see :mod:`agents.calls.reply_key`).

    A file that cannot be written or read for a moment costs a warning and a model call, never a judgement.
    """

    def __init__(self, path: Path) -> None:
        """Bind the file; it is opened, and made if need be, on first use."""
        self._path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reply-cache")
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._jobs: list[_Job] = []
        self._turns: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()
        # The garbage collector may run this in any thread: it waits for nothing and takes no lock. The thread
        # ends by itself once nothing refers to its executor.
        finalize(self, _close_all, self._connections, os.getpid())

    def turn(self, key: str) -> asyncio.Lock:
        """A lock for a key in this loop: who waits for it finds the reply that the one before it paid for."""
        return self._turns.setdefault((id(asyncio.get_running_loop()), key), asyncio.Lock())

    async def get(self, key: str) -> StoredReply | None:
        """The reply kept under a key, None where there is none.

        Raises:
            InputError: the file cannot be opened.
        """
        row = await self._do(
            lambda db: db.execute(
                f"SELECT {_COLUMNS} FROM replies WHERE key = ?",  # noqa: S608  (columns of ours)
                (key,),
            ).fetchone()
        )
        return None if row is None else StoredReply(*row)

    async def put(self, key: str, reply: StoredReply) -> None:
        """Keep a reply; one that is already kept under the key stays.

        Raises:
            InputError: the file cannot be opened.
        """
        await self._do(
            lambda db: (
                db.execute(
                    f"INSERT OR IGNORE INTO replies (key, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                    (key, *reply),
                ).rowcount
            )
        )

    def close(self) -> None:
        """Finish what is under way and close the file; it is opened again when needed."""
        self._thread.shutdown(wait=True)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reply-cache")
        _close_all(self._connections, os.getpid())

    async def _do(self, work: CacheOperation) -> Any:  # noqa: ANN401  (whatever the work gives)
        job = _Job(work, Future())
        with self._lock:
            self._jobs.append(job)
            is_first = len(self._jobs) == 1
        if is_first:
            self._thread.submit(self._work_off)
        try:
            return await asyncio.wrap_future(job.done)
        except (sqlite3.Error, OverflowError) as error:
            _log.warning("the reply cache %s was passed over: %s", self._path, error)
            return None

    def _work_off(self) -> None:
        """In the thread: do all jobs that have gathered in one transaction."""
        with self._lock:
            jobs, self._jobs = self._jobs, []
        outcomes: list[Any]
        settle: Callable[[Future[Any], Any], None]
        try:
            connection = self._opened()
            with connection:
                outcomes, settle = [job.work(connection) for job in jobs], Future.set_result
        except Exception as error:  # noqa: BLE001  (every waiting caller must get it)
            outcomes, settle = [error] * len(jobs), Future.set_exception
        for job, outcome in zip(jobs, outcomes, strict=True):
            with suppress(InvalidStateError):  # its caller was cancelled meanwhile
                settle(job.done, outcome)

    def _opened(self) -> sqlite3.Connection:
        if not self._connections:
            self._connections.append(_open(self._path))
        return self._connections[0]


def _close_all(connections: list[sqlite3.Connection], process: int) -> None:
    # To close them in a forked child would take away the locks of its parent.
    while connections and process == os.getpid():
        connections.pop().close()


def _open(path: Path) -> sqlite3.Connection:
    """Open the file.

    Raises:
        InputError: it cannot be made, or is no cache.
    """
    try:
        private_file(path)
        connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise InputError(_unusable(path, error)) from None
    try:
        log_ahead(connection.cursor(), patience=_BUSY_SECONDS)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(_SCHEMA)
        _add_later_columns(connection)
        connection.execute(f"SELECT key, {_COLUMNS} FROM replies LIMIT 0")  # noqa: S608  (columns of ours)
        connection.commit()
    except sqlite3.Error as error:
        connection.close()
        raise InputError(_unusable(path, error)) from None
    return connection


def _add_later_columns(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")  # two processes may open an old file at once
    known = {row[1] for row in connection.execute("PRAGMA table_info(replies)")}
    for name in _LATER_COLUMNS:
        if known and name not in known:
            connection.execute(f"ALTER TABLE replies ADD COLUMN {name} TEXT")


def _unusable(path: Path, error: Exception) -> str:
    return (
        f"{path}: cannot be used as a reply cache ({error}); name another file by JUDGE_CACHE or the "
        "setting `cache`, or leave it empty to keep none."
    )
