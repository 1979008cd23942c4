"""Checkpoints in PostgreSQL: runs that several machines can take up."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from typing import Any
from urllib.parse import urlsplit

import psycopg
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from psycopg.rows import dict_row

from agents.research.guarded_saver import GuardedSaver
from data_base.errors import InputError

_CONNECT_SECONDS = 10
# Any number that no other program on the database is likely to lock.
_SETUP_LOCK = 7_261_503_991
_SETUP_WAIT = 0.05
_NEWEST_FIRST = """
SELECT c.thread_id FROM checkpoints AS c JOIN (
    SELECT thread_id, max(checkpoint_id) AS last FROM checkpoints GROUP BY thread_id
) AS l ON l.thread_id = c.thread_id AND l.last = c.checkpoint_id ORDER BY c.checkpoint_id DESC
"""


class CheckpointDatabase(GuardedSaver, AsyncPostgresSaver):
    """LangGraph's PostgreSQL saver; errors of the database are reported as errors that the user can fix.

    The state is plain JSON data, so the serialiser may build no type whatever when it reads.
    """

    def __init__(self, connection: psycopg.AsyncConnection[dict[str, Any]], url: str) -> None:
        """Bind an open connection to the database at ``url``."""
        super().__init__(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        self._connection = connection
        self._url = url

    async def setup(self) -> None:
        """Make the tables where they are not there; many runs may begin at once, one of them makes them.

        The lock is asked for again and again instead of waited for: an index is built concurrently, which
        waits for every statement under way, a waiting one included.
        """
        with self.errors():
            while not await self._try_lock():  # noqa: ASYNC110  (another process has it: no event says so)
                await asyncio.sleep(_SETUP_WAIT)
            try:
                await super().setup()
            finally:
                await self._connection.execute("SELECT pg_advisory_unlock(%s)", (_SETUP_LOCK,))

    async def _try_lock(self) -> bool:
        cursor = await self._connection.execute("SELECT pg_try_advisory_lock(%s) AS got", (_SETUP_LOCK,))
        row = await cursor.fetchone()
        return row is not None and bool(row["got"])

    def errors(self) -> AbstractContextManager[None]:
        """See :func:`unreachable`."""
        return unreachable(self._url)

    async def keep_last(self, thread_id: str) -> None:
        """Drop all but the last checkpoint of a run."""
        with self.errors():
            await self.aprune([thread_id], strategy="keep_latest")

    async def thread_ids(self) -> list[str]:
        """All runs that are kept, the one written last first."""
        with self.errors():
            cursor = await self._connection.execute(_NEWEST_FIRST)
            return [str(row["thread_id"]) for row in await cursor.fetchall()]


@asynccontextmanager
async def checkpoint_database(url: str) -> AsyncIterator[CheckpointDatabase]:
    """A saver over a connection of its own, closed at the end.

    Raises:
        InputError: the database cannot be reached or written.
    """
    with unreachable(url):
        connection = await psycopg.AsyncConnection.connect(
            url, autocommit=True, prepare_threshold=0, row_factory=dict_row, connect_timeout=_CONNECT_SECONDS
        )
    async with connection:
        saver = CheckpointDatabase(connection, url)
        await saver.setup()
        yield saver


@contextmanager
def unreachable(url: str) -> Iterator[None]:
    """Errors of the database as one sentence that names it without its password.

    Raises:
        InputError: one of them happened.
    """
    try:
        yield
    except psycopg.Error as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise InputError(
            f"{without_password(url)}: checkpoints cannot be kept there ({said}); fix the database or name "
            "another place in JUDGE_CHECKPOINTS or in the setting checkpoints, and give the command again."
        ) from error


def without_password(url: str) -> str:
    """The address as it can be shown."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
