"""What the model calls of a job cost so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.schemas.usage import TokenUsage
from data_base.store.call_rows import spending

if TYPE_CHECKING:
    from service.jobs.job import Job
    from service.jobs.job_store import JobStore


def spent_on(jobs: JobStore, job: Job) -> TokenUsage:
    """Calls, tokens and cost of a job so far; no cost where the price of one is not known."""
    if job.run_id is None:
        return TokenUsage()
    with jobs.reading() as connection:
        usage, _served = spending(connection, job.run_id)
    return usage
