"""Turns at hosts: each host is asked so many seconds apart, and so many at once are asked in all."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class HostTurns:
    """Whose turn it is to ask a host. To be used in one event loop."""

    def __init__(self, pace_s: float = 1.0, at_once: int = 8) -> None:
        """Nobody has asked yet.

        Args:
            pace_s: seconds from one request to the next, at least, of each host.
            at_once: requests under way, at most, to all hosts.
        """
        self._pace_s = pace_s
        self._slots = asyncio.Semaphore(at_once)
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._next: dict[str, float] = {}

    @asynccontextmanager
    async def turn(self, host: str, delay_s: float = 0.0) -> AsyncIterator[None]:
        """Wait for a turn; the block is the request.

        Args:
            host: with its port.
            delay_s: seconds that the host asks for between requests; what is below the pace changes nothing.
        """
        # Who waits for a host waits in its queue, and takes no place from requests to others.
        async with self._locks[host]:
            # Once more where the host asked for patience meanwhile.
            while (left := self._left(host)) > 0:  # noqa: ASYNC110  (time passes, nobody says so)
                await asyncio.sleep(left)
            await self._slots.acquire()
            self._next[host] = _now() + max(self._pace_s, delay_s)
        try:
            yield
        finally:
            self._slots.release()

    def _left(self, host: str) -> float:
        return max(0.0, self._next.get(host, 0.0) - _now())

    def hold(self, host: str, seconds: float) -> None:
        """Have everybody wait before the next request to a host."""
        self._next[host] = max(self._next.get(host, 0.0), _now() + seconds)


def _now() -> float:
    return asyncio.get_running_loop().time()
