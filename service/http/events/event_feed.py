"""What happens in jobs, for those who read along."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from anyio import CapacityLimiter, to_thread

from data_base.errors import InputError
from data_base.logs import module_logger
from service.http.events.event_channel import EventChannel, SentEvent, sent
from service.jobs.job import ENDED
from service.jobs.notifications import EVENTS

if TYPE_CHECKING:
    from service.jobs.job_store import JobStore

logger = module_logger(__name__)
_LOOK_S = 1.0
"""How often a job that is read along is looked at where nothing was heard of it."""
_TOGETHER_S = 0.05
"""Events that come within so long are read, and sent, together."""
_QUIET_S = 15.0
_RECENT = 1_000
"""Events before a job's last with which reading it along begins; older ones are read by who asks for them."""
_PAGE = 200
_THREADS = 4
"""Readings of the store at once: readers who lag behind take no thread from other requests."""
Value = TypeVar("Value")


class _Look(NamedTuple):
    events: list[SentEvent]
    ended: bool


class EventFeed:
    """Events of jobs as they come, to any number of readers.

    A job that is read along is read from the store once for all its readers. Nobody waits for a reader: one
    who lags behind what is kept in memory reads the store at a pace of its own.
    """

    def __init__(self, jobs: JobStore, *, quiet_s: float = _QUIET_S) -> None:
        """Read from a store.

        Args:
            jobs: the jobs.
            quiet_s: how long nothing may happen before a reader is sent that nothing did, in seconds.
        """
        self._jobs, self._quiet_s = jobs, quiet_s
        self._channels: dict[str, tuple[EventChannel, asyncio.Task[None]]] = {}
        self._listening = ExitStack()
        self._limiter: CapacityLimiter | None = None
        self._closed = False

    @property
    def readers(self) -> int:
        """How many read along now."""
        return sum(channel.readers for channel, _ in self._channels.values())

    def close(self) -> None:
        """End the streams of all readers, and of those to come; called in the loop that they run in."""
        self._closed = True
        for channel, _ in self._channels.values():
            channel.close()

    async def events(
        self, job_id: str, *, after: int, allowed: Callable[[], Awaitable[bool]] | None = None
    ) -> AsyncGenerator[list[SentEvent]]:
        """The job's events after one, to the job's end; an empty list now and then where nothing happens.

        Args:
            job_id: the job.
            after: the number of the event after which to begin.
            allowed: whether the reader may still read, asked after ``quiet_s`` or up to twice that; where
                not, there are no more events. None for a reader who always may.
        """
        channel, asked_at = self._enter(job_id), time.monotonic()
        try:
            # The job may have been taken up again since it was looked at for another reader.
            await channel.next_look()
            while not self._closed:
                if allowed is not None and time.monotonic() >= asked_at + self._quiet_s:
                    if not await allowed():
                        return
                    asked_at = time.monotonic()
                changed = channel.changed
                if after < channel.last:
                    found = channel.after(after) or (await self._look(job_id, after)).events
                    yield found
                    after = found[-1].seq
                elif channel.ended:
                    return
                else:
                    try:
                        await asyncio.wait_for(changed.wait(), self._quiet_s)
                    except TimeoutError:
                        yield []
        finally:
            self._leave(job_id)

    def _enter(self, job_id: str) -> EventChannel:
        if not self._channels:
            self._listening.enter_context(self._jobs.signals.listening(self._heard))
        if job_id not in self._channels:
            channel = EventChannel()
            self._channels[job_id] = channel, asyncio.create_task(self._follow(job_id, channel))
        channel, _ = self._channels[job_id]
        channel.readers += 1
        return channel

    def _leave(self, job_id: str) -> None:
        channel, following = self._channels[job_id]
        channel.readers -= 1
        if not channel.readers:
            following.cancel()
            del self._channels[job_id]
        if not self._channels:
            self._listening.close()

    def _heard(self, news: str, what: str) -> None:
        if news == EVENTS and what in self._channels:
            self._channels[what][0].news.set()

    async def _follow(self, job_id: str, channel: EventChannel) -> None:
        """Read what happens in a job, for all its readers, until it is cancelled."""
        begun = False
        while True:
            try:
                with channel.look():
                    if not begun:
                        last = await self._in_thread(lambda: self._jobs.last_event(job_id))
                        channel.last, begun = max(0, last - _RECENT), True
                    await self._catch_up(job_id, channel)
            except InputError as error:
                # The store may be away for a moment; readers wait on.
                logger.warning("the events of the job %s cannot be read: %s", job_id, error)
                await asyncio.sleep(_LOOK_S)
            await asyncio.sleep(_TOGETHER_S)
            with suppress(TimeoutError):
                await asyncio.wait_for(channel.news.wait(), _LOOK_S)

    async def _catch_up(self, job_id: str, channel: EventChannel) -> None:
        while True:
            look = await self._look(job_id, channel.last)
            channel.add(look.events, ended=look.ended)
            if len(look.events) < _PAGE:
                return

    async def _look(self, job_id: str, after: int) -> _Look:
        def read() -> _Look:
            # The state first: what came before the job's end is then among the events, or on a later page.
            ended = self._jobs.state(job_id) in ENDED
            events = self._jobs.events(job_id, after=after, limit=_PAGE)
            return _Look([sent(event) for event in events], ended and len(events) < _PAGE)

        return await self._in_thread(read)

    async def _in_thread(self, read: Callable[[], Value]) -> Value:
        if self._limiter is None:
            self._limiter = CapacityLimiter(_THREADS)
        return await to_thread.run_sync(read, limiter=self._limiter)
