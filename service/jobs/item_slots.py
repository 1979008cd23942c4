"""Places for the items that a worker has under way, shared by projects."""

from __future__ import annotations

import asyncio
import math
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class ItemSlots:
    """So many items under way at once, in one event loop; each project has one place of its own.

    However long the items of one project take, another's need not wait for their end: beyond the first
    project there is a place more for each. The other places go to the project that has the fewest.
    None is begun any more once it is closed, nor while it is not sure that the worker's leases still run.
    """

    def __init__(self, limit: int) -> None:
        """Begin with all places free.

        Args:
            limit: items of one project at once, at least 1.
        """
        self._sure_until = math.inf
        self._renewed = asyncio.Event()
        self._shared = limit - 1
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._under_way = 0
        self._closed = False
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def taken(self) -> int:
        """Items under way."""
        return self._under_way

    @asynccontextmanager
    async def place(self, project: str) -> AsyncIterator[None]:
        """Wait for a place and keep it as long as the block takes.

        Where no item is to begin, who waits waits until it is cancelled: an error here would break off the
        other items of its slice, which are under way and paid for.
        """
        await self._take(project)
        try:
            while self._closed or asyncio.get_running_loop().time() >= self._sure_until:
                self._renewed.clear()
                await self._renewed.wait()
            self._under_way += 1
            self._idle.clear()
            try:
                yield
            finally:
                self._under_way -= 1
                if not self._under_way:
                    self._idle.set()
        finally:
            self._give_back(project)

    def renew(self, until: float) -> None:
        """Let items begin until this time of the event loop."""
        self._sure_until = until
        self._renewed.set()

    def close(self) -> None:
        """Let no further item begin."""
        self._closed = True

    async def idle(self) -> None:
        """Wait until no item is under way."""
        await self._idle.wait()

    async def _take(self, project: str) -> None:
        if self._has_place(project):
            self._held[project] += 1
            return
        given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(project, deque()).append(given)
        try:
            await given
        except asyncio.CancelledError:
            if given.done() and not given.cancelled():
                self._give_back(project)
            raise

    def _has_place(self, project: str) -> bool:
        """Whether there is a place for a project: its own, or one beyond the first of each."""
        return not self._held[project] or self._held.total() - len(+self._held) < self._shared

    def _give_back(self, project: str) -> None:
        self._held[project] -= 1
        self._held += Counter()  # forgets projects that hold none
        while found := [each for each in self._waiting if self._has_place(each)]:
            # Of equals, whoever has waited longest.
            self._hand_on(min(found, key=self._held.__getitem__))

    def _hand_on(self, project: str) -> None:
        """Give a place to the first of a project that still waits, if any does; its rest waits again."""
        waiting = self._waiting.pop(project)
        while waiting:
            given = waiting.popleft()
            if not given.done():
                given.set_result(None)
                self._held[project] += 1
                break
        if waiting:
            self._waiting[project] = waiting
