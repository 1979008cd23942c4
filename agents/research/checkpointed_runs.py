"""The runs that checkpoints contain: what they ask, how far they are, and how they were begun."""

from pathlib import Path

from langgraph.checkpoint.base import CheckpointTuple
from pydantic import Field

from agents.research.checkpoints import open_checkpoints
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas_deep_research import StopReason


class KeptRun(Frozen):
    """A run that can be resumed, or whose result can be read."""

    thread_id: str
    """Its name."""
    question: str
    """What it researches."""
    attempts: int
    """How many attempts are judged."""
    stop_reason: StopReason | None = None
    """Why it ended, None while it has not."""
    written_at: str
    """When its last step was kept, as ISO 8601 in UTC."""
    notes: dict[str, str] = Field(default_factory=dict)
    """What the caller who began it wrote down to take it up again."""


async def kept_runs(place: Path | str | None) -> list[KeptRun]:
    """All runs in a place, the one written last first.

    Raises:
        InputError: the place cannot be read.
    """
    if not _exists(place):
        return []
    newest: dict[str, CheckpointTuple] = {}
    async with open_checkpoints(place) as saver:
        async for step in saver.alist(None):
            newest.setdefault(step.config["configurable"]["thread_id"], step)
    return [run for thread_id, step in newest.items() if (run := _run(thread_id, step)) is not None]


async def kept_run(place: Path | str | None, thread_id: str) -> KeptRun:
    """One run by its name.

    Raises:
        InputError: the place contains no such run, or cannot be read.
    """
    run = None
    if _exists(place):
        async with open_checkpoints(place) as saver:
            run = _run(thread_id, await saver.aget_tuple({"configurable": {"thread_id": thread_id}}))
    if run is None:
        raise InputError(
            f"There is no run {thread_id} to resume; judge research --list names those there are."
        )
    return run


def _exists(place: Path | str | None) -> bool:
    """Whether there can be runs at all; asking for them makes no file."""
    return isinstance(place, str) or (place is not None and place.exists())


def _run(thread_id: str, step: CheckpointTuple | None) -> KeptRun | None:
    """The run by its last step, None where no step of it was done."""
    state = step.checkpoint["channel_values"] if step else {}
    if step is None or "question" not in state:
        return None
    return KeptRun(
        thread_id=thread_id,
        question=state["question"],
        attempts=len(state.get("attempts", [])),
        stop_reason=state.get("stop_reason") if "best_index" in state else None,
        written_at=step.checkpoint["ts"],
        notes=state.get("notes", {}),
    )
