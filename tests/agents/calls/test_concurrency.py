"""Results in order, a bounded number under way, a bounded number ahead."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.calls.concurrency import in_order
from tests.support.rows import over
from tests.support.turned_clock import now, turned

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


@settings(max_examples=40, deadline=None)
@given(
    seconds=st.lists(st.integers(0, 9), max_size=30),
    concurrency=st.integers(1, 5),
    asynchronous=st.booleans(),
)
def test_order_is_kept_and_the_limit_holds(seconds: list[int], concurrency: int, asynchronous: bool) -> None:
    under_way = most = drawn = taken = ahead = 0

    def source() -> Iterator[tuple[int, int]]:
        nonlocal drawn, ahead
        for item in enumerate(seconds):
            drawn += 1
            ahead = max(ahead, drawn - taken)
            yield item

    async def stream() -> AsyncIterator[tuple[int, int]]:
        for item in source():
            yield item

    async def work(item: tuple[int, int]) -> int:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(item[1])
        under_way -= 1
        return item[0]

    async def run() -> list[int]:
        nonlocal taken
        results = []
        async for result in in_order(stream() if asynchronous else source(), work, concurrency=concurrency):
            results.append(result)
            taken += 1
        return results

    assert turned(run()) == list(range(len(seconds)))
    assert most <= concurrency
    assert ahead <= 4 * concurrency + 2


def test_a_result_does_not_wait_for_the_next_item() -> None:
    async def slow_source() -> AsyncIterator[int]:
        for n in range(3):
            yield n
            await asyncio.sleep(100)

    async def work(item: int) -> tuple[int, float]:
        await asyncio.sleep(1)
        return item, now()

    async def run() -> list[tuple[int, float]]:
        return [(result[0], now()) async for result in in_order(slow_source(), work, concurrency=4)]

    assert turned(run()) == [(0, 1), (1, 101), (2, 201)]


def test_one_slow_item_does_not_idle_the_others() -> None:
    async def work(item: int) -> int:
        await asyncio.sleep(8 if item == 0 else 1)
        return item

    async def run() -> float:
        async for _ in in_order(range(8), work, concurrency=2):
            pass
        return now()

    assert turned(run()) == 8


@over("where", ["source", "work"])
def test_the_first_error_ends_it_and_cancels_the_rest(where: str) -> None:
    cancelled: list[int] = []

    def source() -> Iterator[int]:
        yield from range(3)
        if where == "source":
            raise ValueError("bad line")

    async def work(item: int) -> int:
        if where == "work" and item == 1:
            raise ValueError("bad line")
        try:
            await asyncio.sleep(5 if item == 2 else 1)
        except asyncio.CancelledError:
            cancelled.append(item)
            raise
        return item

    async def run() -> list[int]:
        results = in_order(source(), work, concurrency=3)
        seen = [await anext(results) for _ in range(3 if where == "source" else 1)]
        with pytest.raises(ValueError, match="bad line"):
            await anext(results)
        return seen

    assert turned(run()) == ([0, 1, 2] if where == "source" else [0])
    assert cancelled == ([] if where == "source" else [2])


def test_leaving_early_cancels_the_rest() -> None:
    running = 0

    async def work(item: int) -> int:
        nonlocal running
        running += 1
        try:
            await asyncio.sleep(item)
        finally:
            running -= 1
        return item

    async def run() -> int:
        results = in_order(range(100), work, concurrency=3)
        first = await anext(results)
        await results.aclose()
        return first

    assert turned(run()) == 0
    assert running == 0
