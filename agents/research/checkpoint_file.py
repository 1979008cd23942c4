"""A file of checkpoints that says in one sentence what is wrong with it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import aiosqlite
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from tenacity import AsyncRetrying, retry_if_exception, stop_after_delay, wait_random

from agents.research.saver_errors import GuardedSaver, reported
from data_base.private_files import private_file

_OLDER_THAN_THE_LAST = """
DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id < (
    SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?)
"""

# Many runs write to one file; each waits its turn.
_BUSY_SECONDS = 60.0
_AGAIN_SECONDS = (0.01, 0.1)
_OPENING_SECONDS = 60.0
_REMEDY = (
    "free some space or choose another path (--out for the arena, else JUDGE_CHECKPOINTS or the setting "
    "checkpoints)"
)


class CheckpointFile(GuardedSaver, AsyncSqliteSaver):
    """LangGraph's SQLite saver; errors of the database are reported as errors that the user can fix."""

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
        with self.guard():
            await again(super().setup)

    async def keep_last(self, thread_id: str) -> None:
        """Drop all but the last checkpoint of a run."""
        with self.guard():
            async with self.lock:
                for table in ("writes", "checkpoints"):
                    await self.conn.execute(_OLDER_THAN_THE_LAST.format(table=table), (thread_id, thread_id))
                await self.conn.commit()

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
    guard = partial(reported, path, (OSError, sqlite3.Error), _REMEDY)
    async with AsyncExitStack() as stack:
        with guard():
            private_file(path)
            connection = await _connected(path)
        stack.push_async_callback(connection.close)
        saver = CheckpointFile(connection, guard)
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
