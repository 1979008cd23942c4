"""What is worked out for a client in a thread, when it is the turn of its project."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from data_base.computing import computed, computing_in
from service.http.request_timeout import until_disconnect

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Request

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

    async def in_time() -> Value:
        async with context.in_time.limit("result", "Ask for less, or again in a moment."):
            return await computed(work)

    with (
        context.under_way.one(who.key, "results", "once one of them is there"),
        computing_in(partial(context.figures.submit, who.project)),
    ):
        return await until_disconnect(request, in_time(), "result")
