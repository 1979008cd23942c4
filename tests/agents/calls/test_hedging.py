"""Hedging: when a reply is overdue, who wins, what is cancelled, and who is never asked twice."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import BaseMessage, HumanMessage
from pydantic import PrivateAttr

from agents.calls.complete import complete
from agents.calls.hedging import FACTOR, LEAST_FELLOWS, MOST_ASKED, SHORTEST_WAIT, first_reply, overdue_after
from agents.calls.limits import ModelLimits
from agents.calls.settings import CallSettings
from tests.support.scripted_chat_model import ScriptedChatModel
from tests.support.turned_clock import now, turned

if TYPE_CHECKING:
    from langchain_core.outputs import ChatResult

Ask = Callable[[], Awaitable[str]]


def limits_with(seconds: float, count: int = LEAST_FELLOWS) -> ModelLimits:
    limits = ModelLimits()
    for _ in range(count):
        limits.note(seconds)
    return limits


def replies_after(seconds: float, reply: str | Exception, ended: list[str] | None = None) -> Ask:
    async def ask() -> str:
        try:
            await asyncio.sleep(seconds)
        except asyncio.CancelledError:
            if ended is not None:
                ended.append(f"{reply} cancelled")
            raise
        if isinstance(reply, Exception):
            raise reply
        return reply

    return ask


async def race(first: Ask, second: Ask, limits: ModelLimits) -> tuple[str, float]:
    reply = await first_reply(first, second, limits)
    at = now()
    await asyncio.sleep(0)
    return reply, at


def test_a_usual_reply_is_asked_for_once() -> None:
    reply, at = turned(race(replies_after(FACTOR, "a"), replies_after(0, "b"), limits_with(1.0)))
    assert (reply, at) == ("a", FACTOR)


def test_an_overdue_reply_is_asked_for_again_and_the_first_wins() -> None:
    ended: list[str] = []
    reply, at = turned(race(replies_after(1000, "a", ended), replies_after(1, "b"), limits_with(1.0)))
    assert (reply, at) == ("b", FACTOR + 1)
    assert ended == ["a cancelled"]


def test_the_slow_one_may_still_win() -> None:
    ended: list[str] = []
    reply, at = turned(race(replies_after(FACTOR + 0.5, "a"), replies_after(1, "b", ended), limits_with(1.0)))
    assert (reply, at) == ("a", FACTOR + 0.5)
    assert ended == ["b cancelled"]


def test_a_further_request_is_hedged_too_but_not_for_ever() -> None:
    asked: list[float] = []

    async def hang() -> str:
        asked.append(now())
        await asyncio.sleep(50)
        return "late"

    reply, at = turned(race(hang, hang, limits_with(1.0)))
    assert (reply, at) == ("late", 50)
    assert asked == [0, FACTOR, 2 * FACTOR]


def test_the_first_to_end_decides_even_by_an_error() -> None:
    with pytest.raises(ConnectionError):
        turned(race(replies_after(1000, "a"), replies_after(1, ConnectionError()), limits_with(1.0)))
    with pytest.raises(ConnectionError):
        turned(race(replies_after(1, ConnectionError()), replies_after(1, "b"), limits_with(1.0)))


def test_too_few_fellows_say_nothing_until_more_are_known() -> None:
    assert overdue_after(limits_with(1.0, LEAST_FELLOWS - 1)) is None
    reply, at = turned(race(replies_after(900, "a"), replies_after(1, "b"), limits_with(1.0, 3)))
    assert (reply, at) == ("a", 900)

    async def fellows_arrive() -> tuple[str, float]:
        limits = ModelLimits()
        for _ in range(LEAST_FELLOWS):
            asyncio.get_running_loop().call_later(7.5, limits.note, 0.5)
        return await race(replies_after(900, "a"), replies_after(1, "b"), limits)

    reply, at = turned(fellows_arrive())
    assert reply == "b"
    assert at == 8 + 1  # looked at each second, long overdue once the fellows are known


def test_hiccups_of_fast_models_are_no_hangs() -> None:
    assert overdue_after(limits_with(0.00001)) == SHORTEST_WAIT


def test_one_slow_fellow_moves_nothing_many_do() -> None:
    limits = limits_with(1.0, 99)
    limits.note(600)
    assert overdue_after(limits) == FACTOR
    for _ in range(20):
        limits.note(10)
    assert overdue_after(limits) == 10 * FACTOR


def test_cancelling_cancels_the_requests() -> None:
    ended: list[str] = []

    async def cancel() -> None:
        task = asyncio.create_task(
            race(replies_after(99, "a", ended), replies_after(99, "b", ended), limits_with(1.0))
        )
        await asyncio.sleep(1.5 * FACTOR)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0)

    turned(cancel())
    assert sorted(ended) == ["a cancelled", "b cancelled"]


class Sleeper(ScriptedChatModel):
    """Takes as many seconds as the prompt says."""

    _under_way: int = PrivateAttr(default=0)
    _most: int = PrivateAttr(default=0)

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        self._under_way += 1
        self._most = max(self._most, self._under_way)
        try:
            await asyncio.sleep(float(str(messages[0].content)))
        finally:
            self._under_way -= 1
        return await super()._agenerate(messages, *args, **kwargs)


async def one_hang(name: str, settings: CallSettings) -> tuple[int, int, float]:
    """Calls, tries and seconds of a call that takes 55 s among fellows that take one."""
    model = Sleeper(name_shown=name)
    for _ in range(LEAST_FELLOWS):
        await complete(model, [HumanMessage("1")], settings=settings)
    before = now()
    reply = await complete(model, [HumanMessage("55")], settings=settings)
    return reply.usage.calls, reply.attempts, now() - before


def test_a_call_that_hangs_is_hedged_and_counted_and_a_switch_turns_it_off() -> None:
    assert turned(one_hang("hedged", CallSettings())) == (MOST_ASKED, 1, 55)
    assert turned(one_hang("unhedged", CallSettings(hedging=False))) == (1, 1, 55)


def test_the_embedded_model_is_never_hedged() -> None:
    assert turned(one_hang("embedded", CallSettings())) == (1, 1, 55)


def test_a_hedge_keeps_to_the_limit_and_goes_before_others() -> None:
    async def crowd() -> tuple[int, int, float]:
        model = Sleeper(name_shown="crowded")
        settings = CallSettings(concurrency=2)
        for _ in range(LEAST_FELLOWS):
            await complete(model, [HumanMessage("1")], settings=settings)
        before = now()
        hung, *_ = await asyncio.gather(
            *(complete(model, [HumanMessage(wait)], settings=settings) for wait in ["8", *["1"] * 9])
        )
        return model._most, hung.usage.calls, now() - before

    # Until the hedge takes it, the second place serves the fellows; from 8 on two places serve those left.
    left = 9 - FACTOR
    assert turned(crowd()) == (2, 2, 8 + math.ceil(left / 2))
