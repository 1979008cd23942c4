"""A process that does nothing but work on jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from data_base.errors import InputError
from data_base.store.address import SQLITE, shown, store_url
from data_base.store.run_store import RunStore
from service.collections.index import CollectionIndexes
from service.jobs.job_store import JobStore
from service.jobs.judging import Evaluators
from service.jobs.metrics import JobMetrics
from service.jobs.postgres_listener import PostgresListener
from service.jobs.uvloop_runner import run_in_loop
from service.jobs.worker import Worker
from service.malloc_arenas import share_memory_between_threads
from service.stop_signals import on_stop_signal
from service.webhooks.delivery_dispatcher import WebhookSender
from service.workers.job_handlers import job_handlers

if TYPE_CHECKING:
    from service.jobs.settings import WorkerSettings


def work_until_stopped(
    store: str,
    settings: WorkerSettings,
    *,
    say: Callable[[str], None],
    show: Callable[[JobMetrics, str, int], AbstractContextManager[None]],
) -> None:
    """Work on the jobs of a store until a signal stops the process.

    Args:
        store: a database's URL; any number of processes may work on it.
        settings: how jobs are worked on.
        say: shows a line to whoever started it.
        show: shows figures at a host and port.

    Raises:
        InputError: the store is a file, or cannot be used; or the port of the figures is taken.
    """
    share_memory_between_threads()
    url = store_url(store)
    if url.drivername == SQLITE:
        raise InputError(
            f"{store} is a file, whose jobs `judge serve` works on itself; for further workers keep the runs "
            "in PostgreSQL (--store postgresql://…)."
        )
    metrics, port = JobMetrics(), settings.metrics_port
    with (
        JobStore(store) as jobs,
        RunStore(store, watch=metrics.kept) as runs,
        nullcontext() if port is None else show(metrics, settings.metrics_host, port),
    ):
        worker = Worker(
            jobs, runs, job_handlers(Evaluators(), CollectionIndexes(jobs), settings.endpoint_hosts), settings
        )
        sender = WebhookSender.of(jobs, settings)
        say(f"Working on the jobs of {shown(url)}; stop with Ctrl+C.")
        run_in_loop(_work(worker, sender))


async def _work(worker: Worker, sender: WebhookSender) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    on_stop_signal(lambda: loop.call_soon_threadsafe(stop.set))
    with PostgresListener(worker.jobs):
        await asyncio.gather(worker.run(stop), sender.run(stop))
