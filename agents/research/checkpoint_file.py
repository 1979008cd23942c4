"""A file of checkpoints that says in one sentence what is wrong with it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

import aiosqlite
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from tenacity import AsyncRetrying, retry_if_exception, stop_after_delay, wait_random

from agents.research.guarded_saver import GuardedSaver
from data_base.errors import InputError

_OLDER_THAN_THE_LAST = """
DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id < (
    SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?)
"""

# Many runs write to one file; each waits its turn.
_BUSY_SECONDS = 60.0
_AGAIN_SECONDS = (0.01, 0.1)
_OPENING_SECONDS = 60.0
_NEWEST_FIRST = "SELECT thread_id FROM checkpoints GROUP BY thread_id ORDER BY max(checkpoint_id) DESC"


class CheckpointFile(GuardedSaver, AsyncSqliteSaver):
    """LangGraph's SQLite saver; errors of the database are reported as errors that the user can fix.

    The state is plain JSON data, so the serialiser may build no type whatever when it reads.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        """Bind an open connection to the file at ``path``."""
        super().__init__(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        self._path = path

    async def setup(self) -> None:
        """As the saver's; a file that is no database raises ``InputError``.

        Several connections that open a new file at once get in each other's way: SQLite does not wait for the
        change of its journal's mode. So it is tried again.
        """
        again = AsyncRetrying(
            retry=retry_if_exception(_is_locked),
            wait=wait_random(*_AGAIN_SECONDS),
            stop=stop_after_delay(_OPENING_SECONDS),
            reraise=True,
        )
        with self.errors():
            await again(super().setup)

    def errors(self) -> AbstractContextManager[None]:
        """See :func:`unusable`."""
        return unusable(self._path)

    async def keep_last(self, thread_id: str) -> None:
        """Drop all but the last checkpoint of a run; a full disk raises ``InputError``."""
        with self.errors():
            async with self.lock:
                for table in ("writes", "checkpoints"):
                    await self.conn.execute(_OLDER_THAN_THE_LAST.format(table=table), (thread_id, thread_id))
                await self.conn.commit()

    async def thread_ids(self) -> list[str]:
        """All runs that are kept, the one written last first."""
        with self.errors():
            async with self.lock:
                return [str(row[0]) async for row in await self.conn.execute(_NEWEST_FIRST)]

    async def close(self) -> None:
        """Close the connection between two writes.

        A cancelled run may leave a write half done, or still have one under way. Closing alone does not end
        such a transaction while its cursor lives in some traceback, and the file would stay locked.
        """
        async with self.lock:
            await self.conn.rollback()
            await self.conn.close()


@asynccontextmanager
async def checkpoint_file(path: Path) -> AsyncIterator[CheckpointFile]:
    """The file at ``path`` for one run, made with its folder where it is not there."""
    async with AsyncExitStack() as stack:
        with unusable(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = await _connected(path)
        stack.push_async_callback(connection.close)
        saver = CheckpointFile(connection, path)
        await saver.setup()
        stack.push_async_callback(saver.close)
        yield saver


async def _connected(path: Path) -> aiosqlite.Connection:
    """Open the file; a cancellation waits until it is open and closes it.

    The library's thread would otherwise report to an event loop that may be closed by then.
    """
    opening = asyncio.ensure_future(aiosqlite.connect(path, timeout=_BUSY_SECONDS))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        with suppress(OSError, sqlite3.Error):
            await (await opening).close()
        raise


def _is_locked(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


@contextmanager
def unusable(path: Path) -> Iterator[None]:
    """Errors of the disk and the database as one sentence that names the file.

    Raises:
        InputError: one of them happened.
    """
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise InputError(
            f"{path}: checkpoints cannot be kept there ({error}); make room or name another place (--out for "
            "the arena, else JUDGE_CHECKPOINTS or the setting checkpoints), and give the same command again."
        ) from error
