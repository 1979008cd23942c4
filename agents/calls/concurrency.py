"""Doing many things at once, a few at a time, and giving the results in order as they come."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeVar, cast

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

_AHEAD = 4
"""Items drawn for each one under way: a slow item must not idle the others behind it."""


async def all_of(works: Iterable[Awaitable[ResultT]]) -> list[ResultT]:
    """The results of all, side by side; an error in one is raised once none is running any more."""
    found = await asyncio.gather(*works, return_exceptions=True)
    if error := next((one for one in found if isinstance(one, BaseException)), None):
        raise error
    return cast("list[ResultT]", found)


async def both(one: Awaitable[ItemT], other: Awaitable[ResultT]) -> tuple[ItemT, ResultT]:
    """The results of two, side by side; an error in one is raised once both have ended."""
    found = await asyncio.gather(one, other, return_exceptions=True)
    if error := next((each for each in found if isinstance(each, BaseException)), None):
        raise error
    return cast("tuple[ItemT, ResultT]", tuple(found))


async def in_order(
    items: Iterable[ItemT] | AsyncIterable[ItemT],
    work: Callable[[ItemT], Awaitable[ResultT]],
    *,
    concurrency: int,
) -> AsyncGenerator[ResultT]:
    """Yield ``await work(item)`` for every item, in the items' order.

    Items are drawn as results are taken, so that a stream of any length can be worked through in bounded
    memory. The first error ends the iteration, and whatever is under way then is cancelled.

    Args:
        items: what to work on.
        work: called once for each item.
        concurrency: how many may be under way, at least 1.
    """
    slots, window = asyncio.Semaphore(concurrency), asyncio.Semaphore(concurrency * _AHEAD)
    begun: asyncio.Queue[asyncio.Task[ResultT] | None] = asyncio.Queue()
    under_way: set[asyncio.Task[ResultT]] = set()

    async def one(item: ItemT) -> ResultT:
        # After an error the slot is not given back: it ends the iteration, and nothing more may begin.
        await slots.acquire()
        result = await work(item)
        slots.release()
        return result

    async def feed() -> None:
        try:
            async for item in stream_of(items):
                await window.acquire()
                task = asyncio.create_task(one(item))
                under_way.add(task)
                begun.put_nowait(task)
        finally:
            begun.put_nowait(None)

    feeder = asyncio.create_task(feed())
    try:
        while (task := await begun.get()) is not None:
            yield await task
            under_way.discard(task)
            window.release()
        await feeder
    finally:
        feeder.cancel()
        for task in under_way:
            task.cancel()
        await asyncio.gather(feeder, *under_way, return_exceptions=True)


async def stream_of(items: Iterable[ItemT] | AsyncIterable[ItemT]) -> AsyncIterator[ItemT]:
    """Items of either sort as an asynchronous stream."""
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item
