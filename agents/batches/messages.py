"""Messages to the user about batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from data_base.counted import counted
from data_base.errors import InputError

if TYPE_CHECKING:
    from agents.models.batches.provider import OpenBatch

StatusListener = Callable[[str], None]
"""Called with a line on how batches stand."""


def no_status_listener(_line: str) -> None:
    """Say nothing."""


def under_way_line(batches: Sequence[OpenBatch], done: Mapping[str, int]) -> str:
    """How many batches are under way, and how many of their requests are done (by our id of the batch)."""
    finished = sum(min(done.get(each.id, 0), each.lines) for each in batches)
    number = counted(len(batches), "batch", "batches")
    return f"{number} under way, {finished:,} of {sum(each.lines for each in batches):,} requests done"


def unknown_batch(batch: OpenBatch, kept_seconds: float) -> InputError:
    """The provider does not know a batch that it must still have."""
    return InputError(
        f"{batch.account} knows no batch {batch.provider_id}, which was sent less than "
        f"{kept_seconds / 3600:.0f} hours ago; give the same command with the key of the project that it was "
        "sent by, or --cancel-batches to forget it and pay again."
    )


def refused_batch(batch: OpenBatch, status: int, said: str) -> InputError:
    """The provider does not take a batch."""
    return InputError(
        f"{batch.account}: the batch was refused (status {status}: {said}); fix this and run the same "
        "command again, or leave --batch out if the server knows no batches."
    )


def refused_key(batch: OpenBatch, status: int, said: str) -> InputError:
    """The provider does not take the key any more."""
    return InputError(
        f"{batch.account} refused the key (status {status}: {said}); fix this and run the same command "
        "again, for the batches go on."
    )
