"""Figures of runs that a request waits for: a project has one piece of them worked out at a time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from data_base.computing import computed, computing_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.http.context import ServerContext

Value = TypeVar("Value")


async def in_turn(context: ServerContext, project: str, work: Callable[[], Value]) -> Value:
    """What a function comes to in a thread, when it is the project's turn.

    Raises:
        ProblemError: 504, it took longer than a request may; 503, the server stops.
    """
    with computing_in(partial(context.figures.submit, project)):
        async with context.in_time.limit("result", "Ask for less, or again in a moment."):
            return await computed(work)
