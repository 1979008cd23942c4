"""Turns at hosts, on a turned clock."""

import asyncio
from collections import defaultdict

from data_base.net.host_turns import HostTurns
from tests.support.turned_clock import now, turned


def asked(turns: HostTurns, hosts: str, takes: float, delay_s: float = 0.0) -> dict[str, list[float]]:
    """When each host was asked."""
    when: dict[str, list[float]] = defaultdict(list)

    async def ask(host: str) -> None:
        async with turns.turn(host, delay_s):
            when[host].append(round(now(), 3))
            await asyncio.sleep(takes)

    async def all_of_them() -> None:
        await asyncio.gather(*map(ask, hosts))

    turned(all_of_them())
    return when


def test_a_host_is_asked_once_a_second_and_others_meanwhile() -> None:
    assert asked(HostTurns(), "aaabb", 0.1) == {"a": [0, 1, 2], "b": [0, 1]}


def test_a_host_may_ask_for_more_and_not_for_less() -> None:
    assert asked(HostTurns(), "aa", 0.1, 3.0) == {"a": [0, 3]}
    assert asked(HostTurns(), "aa", 0.1, 0.5) == {"a": [0, 1]}


def test_so_many_are_asked_at_once_and_one_host_takes_no_place_while_it_waits() -> None:
    when = asked(HostTurns(at_once=2), "aaabc", 0.4)
    assert when == {"a": [0, 1, 2], "b": [0], "c": [0.4]}


def test_all_wait_for_a_host_that_asks_for_patience() -> None:
    turns, when = HostTurns(), []

    async def work() -> None:
        async with turns.turn("a"):
            turns.hold("a", 30)
        async with turns.turn("a"):
            when.append(now())

    turned(work())
    assert when == [30]
