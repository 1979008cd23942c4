"""The event loop that workers run in: uvloop's where it is installed, which takes less time for the same."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run_in_loop(work: Coroutine[Any, Any, T]) -> T:
    """As :func:`asyncio.run`."""
    try:
        from uvloop import new_event_loop  # noqa: PLC0415  (not there on Windows)
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)
