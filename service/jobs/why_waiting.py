"""Why nothing happens in a job, in a sentence."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from data_base.store.tables import moment
from service.jobs import statements
from service.jobs.job import UNDER_WAY

if TYPE_CHECKING:
    from service.jobs.job import Job
    from service.jobs.job_store import JobStore

_QUIET = 2 / 3
"""Share of a lease after which a worker has missed a heartbeat: it gives three in a lease."""


def why_waiting(jobs: JobStore, job: Job, *, lease_seconds: float) -> str | None:
    """Why nothing happens in a job at this moment; None where it is worked on, or has come to its end.

    Args:
        jobs: where it is kept.
        job: the job.
        lease_seconds: after so long without a sign of life a worker is gone.
    """
    if job.state not in UNDER_WAY:
        return None
    with jobs.reading() as connection:
        now = jobs.now(connection)
        terms = {"job": job.id, "expired": moment(now - timedelta(seconds=lease_seconds))}
        found = connection.execute(statements.WAITING, terms).one()
    if not found.workers:
        where = "`judge worker`" if jobs.is_shared else "`judge serve`"
        return f"No worker is running; start one with {where}."
    if found.beat is not None or job.state == "cancelling":
        return _lost(found.beat, now, timedelta(seconds=lease_seconds))
    if job.not_before is not None and job.not_before > moment(now):
        return f"{job.why_waiting or 'It is to begin later.'} It goes on at {job.not_before}."
    if found.others:
        return f"Workers busy with other jobs: {found.workers}; jobs that they work on: {found.others}."
    return "A worker is about to take it up."


def _lost(last: str | None, now: datetime, lease: timedelta) -> str | None:
    """What a job waits for whose workers gave the last sign of life then; None where they still work."""
    beat = now if last is None else datetime.fromisoformat(last)
    if now - beat < _QUIET * lease:
        return None
    return (
        f"Its worker gave no sign of life for {(now - beat).total_seconds():.0f} s and may be gone; "
        f"another takes its items up at {moment(beat + lease)}."
    )
