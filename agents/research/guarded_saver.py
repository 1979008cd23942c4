"""What the savers of checkpoints share: their errors are reported as errors that the user can fix."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig


class GuardedSaver(BaseCheckpointSaver[str]):
    """Wraps one of LangGraph's savers and puts its errors into words.

    Only the saver's own: an error of a retriever that searches a database of its own is none of these.
    """

    @abstractmethod
    def errors(self) -> AbstractContextManager[None]:
        """Turns an error of the place into an ``InputError`` that names it."""

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """As the saver's; a place that cannot be read raises ``InputError``."""
        with self.errors():
            return await super().aget_tuple(config)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """As the saver's; a place that cannot be written raises ``InputError``."""
        with self.errors():
            return await super().aput(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """As the saver's; a place that cannot be written raises ``InputError``."""
        with self.errors():
            await super().aput_writes(config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        """As the saver's; a place that cannot be written raises ``InputError``."""
        with self.errors():
            await super().adelete_thread(thread_id)
