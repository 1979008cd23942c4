"""How many requests a key may make per minute."""

from __future__ import annotations

import time
from collections.abc import Callable

_MINUTE_S = 60.0


class RequestRate:
    """Lets requests of each key in at a rate; as many as a minute has may come at once.

    It counts in the memory of one server: several servers let in that many each.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Let in so many per minute."""
        self._most, self._clock = float(per_minute), clock
        self._left: dict[str, tuple[float, float]] = {}

    def wait(self, key: str) -> float:
        """Seconds until a request of a key is let in; 0 where this one is, and was counted."""
        now = self._clock()
        left, at = self._left.get(key, (self._most, now))
        left = min(self._most, left + (now - at) * self._most / _MINUTE_S)
        if left < 1:
            self._left[key] = left, now
            return (1 - left) * _MINUTE_S / self._most
        self._left[key] = left - 1, now
        return 0.0
