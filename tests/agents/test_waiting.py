"""Waiting for asynchronous work."""

from __future__ import annotations

from agents.waiting import wait_for
from data_base.late import Late


def test_waiting_for_a_late_value_does_not_work_it_out() -> None:
    asked: list[str] = []

    def work_out() -> int:
        asked.append("value")
        return 73

    async def result() -> Late[int]:
        return Late(work_out)

    late = wait_for(result)
    assert not asked
    assert late.value == 73


def test_work_that_waits_for_further_work_comes_to_an_end() -> None:
    """A synchronous callable of the user's, called on the loop, may evaluate by itself."""

    async def inner() -> str:
        return "inner"

    async def outer() -> str:
        return f"outer and {wait_for(inner)}"

    assert wait_for(outer) == "outer and inner"
