"""Places for items: each project has one of its own, the others go to whoever has the fewest."""

import asyncio

import pytest

from service.jobs.item_slots import ItemSlots


class _Items:
    """Items that take a place and keep it until they are let go."""

    def __init__(self, slots: ItemSlots) -> None:
        self._slots = slots
        self.begun: list[str] = []
        self._tasks: dict[str, list[tuple[asyncio.Event, asyncio.Task[None]]]] = {}

    def add(self, project: str, count: int = 1) -> None:
        for _ in range(count):
            over = asyncio.Event()
            task = asyncio.create_task(self._work(project, over))
            self._tasks.setdefault(project, []).append((over, task))

    async def _work(self, project: str, over: asyncio.Event) -> None:
        async with self._slots.place(project):
            self.begun.append(project)
            await over.wait()

    async def end(self, project: str, count: int = 1) -> None:
        for _ in range(count):
            over, _task = self._tasks[project].pop(0)
            over.set()
        await settled()

    async def cancel(self, project: str) -> None:
        _, task = self._tasks[project].pop()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await settled()


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_project_has_as_many_places_as_there_are_and_no_more() -> None:
    slots = ItemSlots(3)
    items = _Items(slots)
    items.add("a", 5)
    await settled()
    assert slots.taken == 3
    await items.end("a")
    assert (slots.taken, len(items.begun)) == (3, 4)


async def test_items_of_another_project_do_not_wait_for_those_that_never_end() -> None:
    slots = ItemSlots(3)
    items = _Items(slots)
    items.add("slow", 20)
    await settled()
    items.add("small", 2)
    await settled()
    assert items.begun.count("small") == 1
    await items.end("small")
    assert items.begun.count("small") == 2


async def test_a_place_that_is_free_goes_to_the_project_with_the_fewest() -> None:
    slots = ItemSlots(4)
    items = _Items(slots)
    items.add("many", 9)
    await settled()
    items.add("few", 3)
    await settled()
    assert items.begun == ["many"] * 4 + ["few"]
    # The first goes to the fewest, and of those that have two each the second and third to who waits longest.
    for _ in range(3):
        await items.end("many")
    assert items.begun[5:] == ["few", "many", "few"]


async def test_places_that_are_given_back_together_are_shared_out_one_by_one() -> None:
    """All of them went to the project that had the fewest before."""
    slots = ItemSlots(7)
    items = _Items(slots)
    items.add("many", 7)
    await settled()
    items.add("few", 6)
    await settled()
    await items.end("many", 4)
    assert items.begun[8:] == ["few"] * 4
    items.add("many", 9)
    items.add("third", 9)
    await settled()
    await items.end("many", 2)
    assert items.begun[12:] == ["third", "third", "many"]


async def test_a_project_whose_first_item_ended_keeps_no_place_that_all_share() -> None:
    """The place of its own was free, and another's item waited for the one that it had instead."""
    slots = ItemSlots(2)
    items = _Items(slots)
    items.add("a", 2)
    await settled()
    await items.end("a")
    items.add("b", 2)
    await settled()
    assert items.begun == ["a", "a", "b", "b"]


@pytest.mark.parametrize("limit", [1, 2, 4])
async def test_an_item_that_is_cancelled_while_it_waits_keeps_no_place(limit: int) -> None:
    slots = ItemSlots(limit)
    items = _Items(slots)
    items.add("a", limit + 2)
    await settled()
    await items.cancel("a")
    for _ in range(limit + 1):
        await items.end("a")
    await asyncio.wait_for(slots.idle(), 1)
    items.add("a", limit)
    await settled()
    assert slots.taken == limit
    for _ in range(limit):
        await items.end("a")
