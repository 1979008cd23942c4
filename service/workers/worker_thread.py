"""A worker and a sender of webhooks, in a thread with a loop of its own: no judge holds requests up."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from data_base.logs import module_logger
from service.jobs.uvloop_runner import run_in_loop
from service.jobs.worker import Worker
from service.webhooks.delivery_dispatcher import WebhookSender

if TYPE_CHECKING:
    from data_base.store.run_store import RunStore
    from service.jobs.job_store import JobStore
    from service.jobs.settings import WorkerSettings
    from service.jobs.worker import JobHandler

logger = module_logger(__name__)
_MORE_S = 2.0
"""How long giving slices back may take; leases of those that are not given back run out."""


class WorkerThread:
    """A worker in a thread."""

    def __init__(
        self, jobs: JobStore, runs: RunStore, works: Mapping[str, JobHandler], settings: WorkerSettings
    ) -> None:
        """Make it; nothing runs yet."""
        self._worker, self._settings = Worker(jobs, runs, works, settings), settings
        self._sender = WebhookSender.of(jobs, settings)
        self._thread = threading.Thread(target=self._run, name="judge-worker", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._begun = threading.Event()
        self._ends_by: float | None = None

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()
        self._begun.wait()

    def stop_soon(self) -> None:
        """Have it begin no more items; those under way go on for at most ``stop_seconds``."""
        if self._loop is None or self._stop is None or self._ends_by is not None:
            return
        self._ends_by = time.monotonic() + self._settings.stop_seconds + _MORE_S
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)

    def stop(self) -> None:
        """Stop, and wait until items under way have ended, at most ``stop_seconds`` and a moment."""
        self.stop_soon()
        if self._ends_by is not None:
            self._thread.join(max(0.0, self._ends_by - time.monotonic()))

    def _run(self) -> None:
        try:
            run_in_loop(self._work())
        except Exception:
            logger.exception("the worker ended")

    async def _work(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._begun.set()
        await asyncio.gather(self._worker.run(self._stop), self._sender.run(self._stop))
