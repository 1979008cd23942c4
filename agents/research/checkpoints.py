"""Where runs are kept so that a killed one goes on: a SQLite file, a PostgreSQL database, or memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.checkpoint.memory import InMemorySaver

from agents.research.checkpoint_file import checkpoint_file
from agents.research.saver_errors import GuardedSaver
from data_base.errors import InputError
from data_base.extras import how_to_install

if TYPE_CHECKING:
    from agents.research.checkpoint_database import CheckpointDatabase

_PART = "part"
"""The channel of what is kept with a checkpoint and is no state of the graph."""


@asynccontextmanager
async def open_checkpoints(place: Path | str | None) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """A saver for one run; each run has its own connection, closed at the end.

    Args:
        place: the SQLite file, made with its folder where it is not there; the ``postgresql://`` address of a
            database; None keeps the run in memory.

    Raises:
        InputError: the place cannot be opened or is no database, or PostgreSQL's driver is not installed.
            What is written to it later raises the same where it cannot be kept.
    """
    if place is None:
        yield InMemorySaver()
        return
    async with _database(place) if isinstance(place, str) else checkpoint_file(place) as saver:
        yield saver


def _database(url: str) -> AbstractAsyncContextManager[CheckpointDatabase]:
    try:
        from agents.research.checkpoint_database import checkpoint_database  # noqa: PLC0415  (an extra)
    except ImportError as error:
        raise InputError(
            f"Checkpoints in PostgreSQL need its driver: {how_to_install('postgres')}."
        ) from error
    return checkpoint_database(url)


class CheckpointParts:
    """Parts of what is made once a run has ended, kept with its last checkpoint."""

    def __init__(self, saver: BaseCheckpointSaver[str], last: CheckpointTuple) -> None:
        """Use the last checkpoint of a run; see :func:`checkpoint_parts`."""
        self._saver, self._last = saver, last
        # A write of a task that the graph does not have is none of its state.
        self._kept = {task: part for task, channel, part in last.pending_writes or () if channel == _PART}

    def part(self, name: str) -> Any | None:  # noqa: ANN401  (JSON data)
        """What was kept under a name before; None where nothing was."""
        return self._kept.get(name)

    async def keep(self, name: str, part: Any) -> None:  # noqa: ANN401  (as above)
        """Keep plain JSON data under a name.

        Raises:
            InputError: the place cannot be written.
        """
        await self._saver.aput_writes(self._last.config, [(_PART, part)], name)


async def checkpoint_parts(saver: BaseCheckpointSaver[str], thread_id: str) -> CheckpointParts | None:
    """What is kept with the last checkpoint of a run; None where it has no checkpoint.

    Raises:
        InputError: the place cannot be read.
    """
    last = await saver.aget_tuple({"configurable": {"thread_id": thread_id}})
    return None if last is None else CheckpointParts(saver, last)


async def keep_last(saver: BaseCheckpointSaver[str], thread_id: str) -> None:
    """Drop all but the last checkpoint of a finished run; its result can still be read.

    Every step of a run keeps the whole state, so that a file of many finished runs would grow to many
    times their size.

    Raises:
        InputError: the place cannot be written.
    """
    if isinstance(saver, GuardedSaver):
        await saver.keep_last(thread_id)
