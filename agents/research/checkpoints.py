"""Where runs are kept so that a killed one goes on: a SQLite file, a PostgreSQL database, or memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver

from agents.research.checkpoint_file import checkpoint_file
from agents.research.saver_errors import GuardedSaver
from data_base.errors import InputError
from data_base.extras import how_to_install

if TYPE_CHECKING:
    from agents.research.checkpoint_database import CheckpointDatabase


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


async def keep_last(saver: BaseCheckpointSaver[str], thread_id: str) -> None:
    """Drop all but the last checkpoint of a finished run; its result can still be read.

    Every step of a run keeps the whole state, so that a file of many finished runs would grow to many
    times their size.

    Raises:
        InputError: the place cannot be written.
    """
    if isinstance(saver, GuardedSaver):
        await saver.keep_last(thread_id)
