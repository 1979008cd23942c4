"""``judge worker``: works on the jobs of a store that several processes share."""

import sys
from typing import Annotated

import typer

from service.commands.options.stores import StoreOption


def worker(
    *,
    concurrency: Annotated[
        int | None,
        typer.Option(min=1, help="Number of questions or answers to process at the same time.", metavar="N"),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            min=1, max=65535, help="Serve this worker's Prometheus metrics on this port.", metavar="PORT"
        ),
    ] = None,
    store: StoreOption = None,
) -> None:
    """Process jobs from `judge serve`.

    Any number of workers can run in parallel.

    The store must be in PostgreSQL. When stopped, a worker starts no new item, waits up to
    JUDGE_STOP_SECONDS for items in progress and returns the rest; a second signal stops it immediately.
    Other settings are read from the environment (docs/deploy.md).

    Exit codes: 0 stopped by a signal; 2 the input, an option or the environment needs fixing.
    """
    from data_base.store.settings import chosen_store
    from service.commands.terminal.missing_extra import required
    from service.jobs.settings import worker_settings

    with required("service", "judge worker"):
        from service.metrics_server import metrics_server
        from service.workers.worker_process import work_until_stopped

    def say(line: str) -> None:
        typer.echo(line)
        sys.stdout.flush()

    settings = worker_settings(concurrency=concurrency, metrics_port=metrics_port)
    work_until_stopped(chosen_store(store), settings, say=say, show=metrics_server)
