"""An event loop in a thread of its own, for work that would hold the loop up which asks for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

Value = TypeVar("Value")


class LoopThread:
    """A thread with a loop; it begins with the first work."""

    def __init__(self, name: str) -> None:
        """Begin nothing yet.

        Args:
            name: of the thread.
        """
        self._name, self._beginning = name, threading.Lock()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None

    async def run(self, make: Callable[[], Coroutine[Any, Any, Value]]) -> Value:
        """What a coroutine comes to that is made and awaited there.

        Where this is cancelled, so is the coroutine, and it has ended when this raises.
        """
        here, there = asyncio.get_running_loop(), self._begun()
        ended: asyncio.Future[None] = here.create_future()
        tasks: list[asyncio.Task[Value]] = []

        def end() -> None:
            if not ended.done():
                ended.set_result(None)

        def tell(_task: asyncio.Task[Value]) -> None:
            # Whoever asked may have gone, with the loop.
            with suppress(RuntimeError):
                here.call_soon_threadsafe(end)

        def begin() -> None:
            tasks.append(there.create_task(make()))
            tasks[0].add_done_callback(tell)

        def give_up() -> None:
            tasks[0].cancel()

        there.call_soon_threadsafe(begin)
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError:
            there.call_soon_threadsafe(give_up)
            await ended
            raise
        return tasks[0].result()

    def stop(self) -> None:
        """Cancel what is under way, and wait until it has ended."""
        if self._loop is not None and self._stop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()

    def _begun(self) -> asyncio.AbstractEventLoop:
        with self._beginning:
            if self._loop is None:
                ready = threading.Event()
                self._thread = threading.Thread(
                    target=lambda: asyncio.run(self._serve(ready)), name=self._name, daemon=True
                )
                self._thread.start()
                ready.wait()
        assert self._loop is not None  # noqa: S101  (it was set before the thread was ready)
        return self._loop

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        ready.set()
        await self._stop.wait()
