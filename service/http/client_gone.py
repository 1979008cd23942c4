"""Work for a client that waits for it; nobody goes on for one that is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from service.http.problems import ProblemError

if TYPE_CHECKING:
    from starlette.types import Receive

Value = TypeVar("Value")


async def while_awaited(receive: Receive, work: Coroutine[Any, Any, Value]) -> Value:
    """What work comes to; it is cancelled, and has ended, once the client closes its connection.

    Args:
        receive: of the request, whose body was read.
        work: for the client.

    Raises:
        ProblemError: 408, the client is gone; nobody gets to read that.
    """
    working = asyncio.create_task(work)
    watching = asyncio.create_task(_gone(receive))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ProblemError(408, "The client closed its connection; the evaluation was given up.")
    finally:
        for task in (working, watching):
            task.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
