"""Places for the items that a worker has under way, shared by projects."""

from __future__ import annotations

import asyncio
import math
from collections import Counter, OrderedDict, deque
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
        self._free = limit - 1
        self._own: set[str] = set()
        self._waiting: OrderedDict[str, deque[asyncio.Future[bool]]] = OrderedDict()
        self._under_way: Counter[str] = Counter()
        self._closed = False
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def taken(self) -> int:
        """Items under way."""
        return self._under_way.total()

    @asynccontextmanager
    async def place(self, project: str) -> AsyncIterator[None]:
        """Wait for a place and keep it as long as the block takes.

        Where no item is to begin, who waits waits until it is cancelled: an error here would break off the
        other items of its slice, which are under way and paid for.
        """
        own = await self._taken_by(project)
        try:
            while self._closed or asyncio.get_running_loop().time() >= self._sure_until:
                self._renewed.clear()
                await self._renewed.wait()
            self._under_way[project] += 1
            self._idle.clear()
            try:
                yield
            finally:
                self._under_way[project] -= 1
                self._under_way += Counter()
                if not self._under_way:
                    self._idle.set()
        finally:
            self._give_back(project, own=own)

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

    async def _taken_by(self, project: str) -> bool:
        """Take a place; whether it is the project's own."""
        if project not in self._own:
            self._own.add(project)
            return True
        if self._free:
            self._free -= 1
            return False
        given: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(project, deque()).append(given)
        try:
            return await given
        except asyncio.CancelledError:
            if given.done() and not given.cancelled():
                self._give_back(project, own=given.result())
            raise

    def _give_back(self, project: str, *, own: bool) -> None:
        if own:
            if not self._hand_on(project, own=True):
                self._own.discard(project)
            return
        # Of equals, whoever has waited longest.
        for each in sorted(self._waiting, key=self._under_way.__getitem__):
            if self._hand_on(each, own=False):
                if each in self._waiting:
                    self._waiting.move_to_end(each)
                return
        self._free += 1

    def _hand_on(self, project: str, *, own: bool) -> bool:
        """Give a place to the first of a project that still waits, if any does."""
        waiting = self._waiting.get(project, deque())
        given = None
        while waiting and given is None:
            first = waiting.popleft()
            given = None if first.done() else first
        if not waiting:
            self._waiting.pop(project, None)
        if given is not None:
            given.set_result(own)
        return given is not None
