"""A file of checkpoints that says in one sentence what is wrong with it."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import aiosqlite
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple

_OLDER_THAN_THE_LAST = """
DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id < (
    SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?)
"""


class CheckpointFile(AsyncSqliteSaver):
    """LangGraph's SQLite saver; errors of the database are the user's to mend.

    Only the saver's own: an error of a retriever that searches an SQLite file of its own is none of these.
    The state is plain JSON data, so the serialiser may build no type whatever when it reads.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        """Bind an open connection to the file at ``path``."""
        super().__init__(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        self._path = path

    async def setup(self) -> None:
        """As the saver's; a file that is no database raises ``InputError``."""
        with unusable(self._path):
            await super().setup()

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """As the saver's; a file that cannot be read raises ``InputError``."""
        with unusable(self._path):
            return await super().aget_tuple(config)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """As the saver's; a full disk raises ``InputError``."""
        with unusable(self._path):
            return await super().aput(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """As the saver's; a full disk raises ``InputError``."""
        with unusable(self._path):
            await super().aput_writes(config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        """As the saver's; a full disk raises ``InputError``."""
        with unusable(self._path):
            await super().adelete_thread(thread_id)

    async def keep_last(self, thread_id: str) -> None:
        """Drop all but the last checkpoint of a run; a full disk raises ``InputError``."""
        with unusable(self._path):
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
