"""An event loop in a thread of its own, for clients that outlive the loops of their callers.

The HTTP clients of other packages' chat models are bound to the loop of their first call, and a second
``asyncio.run`` loses answers that were paid for. Asked from one loop that lasts as long as the process, they
do not notice whose loop waits for them.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from concurrent.futures import Future

T = TypeVar("T")
_THREADS = 64


class BackgroundLoop:
    """A loop that is begun with its first work and ends with the process."""

    def __init__(self) -> None:
        """Begin no thread yet."""
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work there and wait for it here; cancelling the wait cancels the work."""
        return await asyncio.wrap_future(self.submit(work))

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begin the work there."""
        return asyncio.run_coroutine_threadsafe(work, self._running())

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                # Packages without an asynchronous client ask in threads, and the default is a few.
                self._loop.set_default_executor(ThreadPoolExecutor(_THREADS, thread_name_prefix="models"))
                name = "models of other packages"
                threading.Thread(target=self._loop.run_forever, name=name, daemon=True).start()
            return self._loop
