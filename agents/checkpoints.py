"""Where runs are kept so that a killed one goes on: a SQLite file, or memory."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING

from langgraph.checkpoint.memory import InMemorySaver

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import aiosqlite
    from langgraph.checkpoint.base import BaseCheckpointSaver

# Many runs write to one file; each waits its turn.
_BUSY_SECONDS = 60.0


@asynccontextmanager
async def open_checkpoints(path: Path | None) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """A saver for one run; each run has its own connection, closed at the end.

    Args:
        path: the SQLite file, made with its folder where it is not there; None keeps the run in memory.

    Raises:
        InputError: the file cannot be opened or is no database. What is written to it later raises the same
            where it cannot be kept.
    """
    if path is None:
        yield InMemorySaver()
        return
    from agents.checkpoint_file import CheckpointFile, unusable  # noqa: PLC0415  (only where a file is asked for)

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
    import aiosqlite  # noqa: PLC0415  (only where a file is asked for)

    opening = asyncio.ensure_future(aiosqlite.connect(path, timeout=_BUSY_SECONDS))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        with suppress(OSError, sqlite3.Error):
            await (await opening).close()
        raise


async def keep_last(saver: BaseCheckpointSaver[str], thread_id: str) -> None:
    """Drop all but the last checkpoint of a finished run; its result can still be read.

    Every step of a run keeps the whole state, so that a file of many finished runs would grow to many
    times what they came to.

    Raises:
        InputError: the file cannot be written.
    """
    from agents.checkpoint_file import CheckpointFile  # noqa: PLC0415  (only where a file is asked for)

    if isinstance(saver, CheckpointFile):
        await saver.keep_last(thread_id)
