"""Ray as the engine: cases are worked on by actors, on this machine or on a cluster."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from uuid import uuid4

from data_base.errors import InputError
from data_base.schemas.run import RunItem
from eval.engines.case_execution import CaseHandler, CaseT, replay_calls
from eval.engines.engine import CaseWork
from eval.engines.limits import RunLimits, SharedLimits
from eval.engines.ray_pool import CasesInFlight, WorkerPool
from eval.engines.ray_start import LOCAL, imported_ray, start_ray
from eval.engines.ray_worker import RayWorker, RemoteLimits

_QUICK = CasesInFlight(parcels=2, cases=32)
_WORKERS = 64
_MANY = 10_000


@dataclass(frozen=True, slots=True)
class RayEngine:
    """The engine that works on cases with Ray."""

    address: str | None = None
    """The address of a cluster.

    None for what ``RAY_ADDRESS`` names, else Ray is started on this machine and stopped again.
    """
    workers: int | None = None
    """Actors, each with a processor of its own; None for one a processor, 64 at most."""
    limits: RunLimits = field(default_factory=RunLimits)
    """What all workers together may ask and spend."""

    def cases_at_once(self, concurrency: int, *, quick: bool) -> int:
        """Twice what all workers have in hand, so that none waits for the driver."""
        in_flight = _in_flight(concurrency, quick=quick)
        return 2 * (self.workers or self._processors) * in_flight.parcels * in_flight.cases

    @property
    def _place(self) -> str:
        return self.address or os.environ.get("RAY_ADDRESS") or LOCAL

    @property
    def _processors(self) -> int:
        """Of this machine; how many a cluster has is not known before it is asked, and may change."""
        return os.cpu_count() or 1 if self._place == LOCAL else _WORKERS

    @asynccontextmanager
    async def at_work(self, job: CaseWork[CaseT]) -> AsyncIterator[CaseHandler[CaseT]]:
        """Send cases to workers; Ray is started when the first comes, and let go when the block ends.

        Raises:
            InputError: Ray is not installed or cannot be reached, or the work cannot be sent.
        """
        ray = imported_ray()
        pool: WorkerPool[CaseT] | None = None
        limits: RemoteLimits | None = None
        begun = ray.is_initialized()

        async def work(case: CaseT, kept: RunItem | None) -> RunItem:
            nonlocal pool, limits
            if pool is None:
                if not begun:
                    start_ray(ray, self._place, self.workers)
                limits = self._limits(ray, job)
                pool = self._pool(ray, job, limits)
                pool.begin()
            return replay_calls(await pool.outcome(case, kept))

        try:
            yield work
        finally:
            if pool is not None:
                await pool.end()
            if limits is not None:
                ray.kill(limits.actor)
            if not begun and ray.is_initialized():
                await asyncio.to_thread(ray.shutdown)

    def _limits(self, ray: ModuleType, job: CaseWork[CaseT]) -> RemoteLimits | None:
        """The limits of all workers, in an actor whose name says of which run and command."""
        kept = self.limits
        if kept.requests_per_minute is None:
            kept = kept.model_copy(update={"requests_per_minute": job.requests_per_minute})
        if kept.is_empty:
            return None
        name = f"limits of {job.name} {uuid4().hex[:8]}"
        actor = ray.remote(SharedLimits).options(name=name, num_cpus=0, max_concurrency=_MANY)
        return RemoteLimits(actor.remote(kept))

    def _pool(self, ray: ModuleType, job: CaseWork[CaseT], limits: RemoteLimits | None) -> WorkerPool[CaseT]:
        in_flight = _in_flight(job.concurrency, quick=job.quick)
        try:
            make = ray.put(job.there)
        except (TypeError, AttributeError, ValueError) as error:
            said = " ".join(str(error).split())[:200]
            raise InputError(
                f"this cannot be sent to workers of Ray ({said}); name models and functions instead of "
                "handing in objects, or leave out the engine."
            ) from error
        actor = ray.remote(RayWorker).options(num_cpus=1, max_concurrency=in_flight.parcels + 1)
        return WorkerPool(
            new_worker=partial(actor.remote, make, limits),
            size=self.workers or min(_WORKERS, max(1, int(ray.cluster_resources().get("CPU", 1)))),
            in_flight=in_flight,
            died=ray.exceptions.RayActorError,
            unstartable=ray.exceptions.ActorUnschedulableError,
            let_go=ray.kill,
        )


def _in_flight(concurrency: int, *, quick: bool) -> CasesInFlight:
    return _QUICK if quick else CasesInFlight(parcels=concurrency, cases=1)
