"""A process that does nothing but work on jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from prometheus_client import start_http_server

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
from service.webhooks.sender import WebhookSender
from service.workers.job_handlers import job_handlers

if TYPE_CHECKING:
    from service.jobs.settings import WorkerSettings


def work_until_stopped(store: str, settings: WorkerSettings, *, say: Callable[[str], None]) -> None:
    """Work on the jobs of a store until a signal stops the process.

    Args:
        store: a database's URL; any number of processes may work on it.
        settings: how jobs are worked on.
        say: shows a line to whoever started it.

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
    metrics = JobMetrics()
    with (
        JobStore(store) as jobs,
        RunStore(store, watch=metrics.kept) as runs,
        _shown(metrics, settings),
    ):
        worker = Worker(
            jobs, runs, job_handlers(Evaluators(), CollectionIndexes(jobs), settings.endpoint_hosts), settings
        )
        sender = WebhookSender.of(jobs, settings)
        say(f"Working on the jobs of {shown(url)}; stop with Ctrl+C.")
        run_in_loop(_work(worker, sender))


@contextmanager
def _shown(metrics: JobMetrics, settings: WorkerSettings) -> Iterator[None]:
    """The figures of this process on a port of their own, where the settings name one."""
    if settings.metrics_port is None:
        yield
        return
    try:
        server, thread = start_http_server(settings.metrics_port, settings.metrics_host, metrics.registry)
    except OSError as error:
        place = f"{settings.metrics_host}:{settings.metrics_port}"
        raise InputError(
            f"Figures cannot be shown at {place} ({error.strerror}); choose another port by --metrics-port."
        ) from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def _work(worker: Worker, sender: WebhookSender) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    on_stop_signal(lambda: loop.call_soon_threadsafe(stop.set))
    with PostgresListener(worker.jobs):
        await asyncio.gather(worker.run(stop), sender.run(stop))
