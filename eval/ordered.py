"""Doing many things at once, a few at a time, and taking the results in order."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")


async def ordered(
    items: Iterable[ItemT], work: Callable[[ItemT], Awaitable[ResultT]], *, window: int
) -> AsyncIterator[ResultT]:
    """Yield ``await work(item)`` for every item, in the items' order, with ``window`` of them under way.

    Items are drawn as they are needed, so a file of any length can be worked through. The first error ends
    the iteration; whatever is still under way then is cancelled.

    Args:
        items: what to work on.
        work: called once for each item.
        window: how many may be under way, at least 1.
    """
    under_way: deque[asyncio.Task[ResultT]] = deque()
    try:
        for item in items:
            under_way.append(asyncio.ensure_future(_run(work, item)))
            if len(under_way) >= window:
                yield await under_way.popleft()
        while under_way:
            yield await under_way.popleft()
    finally:
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)


async def _run(work: Callable[[ItemT], Awaitable[ResultT]], item: ItemT) -> ResultT:
    return await work(item)
