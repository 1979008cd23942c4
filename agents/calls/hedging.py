"""Asking once more where a reply takes far longer than its fellows; the first reply wins.

A request that hangs on the way would otherwise block its caller until the timeout. How long is too long is
learnt from the model's own recent replies.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from agents.calls.limits import ModelLimits

T = TypeVar("T")

LEAST_FELLOWS = 20
QUANTILE = 0.95
FACTOR = 2.0
SHORTEST_WAIT = 1.0
"""Seconds; what is faster is no hang but a hiccup of this machine."""
MOST_ASKED = 3
"""Requests for one reply."""
LOOK_AGAIN = 1.0
"""Seconds after which a call looks for fellows again as long as there are too few."""


async def first_reply(
    ask: Callable[[], Awaitable[T]],
    ask_again: Callable[[], Awaitable[T]],
    limits: ModelLimits,
) -> T:
    """Ask; if the reply is overdue, ask once more, and take whichever reply comes first.

    Should the second request be overdue as well, a third is made, and no more. The first request to end
    decides, be it with an error: the others were overdue, and a retry does more than waiting for them. They
    are cancelled.

    Args:
        ask: makes the request.
        ask_again: makes a further one.
        limits: the model's recent replies.
    """
    tasks: list[asyncio.Future[T]] = [asyncio.ensure_future(ask())]
    try:
        while not (ended := await _ended(tasks, limits)):
            if len(tasks) < MOST_ASKED:
                tasks.append(asyncio.ensure_future(ask_again()))
        return ended[0].result()
    finally:
        for task in tasks:
            if not task.done():
                task.cancel()
            task.add_done_callback(_look_at)


def overdue_after(limits: ModelLimits) -> float | None:
    """Seconds after which a reply is overdue, None where too few fellows are known."""
    usual = limits.quantile(QUANTILE, least=LEAST_FELLOWS)
    return None if usual is None else max(SHORTEST_WAIT, FACTOR * usual)


async def _ended(tasks: list[asyncio.Future[T]], limits: ModelLimits) -> list[asyncio.Future[T]]:
    """Wait until a request has ended, or the last of them is overdue; those that have ended, in order."""
    clock = asyncio.get_running_loop().time
    started = clock()
    while True:
        bound = overdue_after(limits)
        left = LOOK_AGAIN if bound is None else started + bound - clock()
        await asyncio.wait(tasks, timeout=max(0.0, left), return_when=asyncio.FIRST_COMPLETED)
        ended = [task for task in tasks if task.done()]
        if ended or (bound is not None and clock() >= started + bound):
            return ended


def _look_at(task: asyncio.Future[T]) -> None:
    """Read the loser's error, which nothing needs: asyncio would log it as never retrieved."""
    if not task.cancelled():
        task.exception()
