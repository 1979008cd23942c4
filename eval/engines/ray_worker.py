"""A worker: an actor of Ray that makes its work once and then works on what it is sent."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from data_base.errors import InputError
from data_base.schemas.run import RunItem
from eval.engines.case_execution import CaseHandler, CaseOutcome, CaseT, EngineError, outcome_of
from eval.files.lone_surrogates import without_lone_surrogates

if TYPE_CHECKING:
    from agents.calls.call_recording import RecordedCall

# Judging makes many small objects and hardly a cycle.
_COLLECT = 50_000, 20, 20


class EncodedOutcome(NamedTuple):
    """An outcome on its way: the item as JSON, which is read four times as fast as an object is unpickled."""

    item: bytes
    """The item as JSON."""
    calls: Sequence[RecordedCall]
    """The model calls made for it."""

    def read(self) -> CaseOutcome:
        """The outcome."""
        return CaseOutcome(RunItem.model_validate_json(self.item), self.calls)


@dataclass(frozen=True, slots=True)
class RemoteLimits:
    """The limits that an actor keeps."""

    actor: Any
    """Its handle."""

    async def admit(self, model: str) -> str | None:
        """As of :meth:`.SharedLimits.admit`."""
        why: str | None = await self.actor.admit.remote(model)
        return why

    async def spend(self, usd: float) -> None:
        """As of :meth:`.SharedLimits.spend`."""
        await self.actor.spend.remote(usd)


class RayWorker(Generic[CaseT]):
    """Works on cases; Ray makes an actor of it."""

    def __init__(self, make: Callable[[], CaseHandler[CaseT]], limits: RemoteLimits | None) -> None:
        """Say what the work is; it is made by :meth:`prepare`, whose errors reach the driver as they are."""
        self._make, self._limits = make, limits
        self._work: CaseHandler[CaseT] | None = None

    async def prepare(self) -> InputError | None:
        """Make the work; what the user must fix is returned, since Ray wraps what is raised."""
        gc.set_threshold(*_COLLECT)
        try:
            self._work = self._make()
        except InputError as error:
            return _plain(error)
        return None

    async def work(self, cases: Sequence[tuple[CaseT, RunItem | None]]) -> list[EncodedOutcome | InputError]:
        """What comes of each case, or what the user must fix first."""
        return await asyncio.gather(*(self._one(*each) for each in cases))

    async def _one(self, case: CaseT, kept: RunItem | None) -> EncodedOutcome | InputError:
        assert self._work is not None  # noqa: S101  (nothing is sent before it is made)
        try:
            item, calls = await outcome_of(self._work, case, kept, self._limits)
        except InputError as error:
            return _plain(error)
        return EncodedOutcome(without_lone_surrogates(item).model_dump_json().encode(), calls)


def _plain(error: InputError) -> InputError:
    """The error as it can be sent: without its causes, some of which cannot be pickled."""
    return EngineError(str(error)) if isinstance(error, EngineError) else InputError(str(error))
