"""An event loop in a thread of its own, for clients that outlive the loops of their callers.

The HTTP clients of other packages' chat models are bound to the loop of their first call, and some packages
share them between models behind our back: a second loop, be it another ``asyncio.run`` or another thread's,
loses answers that were paid for. Asked from the one loop that lasts as long as the process, they do not
notice whose loop waits for them.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar
from weakref import WeakSet

T = TypeVar("T")
_THREADS = 64
_GRACE = 1.0  # seconds that the process's end waits for the loop's


class BackgroundLoop:
    """A loop that is begun with its first work and ends with the process."""

    def __init__(self) -> None:
        """Begin no thread yet."""
        self._lock = threading.Lock()
        self._loop: _ConnectedLoop | None = None
        self._kept: dict[Hashable, Any] = {}

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work there and wait for it here; cancelling the wait cancels the work."""
        return await asyncio.wrap_future(self.submit(work))

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begin the work there."""
        return asyncio.run_coroutine_threadsafe(work, self._running())

    def kept(self, known_by: Hashable, make: Callable[[], T]) -> T:
        """An object with clients of this loop, kept as long as the loop: dropped, it would leave them open.

        Args:
            known_by: all that distinguishes it from others.
            make: builds it.
        """
        if known_by not in self._kept:
            self._kept.setdefault(known_by, make())
        found: T = self._kept[known_by]
        return found

    def is_running_here(self) -> bool:
        """Whether the caller runs on this loop, which must not wait for itself."""
        return self._loop is not None and asyncio._get_running_loop() is self._loop  # noqa: SLF001  (None for none)

    def _running(self) -> _ConnectedLoop:
        with self._lock:
            if self._loop is None:
                self._loop = _ConnectedLoop()
                # Packages without an asynchronous client ask in threads, and the default is a few.
                self._loop.set_default_executor(ThreadPoolExecutor(_THREADS, thread_name_prefix="models"))
                name = "models of other packages"
                thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
                thread.start()
                atexit.register(_end, self._loop, thread, os.getpid())
            return self._loop


class _ConnectedLoop(asyncio.SelectorEventLoop):
    """A loop that knows its connections: clients of any package can be cut off without knowing them."""

    def __init__(self) -> None:
        super().__init__()
        self._connections: WeakSet[asyncio.Transport] = WeakSet()

    async def create_connection(self, *where: Any, **how: Any) -> Any:  # noqa: ANN401  (asyncio's signature)
        """As asyncio's, and noted."""
        connection, protocol = await super().create_connection(*where, **how)
        self._connections.add(connection)
        return connection, protocol

    async def cut_off(self) -> None:
        """Cancel what is under way and close every connection."""
        left = asyncio.all_tasks(self) - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        for connection in list(self._connections):
            connection.abort()


def _end(loop: _ConnectedLoop, thread: threading.Thread, process: int) -> None:
    """End the loop with its process: Python warns of what is still open then."""
    if process != os.getpid():
        return
    with suppress(TimeoutError):
        asyncio.run_coroutine_threadsafe(loop.cut_off(), loop).result(_GRACE)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(_GRACE)
    if not thread.is_alive():
        loop.close()


def background_loop() -> BackgroundLoop:
    """The process's own; there is no use for a second one."""
    return _loop_of(os.getpid())


@cache
def _loop_of(_process: int) -> BackgroundLoop:
    # A forked child inherits the objects, but not the thread behind them.
    return BackgroundLoop()
