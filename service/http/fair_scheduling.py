"""What is worked out for a client in a thread, when it is the turn of its project."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from service.http.request_timeout import until_disconnect

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Request

    from service.fair_threads import FairThreads
    from service.http.caller import Caller
    from service.http.context import ServerContext

Value = TypeVar("Value")


async def in_project_turn(
    request: Request, context: ServerContext, who: Caller, work: Callable[[], Value]
) -> Value:
    """What a function comes to in a thread, when it is the turn of the caller's project.

    Raises:
        ProblemError: 504, it took longer than a request may; 503, the server stops; 429, the key waits for
            as many results as it may; 408, the client is gone.
    """
    with context.under_way.one(who.key, "results", "once one of them is there"):
        return await until_disconnect(request, _in_turn(context, who, context.figures, work), "result")


async def taken_in_turn(
    request: Request, context: ServerContext, who: Caller, take: Callable[[], Value]
) -> Value:
    """What a request asks for, with what it names looked up; else as :func:`in_project_turn`.

    It does not wait for the results that the project waits for.
    """
    with context.under_way.one(who.key, "requests", "once one of them was taken in"):
        return await until_disconnect(request, part_taken_in_turn(context, who, take), "result")


async def part_taken_in_turn(context: ServerContext, who: Caller, take: Callable[[], Value]) -> Value:
    """A part of a request whose body still comes; as :func:`taken_in_turn`, but not counted.

    Raises:
        ProblemError: 504, it took longer than a request may; 503, the server stops.
    """
    return await _in_turn(context, who, context.taking, take)


async def _in_turn(
    context: ServerContext, who: Caller, threads: FairThreads, work: Callable[[], Value]
) -> Value:
    async with context.in_time.limit("result", "Ask for less, or again in a moment."):
        return await threads.computed(who.project, work)
