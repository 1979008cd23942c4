"""The job that held an arena."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.store.database import NotStoredError
from service.arenas.terms import PREFIX

if TYPE_CHECKING:
    from service.jobs.job import Job
    from service.jobs.job_store import JobStore


def arena_job(jobs: JobStore, run_id: str, project: str) -> Job | None:
    """The project's job that made an arena's run; None where a command made it, or it is no arena."""
    if not run_id.startswith(PREFIX):
        return None
    try:
        job = jobs.job(run_id.removeprefix(PREFIX), project)
    except NotStoredError:
        return None
    return job if job.kind == "arena" else None
