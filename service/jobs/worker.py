"""The worker: leases slices, works on them, and gives them back when it is to stop."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from agents.errors import RefusedError
from agents.models.server_errors import said_to_clients
from data_base.computing import computing_in
from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.store.database import StoreAwayError
from service.fair_threads import FairThreads
from service.jobs.item_event import ItemEvent
from service.jobs.item_slots import ItemSlots
from service.jobs.job_store import NEWS
from service.jobs.leases import Leases
from service.jobs.limit_wait import WaitError
from service.jobs.limits.budgets import Budgets
from service.jobs.notifications import EVENTS, WORK
from service.request_spans import job_span

if TYPE_CHECKING:
    from pydantic import JsonValue
    from sqlalchemy import Connection

    from data_base.schemas.model_call import ModelCall
    from data_base.schemas.run import RunItem
    from data_base.store.run_store import RunStore
    from service.jobs.job import Slice
    from service.jobs.job_store import JobStore
    from service.jobs.settings import WorkerSettings

logger = module_logger(__name__)
_KEEP_S = 0.2
_PROJECTS = 64
"""Projects of which a worker has slices at once where there are more items than places: each may have one."""


@dataclass(frozen=True, slots=True)
class SliceContext:
    """What a slice is worked on with."""

    leased: Slice
    """The leased slice."""
    leases: Leases
    """The worker's leases."""
    jobs: JobStore
    """The jobs."""
    places: ItemSlots
    """Each item in progress takes one; the worker's slices share them."""
    budgets: Budgets
    """What is left of the limits of models."""
    runs: RunStore
    """The store of the items."""

    def place(self) -> AbstractAsyncContextManager[None]:
        """A place for an item of the slice's project."""
        return self.places.place(self.leased.job.project)

    def inputs(self) -> list[tuple[int, str]]:
        """Number and text of the slice's items."""
        return self.jobs.inputs(self.leased.job.id, self.leased.first, self.leased.last)

    def record_items(
        self, connection: Connection, items: Sequence[RunItem], calls: Sequence[ModelCall]
    ) -> None:
        """Write an event for each item and what its calls cost, in the transaction that keeps it."""
        self.record_in(connection, [("item", ItemEvent.of(item).model_dump()) for item in items])
        self.budgets.spend(connection, str(self.leased.job.run_id), items, calls)

    def record_in(
        self, connection: Connection, events: Sequence[tuple[str, Mapping[str, JsonValue]]]
    ) -> None:
        """Write events in a transaction of the run store."""
        self.jobs.add_events(connection, self.leased.job.id, events)
        # The transaction is the run store's, which tells nobody; it has ended when the loop comes to this.
        connection.info.pop(NEWS, None)
        asyncio.get_running_loop().call_soon(self.jobs.signals.send, EVENTS, self.leased.job.id)

    def record(self, event: str, data: Mapping[str, JsonValue]) -> None:
        """Write an event in a transaction of its own."""
        with self.jobs.transaction() as connection:
            self.jobs.add_events(connection, self.leased.job.id, [(event, data)])


JobHandler = Callable[[SliceContext], Awaitable[None]]
"""Works on a slice; returns once all that can be done for its items is kept."""


@dataclass(frozen=True, slots=True)
class Worker:
    """Leases slices and works on them, several at once, in one event loop.

    An error that a user has to fix fails the job with its sentence. Any other error gives the slice back, to
    be tried again by whoever leases it next.
    """

    jobs: JobStore
    """The jobs."""
    runs: RunStore
    """The store of their items."""
    works: Mapping[str, JobHandler]
    """How each kind of job is worked on."""
    settings: WorkerSettings
    """How the worker leases and works."""
    name: str = field(default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}")
    """The worker's name among all."""

    async def run(self, stop: asyncio.Event) -> None:
        """Work until ``stop`` is set; then nothing new is begun, and what is under way may end in a while.

        A store that is away for a while is waited for.
        """
        with said_to_clients():
            await _Shift(self, stop).work()


