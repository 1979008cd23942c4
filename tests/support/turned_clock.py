"""An event loop whose clock is turned to the next timer instead of waiting for it."""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")


class _Selector(selectors.DefaultSelector):
    """Where nothing is ready, the time until the next timer passes at once."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if timeout and not ready:
            self.passed += timeout
        return ready


class TurnedLoop(asyncio.SelectorEventLoop):
    """Its ``time`` begins at 0 and jumps from timer to timer; it knows no sockets and no threads."""

    def __init__(self) -> None:
        self._turned = _Selector()
        super().__init__(self._turned)

    def time(self) -> float:
        return self._turned.passed


def turned(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end on a turned clock; a test that would wait for ever is stopped after a year."""

    async def bounded() -> T:
        async with asyncio.timeout(365 * 24 * 3600):
            return await work

    with asyncio.Runner(loop_factory=TurnedLoop) as runner:
        return runner.run(bounded())


def now() -> float:
    """Seconds on the running loop's clock."""
    return asyncio.get_running_loop().time()
