"""A pool of workers: each has some cases in hand; those of one that dies go to the others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.schemas.run import RunItem
from eval.engines.case_execution import CaseOutcome, CaseT, EngineError
from eval.engines.ray_worker import EncodedOutcome

_log = module_logger(__name__)
_DEATHS = 3
"""Workers that may die over a case, or before they can work, until the run is ended."""


class CasesInFlight(NamedTuple):
    """How much each worker works on at the same time."""

    parcels: int
    """Parcels that a worker has at the same time."""
    cases: int
    """The most cases in a parcel."""


@dataclass(eq=False, slots=True)
class _Case(Generic[CaseT]):
    case: CaseT
    kept: RunItem | None
    outcome: asyncio.Future[CaseOutcome]
    deaths: int = 0


@dataclass(slots=True)
class WorkerPool(Generic[CaseT]):
    """Workers and the cases that wait for them."""

    new_worker: Callable[[], Any]
    """Starts an actor of :class:`.RayWorker`."""
    size: int
    """How many workers there are."""
    in_flight: CasesInFlight
    """How much each of them works on at the same time."""
    died: type[Exception]
    """What Ray raises where an actor is gone."""
    unstartable: type[Exception]
    """What it raises where it gave up starting one, after some tries of its own."""
    let_go: Callable[[Any], None]
    """Ends an actor."""
    _waiting: deque[_Case[CaseT]] = field(default_factory=deque)
    _more: asyncio.Event = field(default_factory=asyncio.Event)
    _serving: list[asyncio.Task[None]] = field(default_factory=list)
    _ended: BaseException | None = None
    _unstarted: int = 0

    def begin(self) -> None:
        """Start the workers."""
        self._serving = [asyncio.create_task(self._serve()) for _ in range(self.size)]

    async def end(self) -> None:
        """Let the workers go."""
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def outcome(self, case: CaseT, kept: RunItem | None) -> CaseOutcome:
        """What comes of a case.

        Raises:
            InputError: something must be fixed first; or workers died over it again and again.
        """
        if self._ended is not None:
            raise self._ended
        each = _Case(case, kept, asyncio.get_running_loop().create_future())
        self._waiting.append(each)
        self._more.set()
        return await each.outcome

    async def _serve(self) -> None:
        """Keep one worker at work, and replace it where it dies."""
        idle_deaths = 0
        while self._ended is None:
            worker = self.new_worker()
            try:
                if (wrong := await worker.prepare.remote()) is not None:
                    self._end_with(wrong)
                    return
                idle_deaths = 0
                await self._use(worker)
            except self.died as error:
                idle_deaths += 1
                if idle_deaths == _DEATHS:
                    said = " ".join(str(error).split())
                    self._end_with(EngineError(f"workers of Ray die before they can work: {said}"))
            except self.unstartable as error:
                said = " ".join(str(error).split())
                self._unstarted += 1
                if self._unstarted < self.size:
                    _log.warning("a worker of Ray cannot be started; the others go on: %s", said)
                else:
                    self._end_with(EngineError(f"workers of Ray cannot be started: {said}"))
                return
            except Exception as error:  # noqa: BLE001  (whoever waits must hear of it, whatever it is)
                self._end_with(error)
            finally:
                self.let_go(worker)

    async def _use(self, worker: Any) -> None:  # noqa: ANN401  (an actor's handle)
        """Give a worker parcels until it dies; no parcel is taken for one that is dead."""
        dead = asyncio.Event()
        parcels = [asyncio.create_task(self._give(worker, dead)) for _ in range(self.in_flight.parcels)]
        try:
            await asyncio.wait(parcels, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            for task in parcels:
                task.cancel()
            gone = await asyncio.gather(*parcels, return_exceptions=True)
        for error in gone:
            if isinstance(error, Exception):
                raise error

    async def _give(self, worker: Any, dead: asyncio.Event) -> None:  # noqa: ANN401  (an actor's handle)
        while True:
            parcel = await self._next()
            if dead.is_set():
                # Another parcel's end told so meanwhile: nothing in this one is to blame.
                self._waiting.extendleft(reversed(parcel))
                return
            try:
                found = await worker.work.remote([(each.case, each.kept) for each in parcel])
                for each, sent in zip(parcel, found, strict=True):
                    if not each.outcome.done():
                        _settle(each, sent)
            except BaseException as error:
                # A parcel's fellows are given up, too, when the worker dies.
                dead.set()
                self._take_back(parcel, error)
                raise

    async def _next(self) -> list[_Case[CaseT]]:
        """Cases that wait; one over which a worker died is given by itself, to see which it is."""
        while True:
            parcel: list[_Case[CaseT]] = []
            while self._waiting and len(parcel) < self.in_flight.cases:
                if parcel and self._waiting[0].deaths:
                    break
                each = self._waiting.popleft()
                if not each.outcome.done():
                    parcel.append(each)
                if each.deaths:
                    break
            if parcel:
                return parcel
            self._more.clear()
            await self._more.wait()

    def _take_back(self, parcel: list[_Case[CaseT]], error: BaseException) -> None:
        for each in reversed(parcel):
            each.deaths += 1
            if each.deaths < _DEATHS:
                self._waiting.appendleft(each)
            elif not each.outcome.done():
                said = " ".join(str(error).split())
                name = getattr(each.case, "id", "a case")
                each.outcome.set_exception(
                    InputError(f"{_DEATHS} workers of Ray died over {name}, the last of them so: {said}")
                )
        self._more.set()

    def _end_with(self, error: BaseException) -> None:
        self._ended = error
        while self._waiting:
            each = self._waiting.popleft()
            if not each.outcome.done():
                each.outcome.set_exception(error)


def _settle(each: _Case[CaseT], sent: EncodedOutcome | InputError) -> None:
    if isinstance(sent, InputError):
        each.outcome.set_exception(sent)
    else:
        each.outcome.set_result(sent.read())
