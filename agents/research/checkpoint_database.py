"""Checkpoints in PostgreSQL: runs that several machines can resume."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from urllib.parse import urlsplit

import psycopg
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg.rows import dict_row

from agents.research.saver_errors import GuardedSaver, reported

_CONNECT_SECONDS = 10
# Any number that no other program on the database is likely to lock.
_SETUP_LOCK = 7_261_503_991
_SETUP_WAIT = 0.05
_REMEDY = "fix the database or name another place in JUDGE_CHECKPOINTS or in the setting checkpoints"


class CheckpointDatabase(GuardedSaver, AsyncPostgresSaver):
    """LangGraph's PostgreSQL saver; errors of the database are reported as errors that the user can fix."""

    async def setup(self) -> None:
        """Make the tables where they are not there; many runs may begin at once, one of them makes them.

        The lock is asked for again and again instead of waited for: an index is built concurrently, which
        waits for every statement under way, a waiting one included.
        """
        with self.guard():
            while not await self._try_lock():  # noqa: ASYNC110  (another process has it: no event says so)
                await asyncio.sleep(_SETUP_WAIT)
            try:
                await super().setup()
            finally:
                async with self._cursor() as cursor:
                    await cursor.execute("SELECT pg_advisory_unlock(%s)", (_SETUP_LOCK,))

    async def _try_lock(self) -> bool:
        async with self._cursor() as cursor:
            await cursor.execute("SELECT pg_try_advisory_lock(%s) AS got", (_SETUP_LOCK,))
            row = await cursor.fetchone()
        return row is not None and bool(row["got"])

    async def keep_last(self, thread_id: str) -> None:
        """Drop all but the last checkpoint of a run."""
        with self.guard():
            await self.aprune([thread_id], strategy="keep_latest")


@asynccontextmanager
async def checkpoint_database(url: str) -> AsyncIterator[CheckpointDatabase]:
    """A saver over a connection of its own, closed at the end.

    Raises:
        InputError: the database cannot be reached or written.
    """
    guard = partial(reported, without_password(url), (psycopg.Error,), _REMEDY)
    with guard():
        connection = await psycopg.AsyncConnection.connect(
            url, autocommit=True, prepare_threshold=0, row_factory=dict_row, connect_timeout=_CONNECT_SECONDS
        )
    async with connection:
        saver = CheckpointDatabase(connection, guard)
        await saver.setup()
        yield saver


def without_password(url: str) -> str:
    """The address as it can be shown."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
