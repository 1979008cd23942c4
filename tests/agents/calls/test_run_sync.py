"""Waiting for asynchronous work."""

from __future__ import annotations

from agents.calls.run_sync import wait_for


def test_work_that_waits_for_further_work_comes_to_an_end() -> None:
    """A synchronous callable of the user's, called on the loop, may evaluate by itself."""

    async def inner() -> str:
        return "inner"

    async def outer() -> str:
        return f"outer and {wait_for(inner)}"

    assert wait_for(outer) == "outer and inner"
