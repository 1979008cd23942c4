"""Where runs are kept so that a killed one goes on: a SQLite file, or memory."""

from __future__ import annotations

import sqlite3
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

# Many runs write to one file; each waits its turn.
_BUSY_SECONDS = 60.0
_OLDER_THAN_THE_LAST = """
DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id < (
    SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?)
"""


@asynccontextmanager
async def open_checkpoints(path: Path | None) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """A saver for one run; each run has its own connection, closed at the end.

    The state is plain JSON data, so the serialiser may build no type whatever when it reads.

    Args:
        path: the SQLite file, made with its folder where it is not there; None keeps the run in memory.

    Raises:
        InputError: the file cannot be opened or is no database.
    """
    if path is None:
        yield InMemorySaver()
        return
    import aiosqlite  # noqa: PLC0415  (only where a file is asked for)
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver  # noqa: PLC0415

    async with AsyncExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = await stack.enter_async_context(aiosqlite.connect(path, timeout=_BUSY_SECONDS))
            saver = AsyncSqliteSaver(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
            await saver.setup()
        except (OSError, sqlite3.Error) as error:
            raise _unusable(path, error) from error
        stack.push_async_callback(_close, saver)
        yield saver


async def _close(saver: AsyncSqliteSaver) -> None:
    """Close the connection between two writes.

    A cancelled run may leave a write half done, or still have one under way. Closing alone does not end such
    a transaction while its cursor lives in some traceback, and the file would stay locked.
    """
    async with saver.lock:
        await saver.conn.rollback()
        await saver.conn.close()


async def keep_last(saver: BaseCheckpointSaver[str], thread_id: str) -> None:
    """Drop all but the last checkpoint of a finished run; its result can still be read.

    Every step of a run keeps the whole state, so that a file of many finished runs would grow to many
    times what they came to.
    """
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver  # noqa: PLC0415

    if not isinstance(saver, AsyncSqliteSaver):
        return
    async with saver.lock:
        for table in ("writes", "checkpoints"):
            await saver.conn.execute(_OLDER_THAN_THE_LAST.format(table=table), (thread_id, thread_id))
        await saver.conn.commit()


def _unusable(path: Path, error: Exception) -> InputError:
    return InputError(
        f"{path}: checkpoints cannot be kept there ({error}); name another file in JUDGE_CHECKPOINTS or in "
        f"the setting checkpoints, or switch them off by leaving it empty."
    )
