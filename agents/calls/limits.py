"""What all calls to one model share: places, the pace, and how long replies take.

Waiting for a place or for the next start is awaiting; the event loop stays free.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

_MINUTE = 60.0
_RECENT = 200


class CallSlots:
    """Places for calls under way in one event loop, first come, first served."""

    def __init__(self) -> None:
        """Begin with all places free."""
        self._taken = 0
        self._queue: deque[tuple[asyncio.Future[None], int]] = deque()

    @property
    def taken(self) -> int:
        """Calls under way."""
        return self._taken

    async def take(self, limit: int, *, first: bool = False) -> None:
        """Wait until fewer than ``limit`` calls are under way, and count as one of them.

        Args:
            limit: calls under way at most.
            first: go before all others that wait.
        """
        if self._taken < limit and (first or not self._queue):
            self._taken += 1
            return
        turn = asyncio.get_running_loop().create_future()
        (self._queue.appendleft if first else self._queue.append)((turn, limit))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            raise

    def leave(self) -> None:
        """Give a place back; the next in the queue takes it."""
        self._taken -= 1
        while self._queue and (self._queue[0][0].done() or self._taken < self._queue[0][1]):
            turn, _ = self._queue.popleft()
            if not turn.done():
                self._taken += 1
                turn.set_result(None)


class RequestPace:
    """Turns at a pace; a caller that has to wait has a turn, and takes it once the wait is over."""

    def __init__(self, most: int, seconds: float) -> None:
        """Let ``most`` start in any so many seconds."""
        self._starts: deque[float] = deque(maxlen=most)
        self._most, self._seconds = most, seconds

    def wait(self, now: float) -> float:
        """Seconds until the turn of what asks now."""
        due = self._starts[0] + self._seconds if len(self._starts) == self._most else now
        self._starts.append(max(now, due))
        return max(0.0, due - now)


class ModelLimits:
    """The calls of this process to one model."""

    def __init__(self) -> None:
        """Begin without any calls."""
        self._places: WeakKeyDictionary[asyncio.AbstractEventLoop, CallSlots] = WeakKeyDictionary()
        self._paces: dict[int, RequestPace] = {}
        self._seconds: deque[float] = deque(maxlen=_RECENT)
        self._in_flight = 0

    @property
    def in_flight(self) -> int:
        """Requests that wait for the server at this moment."""
        return self._in_flight

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count one more request in flight for as long as the block takes."""
        self._in_flight += 1
        try:
            yield
        finally:
            self._in_flight -= 1

    @property
    def places(self) -> CallSlots:
        """The places of the running event loop."""
        loop = asyncio.get_running_loop()
        places = self._places.get(loop)
        if places is None:
            places = self._places[loop] = CallSlots()
        return places

    async def pace(
        self, per_minute: int | None, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """Wait until a call may start: at most ``per_minute`` start in any 60 seconds."""
        if per_minute is None:
            return
        pace = self._paces.setdefault(per_minute, RequestPace(per_minute, _MINUTE))
        if wait := pace.wait(asyncio.get_running_loop().time()):
            await sleep(wait)

    def note(self, seconds: float) -> None:
        """Remember how long a reply took."""
        self._seconds.append(seconds)

    def quantile(self, share: float, *, least: int) -> float | None:
        """Seconds within which this share of recent replies came, None with fewer than ``least`` of them."""
        if len(self._seconds) < least:
            return None
        ordered = sorted(self._seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
