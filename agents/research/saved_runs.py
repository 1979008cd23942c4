"""The runs that checkpoints contain: what they ask, how far they are, and how they were begun."""

from pathlib import Path
from typing import cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from pydantic import Field

from agents.research.checkpoints import open_checkpoints, thread_ids
from agents.research.graph import research_graph
from agents.research.state import ResearchState
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas_deep_research import StopReason


class KeptRun(Frozen):
    """A run that can be taken up again, or whose result can be read.

    Attributes:
        thread_id: its name.
        question: what it researches.
        attempts: how many attempts are judged.
        stop_reason: why it ended, None while it has not.
        written_at: when its last step was kept, as ISO 8601 in UTC.
        notes: what the caller who began it wrote down to take it up again.
    """

    thread_id: str
    question: str
    attempts: int
    stop_reason: StopReason | None = None
    written_at: str
    notes: dict[str, str] = Field(default_factory=dict)


async def kept_runs(place: Path | str | None) -> list[KeptRun]:
    """All runs in a place, the one written last first.

    Raises:
        InputError: the place cannot be read.
    """
    if not _exists(place):
        return []
    async with open_checkpoints(place) as saver:
        runs = [await _read(saver, thread_id) for thread_id in await thread_ids(saver)]
    return [run for run in runs if run is not None]


async def kept_run(place: Path | str | None, thread_id: str) -> KeptRun:
    """One run by its name.

    Raises:
        InputError: the place contains no such run, or cannot be read.
    """
    run = None
    if _exists(place):
        async with open_checkpoints(place) as saver:
            run = await _read(saver, thread_id)
    if run is None:
        raise InputError(
            f"There is no run {thread_id} to resume; judge research --list names those there are."
        )
    return run


def _exists(place: Path | str | None) -> bool:
    """Whether there can be runs at all; asking for them makes no file."""
    return isinstance(place, str) or (place is not None and place.exists())


async def _read(saver: BaseCheckpointSaver[str], thread_id: str) -> KeptRun | None:
    config: RunnableConfig = {"configurable": {"thread_id": thread_id}}
    snapshot = await research_graph().copy({"checkpointer": saver}).aget_state(config)
    state = cast("ResearchState", snapshot.values)
    if "question" not in state:
        return None
    return KeptRun(
        thread_id=thread_id,
        question=state["question"],
        attempts=len(state.get("attempts", [])),
        stop_reason=state.get("stop_reason") if "best_index" in state else None,
        written_at=snapshot.created_at or "",
        notes=state.get("notes", {}),
    )
