"""Limits of calls to one model: places, pace, and a loop that stays free meanwhile."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage
from pydantic import PrivateAttr

from agents.calls.complete import complete
from agents.calls.limits import CallSlots, ModelLimits
from agents.calls.settings import CallSettings
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel
from tests.support.turned_clock import now, turned

if TYPE_CHECKING:
    from langchain_core.outputs import ChatResult


@settings(max_examples=40, deadline=None)
@given(
    limits=st.lists(st.integers(1, 4), min_size=1, max_size=12),
    cancelled=st.sets(st.integers(0, 11)),
    at=st.integers(0, 5),
)
def test_places_are_never_over_the_limit_and_none_is_lost(
    limits: list[int], cancelled: set[int], at: int
) -> None:
    async def crowd() -> None:
        places, most = CallSlots(), 0

        async def one(limit: int, seconds: int) -> None:
            nonlocal most
            await places.take(limit)
            try:
                assert places.taken <= limit
                most = max(most, places.taken)
                await asyncio.sleep(seconds)
            finally:
                places.leave()

        tasks = [asyncio.create_task(one(limit, n % 3)) for n, limit in enumerate(limits)]
        await asyncio.sleep(at)
        for n, task in enumerate(tasks):
            if n in cancelled:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert places.taken == 0
        assert most <= max(limits)
        await places.take(1)

    turned(crowd())


def test_places_are_given_in_turn_but_for_who_goes_first() -> None:
    async def order() -> list[str]:
        places, seen = CallSlots(), []

        async def one(name: str, *, first: bool = False) -> None:
            await places.take(1, first=first)
            seen.append(name)
            await asyncio.sleep(1)
            places.leave()

        await asyncio.gather(one("a"), one("b"), one("c"), one("hedge", first=True))
        return seen

    assert turned(order()) == ["a", "hedge", "b", "c"]


@over("limit", [1, 3])
def test_no_more_calls_than_allowed_are_under_way(limit: int) -> None:
    model = Counting(name_shown=f"counting {limit}")

    async def crowd() -> None:
        call = CallSettings(concurrency=limit)
        await asyncio.gather(*(complete(model, [HumanMessage("hm")], settings=call) for _ in range(10)))

    turned(crowd())
    assert model._most == limit


class Counting(ScriptedChatModel):
    _under_way: int = PrivateAttr(default=0)
    _most: int = PrivateAttr(default=0)

    async def _agenerate(self, *args: Any, **kwargs: Any) -> ChatResult:
        self._under_way += 1
        self._most = max(self._most, self._under_way)
        await asyncio.sleep(1)
        self._under_way -= 1
        return await super()._agenerate(*args, **kwargs)


@settings(max_examples=30, deadline=None)
@given(
    per_minute=st.integers(1, 5),
    pauses=st.lists(st.floats(0, 40), min_size=1, max_size=20),
)
def test_no_sixty_seconds_see_more_starts_than_allowed(per_minute: int, pauses: list[float]) -> None:
    async def starts() -> list[float]:
        limits, seen = ModelLimits(), []

        async def one() -> None:
            await limits.pace(per_minute)
            seen.append(now())

        tasks = []
        for pause in pauses:
            tasks.append(asyncio.create_task(one()))
            await asyncio.sleep(pause)
        await asyncio.gather(*tasks)
        return sorted(seen)

    seen = turned(starts())
    assert len(seen) == len(pauses)
    gaps = [later - first for first, later in zip(seen, seen[per_minute:], strict=False)]
    assert all(gap >= 60 - 1e-6 for gap in gaps)


def test_the_pace_holds_for_retries_and_leaves_the_loop_free() -> None:
    async def paced() -> tuple[float, int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(1)
                ticks += 1

        ticking = asyncio.create_task(tick())
        model = ScriptedChatModel([TimeoutError(), "fine"], name_shown="paced")
        await complete(
            model, [HumanMessage("hm")], settings=CallSettings(requests_per_minute=1, first_wait=0)
        )
        ticking.cancel()
        return now(), ticks

    at, ticks = turned(paced())
    assert at == 60
    assert ticks >= 58


def test_a_loop_of_its_own_has_places_of_its_own() -> None:
    limits = ModelLimits()

    async def take_all() -> None:
        await limits.places.take(1)

    turned(take_all())
    turned(take_all())
