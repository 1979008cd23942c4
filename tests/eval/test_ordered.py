import asyncio
from collections.abc import Iterator

import pytest

from eval.ordered import ordered


async def test_items_are_drawn_only_as_they_are_needed_and_results_keep_their_order() -> None:
    drawn: list[int] = []

    def items() -> Iterator[int]:
        for number in range(100):
            drawn.append(number)
            yield number

    async def work(number: int) -> int:
        for _ in range(7 - number % 7):
            await asyncio.sleep(0)
        return number * number

    results = []
    async for result in ordered(items(), work, window=5):
        results.append(result)
        assert len(drawn) <= len(results) + 5
    assert results == [number * number for number in range(100)]


async def test_an_error_ends_it_and_cancels_the_rest() -> None:
    cancelled: list[int] = []

    async def work(number: int) -> int:
        if number == 1:
            raise LookupError("no")
        try:
            await asyncio.sleep(0 if number == 0 else 3600)
        except asyncio.CancelledError:
            cancelled.append(number)
            raise
        return number

    with pytest.raises(LookupError):
        async for _ in ordered(range(10), work, window=4):
            pass
    assert cancelled == [2, 3]
    assert asyncio.all_tasks() == {asyncio.current_task()}
