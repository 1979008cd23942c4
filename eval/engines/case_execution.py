"""What comes of a case, with the model calls made for it, wherever it was worked on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol, TypeVar

from agents.calls.call_recording import RecordedCall, record, recording, take_calls
from agents.calls.request_gate import gated
from agents.judges.as_of import in_run_begun
from agents.models.registry import EMBEDDED
from data_base.errors import InputError
from data_base.schemas.run import RunItem


class _Identified(Protocol):
    @property
    def id(self) -> str: ...


CaseT = TypeVar("CaseT", bound=_Identified)
CaseHandler = Callable[[CaseT, RunItem | None], Awaitable[RunItem]]
"""Brings a case to its end, from what was kept of it, if anything."""


class EngineError(InputError):
    """No further case can be worked on, whichever it is: the money is spent, or the engine does not work."""


class CaseOutcome(NamedTuple):
    """An item and the calls made for it."""

    item: RunItem
    """The case's item."""
    calls: Sequence[RecordedCall]
    """The model calls made for it."""


class AnyLimits(Protocol):
    """Limits, in this process or elsewhere."""

    async def admit(self, model: str) -> str | None:
        """As of :meth:`.SharedLimits.admit`."""
        ...

    async def spend(self, usd: float) -> None:
        """As of :meth:`.SharedLimits.spend`."""
        ...


async def outcome_of(
    work: CaseHandler[CaseT], case: CaseT, kept: RunItem | None, limits: AnyLimits | None
) -> CaseOutcome:
    """Work on a case within limits, where there are any.

    Raises:
        InputError: something must be fixed first.
        EngineError: all is spent that may be.
    """

    async def gate(model: str) -> None:
        if limits is not None and model != EMBEDDED and (why := await limits.admit(model)):
            raise EngineError(why)

    with recording(), gated(gate):
        item = await work(case, kept)
        calls = take_calls()
    spent = sum(call.usage.cost_usd or 0.0 for call in calls)
    if limits is not None and spent:
        await limits.spend(spent)
    return CaseOutcome(item, calls)


def replay_calls(outcome: CaseOutcome) -> RunItem:
    """The item, once its calls are recorded as if they had been made here."""
    for call in outcome.calls:
        record(call)
    return outcome.item


def in_run_there(
    begun: datetime, there: Callable[[str], CaseHandler[CaseT]], run_id: str
) -> CaseHandler[CaseT]:
    """What works on a case in another process, which knows when the run began."""
    step = there(run_id)

    async def work(case: CaseT, kept: RunItem | None) -> RunItem:
        with in_run_begun(begun):
            return await step(case, kept)

    return work


def limited(limits: AnyLimits, work: CaseHandler[CaseT]) -> CaseHandler[CaseT]:
    """The same work within limits."""

    async def limited(case: CaseT, kept: RunItem | None) -> RunItem:
        return replay_calls(await outcome_of(work, case, kept, limits))

    return limited
