"""Hears what other processes that share a store in PostgreSQL say, and passes it on in this one."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy.exc import DBAPIError

from data_base.logs import module_logger
from service.jobs.notifications import EVENTS, HOOKS, WORK

if TYPE_CHECKING:
    from types import TracebackType

    from service.jobs.job_store import JobStore

logger = module_logger(__name__)
_STOP_S = 0.25
"""How soon the thread sees that it is to stop."""
_RETRY_S = 1.0


class PostgresListener:
    """A thread with a connection of its own, for as long as the block takes; nothing for a file.

    A connection that is lost is opened again. What was said meanwhile is missed: who waits for news also
    looks from time to time.
    """

    def __init__(self, jobs: JobStore) -> None:
        """Hear what concerns these jobs."""
        self._jobs = jobs
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="judge-listener", daemon=True)

    def __enter__(self) -> Self:
        if self._jobs.is_shared:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        from psycopg import Error  # noqa: PLC0415  (only there for a store in PostgreSQL)

        while not self._stop.is_set():
            try:
                self._listen()
            except (Error, DBAPIError) as error:
                logger.warning("what other processes say is not heard: %s", error)
                self._stop.wait(_RETRY_S)

    def _listen(self) -> None:
        signals = self._jobs.signals
        with closing(self._jobs.own_connection()) as own:
            connection: Any = own.dbapi_connection
            connection.autocommit = True
            for channel in (WORK, EVENTS, HOOKS):
                connection.execute(f"LISTEN {channel}")
            # Something may have been said before.
            signals.send(WORK)
            while not self._stop.is_set():
                for said in connection.notifies(timeout=_STOP_S):
                    signals.hear(said.channel, said.payload)
