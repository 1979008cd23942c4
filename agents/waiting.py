"""Waiting for asynchronous work from code that is not asynchronous."""

from __future__ import annotations

import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")


def wait_for(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Do the work and return what comes of it.

    Where an event loop is already running (a notebook), the work is done in a thread with a loop of its own,
    and the running loop stands still until it is done.

    Args:
        work: makes the coroutine to be awaited.
    """

    def run() -> T:
        done: list[T] = []

        async def keep() -> None:
            # asyncio.run takes the repr of what its task returns, which would work out every late value.
            done.append(await work())

        asyncio.run(keep())
        return done[0]

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return run()
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(contextvars.copy_context().run, run).result()
