"""How long a request may take whose caller waits for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.http.problems import ProblemError

_RETRY_S = "5"
_AS_JOB = "Ask for it as a job with the header `Prefer: respond-async`."


class InTime:
    """Gives up what takes too long, or longer than a server that is to stop can wait."""

    def __init__(self, seconds: float) -> None:
        """Allow every request so many seconds."""
        self._seconds = seconds
        self._ends_at: float | None = None
        self._under_way: set[asyncio.Timeout] = set()

    def stop_in(self, seconds: float) -> None:
        """Give up what is not done within so many seconds; called in the loop of the requests."""
        self._ends_at = asyncio.get_running_loop().time() + seconds
        for limit in self._under_way:
            limit.reschedule(self._earlier(limit.when()))

    @asynccontextmanager
    async def limit(self, what: str = "evaluation", instead: str = _AS_JOB) -> AsyncIterator[None]:
        """Give what is done in the block up after a time.

        Args:
            what: is waited for.
            instead: what to do where it takes too long.

        Raises:
            ProblemError: 504, it was given up; 503, it was because the server stops.
        """
        when = self._earlier(asyncio.get_running_loop().time() + self._seconds)
        try:
            async with asyncio.timeout_at(when) as limit:
                self._under_way.add(limit)
                try:
                    yield
                finally:
                    self._under_way.discard(limit)
        except TimeoutError:
            if not limit.expired():
                raise
            raise self._given_up(what, instead) from None

    def _earlier(self, when: float | None) -> float | None:
        return when if self._ends_at is None or when is None else min(when, self._ends_at)

    def _given_up(self, what: str, instead: str) -> ProblemError:
        if self._ends_at is not None:
            said = f"The server stops and gave the {what} up; send the request again in a moment."
            return ProblemError(503, said, {"Retry-After": _RETRY_S})
        said = f"There was no {what} within {self._seconds:g} s; it was given up and nothing of it is kept."
        return ProblemError(504, f"{said} {instead}")
