"""What all workers of a run together may ask a minute and spend."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from pydantic import Field

from agents.calls.limits import RequestPace
from data_base.schemas.frozen import Frozen

_WINDOW = 61.0
"""Seconds in which so many requests may start: a minute, and a second that a permit may be on its way."""


class RunLimits(Frozen):
    """Limits of a run; None is no limit."""

    requests_per_minute: int | None = Field(default=None, ge=1)
    """Requests to each model in any 60 seconds, those that are made again included."""
    usd: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """US dollars that are spent; once they are, no request begins. What is under way then may go beyond."""

    @property
    def is_empty(self) -> bool:
        """Whether there is no limit."""
        return self.requests_per_minute is None and self.usd is None


class SharedLimits:
    """What is left of the limits; there is one of it, in this process or as a named actor."""

    def __init__(
        self,
        limits: RunLimits,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Begin with nothing asked and nothing spent."""
        self._limits, self._clock, self._sleep = limits, clock, sleep
        self._paces: dict[str, RequestPace] = {}
        self._spent = 0.0

    async def admit(self, model: str) -> str | None:
        """Wait until a request to a model may start.

        Returns:
            None where it may; a sentence that says why none may start any more.
        """
        most = self._limits.requests_per_minute
        if most is not None:
            pace = self._paces.setdefault(model, RequestPace(most, _WINDOW))
            await self._sleep(pace.wait(self._clock()))
        if self._limits.usd is None or self._spent < self._limits.usd:
            return None
        return (
            f"${self._spent:.4f} of the ${self._limits.usd:g} that may be spent are spent; what was "
            "judged is kept: raise --max-usd and run the same command again."
        )

    async def spend(self, usd: float) -> None:
        """Note what was spent."""
        self._spent += usd
