"""How many requests a key may make per minute."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from service.http.problems import ProblemError

if TYPE_CHECKING:
    from service.http.settings import ServerSettings

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

    def require(self, key: str) -> None:
        """Count a request of a key.

        Raises:
            ProblemError: 429, it made too many.
        """
        if wait := self.wait(key):
            raise ProblemError(
                429,
                f"This API key may make {self._most:.0f} requests per minute; send the request again in "
                f"{wait:.0f} s.",
                {"Retry-After": str(math.ceil(wait))},
            )


def request_rate(settings: ServerSettings) -> RequestRate | None:
    """What counts requests, None where any number is let in."""
    most = settings.requests_per_minute
    return None if most is None else RequestRate(most)