class _Shift:
    """A worker at work, until it is to stop."""

    def __init__(self, worker: Worker, stop: asyncio.Event) -> None:
        self._worker, self._settings, self._stop = worker, worker.settings, stop
        self._leases = Leases(
            worker.jobs,
            worker.name,
            lease_seconds=self._settings.lease_seconds,
            attempts=self._settings.slice_attempts,
        )
        self._places = ItemSlots(self._settings.concurrency)
        self._budgets = Budgets(worker.jobs, self._settings.limits)
        self._turns = FairThreads("working")
        self._looks_again = True
        self._tasks: dict[tuple[str, int], tuple[Slice, asyncio.Task[None]]] = {}
        self._settled: set[asyncio.Task[None]] = set()
        self._news, self._stirred = asyncio.Event(), asyncio.Event()

    async def work(self) -> None:
        beating = asyncio.create_task(self._beat())
        stopping = asyncio.create_task(self._stop.wait())
        try:
            with self._worker.jobs.signals.listening(self._heard):
                while not self._stop.is_set():
                    self._news.clear()
                    await self._fill()
                    await self._wait(stopping)
            await self._end()
        finally:
            beating.cancel()
            stopping.cancel()
            await asyncio.gather(beating, stopping, return_exceptions=True)
            self._turns.close()
            with suppress(StoreAwayError):
                await asyncio.to_thread(self._leases.leave)

    def _heard(self, channel: str, _what: str) -> None:
        if channel == WORK:
            self._news.set()
            self._stirred.set()

    async def _fill(self) -> None:
        """Lease slices while there is room for their items."""
        while True:
            try:
                if self._looks_again:
                    await asyncio.to_thread(self._leases.look_again)
                    self._looks_again = False
                if (without := self._without_room()) is None:
                    return
                leased = await asyncio.to_thread(self._leases.claim, without)
            except StoreAwayError as error:
                logger.warning("no slice can be leased: %s", error)
                return
            if leased is None or self._stop.is_set():
                return
            if leased.place in self._tasks:
                self._renew(leased)
            else:
                self._begin(leased)

    def _without_room(self) -> frozenset[str] | None:
        """The projects that get no further slice, as those under way have more items than there are places.

        One of which nothing is under way gets its first: it does not wait for another's items. None where
        the worker has slices of as many projects as it may, and none gets any.
        """
        under_way = [leased for leased, _ in self._tasks.values()]
        if sum(leased.last - leased.first + 1 for leased in under_way) < 2 * self._settings.concurrency:
            return frozenset()
        projects = frozenset(leased.job.project for leased in under_way)
        return projects if len(projects) < _PROJECTS else None

    def _begin(self, leased: Slice) -> None:
        task = asyncio.create_task(self._work_on(leased))
        self._tasks[leased.place] = leased, task

        def ended(_task: asyncio.Task[None]) -> None:
            del self._tasks[leased.place]
            self._news.set()

        task.add_done_callback(ended)

    def _renew(self, leased: Slice) -> None:
        """Leave a slice to the task that works on it, or that has just given it back and is about to end.

        What the task leaves of it is given back.
        """

        def ended(_task: asyncio.Task[None]) -> None:
            self._settling(self._leases.give_back, leased)

        self._tasks[leased.place][1].add_done_callback(ended)

    async def _wait(self, stopping: asyncio.Task[bool]) -> None:
        """Wait for news, for a while at most: another machine's may not reach this one."""
        heard = asyncio.create_task(self._news.wait())
        try:
            await asyncio.wait(
                {heard, stopping},
                timeout=self._settings.poll_seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            heard.cancel()

    async def _work_on(self, leased: Slice) -> None:
        leases, worker = self._leases, self._worker
        context = SliceContext(leased, leases, worker.jobs, self._places, self._budgets, worker.runs)
        place = f"the items {leased.first} to {leased.last}"
        try:
            turns = computing_in(partial(self._turns.submit, leased.job.project))
            with job_span(leased.job.kind, leased.job.id, leased.job.traceparent), turns:
                await worker.works[leased.job.kind](context)
        except WaitError as held:
            await self._settle(leases.hold, leased, held.until, str(held))
        except StoreAwayError as error:
            logger.warning("job %s, %s: %s", leased.job.id, place, error)
            await self._settle(partial(leases.give_back, error=str(error)), leased)
        except RefusedError as error:
            said = f"{error.refusal}; fix this and resume the job, for what was done is kept."
            await self._settle(leases.fail, leased, said)
        except InputError as error:
            await self._settle(leases.fail, leased, str(error))
        except asyncio.CancelledError:
            await self._settle(leases.give_back, leased)
            raise
        except Exception as error:
            logger.exception("job %s, %s", leased.job.id, place)
            said = f"{type(error).__name__} in {place}; see the worker's log."
            await self._settle(partial(leases.give_back, error=said), leased)
        else:
            await self._settle(leases.finish, leased)

    async def _settle(self, write: Callable[..., object], *about: object) -> None:
        """Write down what became of a slice, whether or not whoever waits for it is cancelled meanwhile.

        Else a slice that nobody works on would be held until its lease runs out.
        """
        await asyncio.shield(self._settling(write, *about))

    def _settling(self, write: Callable[..., object], *about: object) -> asyncio.Task[None]:
        settling = asyncio.create_task(self._write(write, *about))
        self._settled.add(settling)
        settling.add_done_callback(self._settled.discard)
        return settling

    async def _write(self, write: Callable[..., object], *about: object) -> None:
        """Write; where the store stays away, the lease runs out."""
        clock = asyncio.get_running_loop().time
        given_up = clock() + self._settings.lease_seconds
        while True:
            try:
                await asyncio.to_thread(write, *about)
            except StoreAwayError as error:
                logger.warning("what became of a slice cannot be written down: %s", error)
                if self._stop.is_set() or clock() > given_up:
                    return
                await asyncio.sleep(self._settings.poll_seconds)
            else:
                return

    async def _beat(self) -> None:
        """Keep the leases alive; slices that were lost, or whose job is to stop, are given up."""
        while True:
            self._stirred.clear()
            try:
                await self._keep()
            except Exception:
                # A database that is away for a moment is no reason to give work up that is paid for.
                logger.exception("no heartbeat")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), self._settings.lease_seconds / 3)

    async def _keep(self) -> None:
        had = dict(self._tasks)
        began = asyncio.get_running_loop().time()
        kept = await asyncio.to_thread(self._leases.heartbeat, set(had))
        self._places.renew(began + self._settings.lease_seconds)
        for place in had.keys() - kept:
            # Not a task that meanwhile began to work on the same slice, leased again.
            had[place][1].cancel()

    async def _end(self) -> None:
        """Let the items under way end, for a while; the rest of their slices is given back."""
        self._places.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._places.idle(), self._settings.stop_seconds)
        # An item that has ended is being kept; a moment more saves asking for it again.
        tasks = [task for _, task in self._tasks.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=_KEEP_S)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*self._settled, return_exceptions=True)
