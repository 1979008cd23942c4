"""How quickly a job goes on, and how long it will still take."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from data_base.store.tables import moment
from service.jobs import statements

if TYPE_CHECKING:
    from service.jobs.job import Job
    from service.jobs.job_store import JobStore


@dataclass(frozen=True, slots=True)
class JobThroughput:
    """How quickly a job goes on."""

    under_way: int
    """Items that workers are working on now."""
    seconds_left: float | None
    """Estimated from the items that ended last; None if none did, or nothing is left."""


def throughput_of(jobs: JobStore, job: Job, *, worked_on: int, lease_seconds: float) -> JobThroughput:
    """The pace of a job.

    Args:
        jobs: where it is kept.
        job: the job.
        worked_on: how many of its items came to an end.
        lease_seconds: after so long without a sign of life a worker is gone.
    """
    with jobs.reading() as connection:
        now = jobs.now(connection)
        terms = {"job": job.id, "expired": moment(now - timedelta(seconds=lease_seconds))}
        found = connection.execute(statements.PACE, terms).one()
    ended_in_hand = max(0, worked_on - int(found.finished))
    under_way = max(min(1, int(found.held)), int(found.held) - ended_in_hand)
    left = job.total - worked_on
    if not found.recent or left <= 0:
        return JobThroughput(under_way, None)
    seconds = (now - datetime.fromisoformat(found.since)).total_seconds()
    return JobThroughput(under_way, left * seconds / int(found.recent))
