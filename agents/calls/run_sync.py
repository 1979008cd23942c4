"""Waiting for asynchronous work from code that is not asynchronous."""

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from agents.models.background_loop import background_loop

P = ParamSpec("P")
T = TypeVar("T")


def wait_for(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Do the work and return what comes of it.

    It is done on the process's background loop, so that a model object of the user's, whose client is
    bound to the loop of its first call, is asked in the same loop each time. Where an event loop is already
    running (a notebook), that loop is blocked until it is done.

    Args:
        work: makes the coroutine to be awaited.
    """
    if background_loop().is_running_here():
        # Waiting for itself, it would wait for ever.
        with ThreadPoolExecutor(max_workers=1) as pool:
            return pool.submit(contextvars.copy_context().run, asyncio.run, work()).result()
    waited = background_loop().submit(work())
    try:
        return waited.result()
    except BaseException:
        waited.cancel()
        raise


def waited_for(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """An asynchronous function or method as an ordinary one with the same parameters; see above."""

    @wraps(work)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        return wait_for(lambda: work(*args, **kwargs))

    return call
