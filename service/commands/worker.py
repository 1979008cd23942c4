"""``judge worker``: works on the jobs of a store that several processes share."""

import sys
from typing import Annotated

import typer

from service.commands.options.stores import StoreOption


def worker(
    *,
    concurrency: Annotated[
        int | None, typer.Option(min=1, help="Questions or answers under way at once.")
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Show figures of this worker to Prometheus on this port."),
    ] = None,
    store: StoreOption = None,
) -> None:
    """Work on jobs that `judge serve` took in, next to any number of other workers.

    The store must be in PostgreSQL. When stopped it begins no new item, lets those under way end for at most
    JUDGE_STOP_SECONDS and gives the rest back; a second signal ends it at once. Other settings are read from
    the environment (docs/deploy.md).

    Exit code 0: stopped by a signal. 2: something must be fixed first.
    """
    from data_base.store.settings import chosen_store
    from service.commands.terminal.missing_extra import required
    from service.jobs.settings import worker_settings

    with required("service", "judge worker"):
        from service.workers.worker_process import work_until_stopped

    def say(line: str) -> None:
        typer.echo(line)
        sys.stdout.flush()

    settings = worker_settings(concurrency=concurrency, metrics_port=metrics_port)
    work_until_stopped(chosen_store(store), settings, say=say)
