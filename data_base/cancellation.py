"""Stopping work that nobody waits for any more: whoever does the work asks, whoever began it answers."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

_never: Callable[[], bool] = bool
_is_stopped: ContextVar[Callable[[], bool]] = ContextVar("is_stopped", default=_never)


class StoppedError(Exception):
    """The work was stopped before it was done."""


@contextmanager
def stopping_where(is_stopped: Callable[[], bool]) -> Generator[None]:
    """Have what is done in the block stop once a function says so.

    Raises:
        StoppedError: it was stopped.
    """
    token = _is_stopped.set(is_stopped)
    try:
        yield
    finally:
        _is_stopped.reset(token)


def go_on() -> None:
    """Go on unless the work is to stop; called in loops that a long text makes long.

    Raises:
        StoppedError: it is.
    """
    if _is_stopped.get()():
        raise StoppedError
