"""A job that is read along: what happened in it last, for all who read it."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from fastapi.sse import format_sse_event

from service.jobs.job import JobEvent

_EVENTS, _BYTES = 1_000, 2_000_000
"""What is kept of a job in memory, as far as either allows."""


class SentEvent(NamedTuple):
    """An event as every reader is sent it."""

    seq: int
    """Its number within the job."""
    sent: bytes
    """It as a server-sent event."""


def sent(event: JobEvent) -> SentEvent:
    """An event as it is sent: its number as id, its kind as event, its data as JSON."""
    data = json.dumps(event.model_dump(mode="json")["data"], ensure_ascii=False)
    return SentEvent(event.seq, format_sse_event(data_str=data, event=event.event, id=str(event.seq)))


class EventChannel:
    """What is known of a job that is read along; used in one event loop.

    Attributes:
        readers: how many read it.
        last: number of the last event that is known of.
        ended: whether the job had come to its end when it was last looked at.
        changed: set once there is more than what is known now; another one takes its place then.
        news: set where something was heard of the job, or a reader came.
    """

    def __init__(self) -> None:
        """Begin with nothing known."""
        self.readers = 0
        self.last = 0
        self.ended = False
        self.changed = asyncio.Event()
        self.news = asyncio.Event()
        self._recent: deque[SentEvent] = deque()
        self._bytes = 0
        self._comers: list[asyncio.Future[None]] = []

    async def next_look(self) -> None:
        """Wait until the job was looked at again."""
        comer = asyncio.get_running_loop().create_future()
        self._comers.append(comer)
        self.news.set()
        await comer

    @contextmanager
    def look(self) -> Iterator[None]:
        """A look at the job, for those who came before it; they wait on where it fails."""
        self.news.clear()
        comers, self._comers = self._comers, []
        try:
            yield
        except BaseException:
            self._comers += comers
            raise
        _let_in(comers)

    def after(self, seq: int) -> list[SentEvent]:
        """The recent events after one; none where some of them are not kept."""
        if not self._recent or seq < self._recent[0].seq - 1:
            return []
        return list(islice(self._recent, seq - self._recent[0].seq + 1, None))

    def add(self, events: list[SentEvent], *, ended: bool) -> None:
        """Take in what a look at the job brought."""
        self._recent.extend(events)
        self._bytes += sum(len(event.sent) for event in events)
        while len(self._recent) > _EVENTS or self._bytes > _BYTES:
            self._bytes -= len(self._recent.popleft().sent)
        self.last = events[-1].seq if events else self.last
        if events or ended != self.ended:
            self.ended = ended
            self.wake()

    def wake(self) -> None:
        """Wake all readers that wait for more."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    def close(self) -> None:
        """Let nobody wait any longer."""
        self.wake()
        _let_in(self._comers)


def _let_in(comers: list[asyncio.Future[None]]) -> None:
    for comer in comers:
        if not comer.done():
            comer.set_result(None)
