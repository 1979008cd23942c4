"""Where processor time is spent: in a thread, which a caller may have others take in turn with."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import TypeAlias, TypeVar

from data_base.cancellation import stopping_where

Value = TypeVar("Value")
WorkSubmitter: TypeAlias = "Callable[[Callable[[], object]], Future[object]]"
_submit: ContextVar[WorkSubmitter | None] = ContextVar("submit", default=None)


@contextmanager
def computing_in(submit: WorkSubmitter) -> Generator[None]:
    """Have what is computed in the block be handed to a function, such as the turns of a service."""
    token = _submit.set(submit)
    try:
        yield
    finally:
        _submit.reset(token)


async def computed(work: Callable[[], Value]) -> Value:
    """What a function comes to in a thread; cancelled, it stops where it next asks whether to go on."""
    stopped = threading.Event()
    found: list[Value] = []

    def until_stopped() -> None:
        with stopping_where(stopped.is_set):
            found.append(work())

    submit = _submit.get()
    try:
        if submit is None:
            await asyncio.to_thread(until_stopped)
        else:
            context = copy_context()
            await asyncio.wrap_future(submit(lambda: context.run(until_stopped)))
    except asyncio.CancelledError:
        stopped.set()
        raise
    return found[0]
