"""Places for the items that a worker has under way."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class ItemSlots:
    """So many items under way at once, in one event loop.

    None is begun any more once it is closed, nor while it is not sure that the worker's leases still run.
    """

    def __init__(self, limit: int) -> None:
        """Begin with all places free."""
        self._sure_until = math.inf
        self._renewed = asyncio.Event()
        self._free = asyncio.Semaphore(limit)
        self._taken = 0
        self._closed = False
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def taken(self) -> int:
        """Items under way."""
        return self._taken

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a place and keep it as long as the block takes.

        Where no item is to begin, who waits waits until it is cancelled: an error here would break off the
        other items of its slice, which are under way and paid for.
        """
        async with self._free:
            while self._closed or asyncio.get_running_loop().time() >= self._sure_until:
                self._renewed.clear()
                await self._renewed.wait()
            self._taken += 1
            self._idle.clear()
            try:
                yield
            finally:
                self._taken -= 1
                if not self._taken:
                    self._idle.set()

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
