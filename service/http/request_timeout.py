"""Work that a client waits for: it ends in time, and where the client is gone."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from service.http.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from fastapi import Request


Value = TypeVar("Value")
_RETRY_S = "5"
_AS_JOB = "Ask for it as a job with the header `Prefer: respond-async`."


class RequestTimeout:
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
            if self._ends_at is not None:
                raise _stops(what) from None
            said = (
                f"There was no {what} within {self._seconds:g} s; it was given up and nothing of it is kept."
            )
            raise ProblemError(504, f"{said} {instead}") from None
        except asyncio.CancelledError:
            # Not this request was cancelled: the threads that it waits for begin nothing more.
            if (task := asyncio.current_task()) is None or task.cancelling():
                raise
            raise _stops(what) from None

    def _earlier(self, when: float | None) -> float | None:
        return when if self._ends_at is None or when is None else min(when, self._ends_at)


def _stops(what: str) -> ProblemError:
    said = f"The server stops and gave the {what} up; send the request again in a moment."
    return ProblemError(503, said, {"Retry-After": _RETRY_S})


async def until_disconnect(
    request: Request, work: Coroutine[Any, Any, Value], what: str = "evaluation"
) -> Value:
    """What work comes to; it is cancelled, and has ended, once the client closes its connection.

    Args:
        request: whose body was read.
        work: for the client.
        what: is waited for.

    Raises:
        ProblemError: 408, the client is gone; nobody gets to read that.
    """
    working = asyncio.create_task(work)
    watching = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ProblemError(408, f"The client closed its connection; the {what} was given up.")
    finally:
        for task in (working, watching):
            task.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
