"""Why nothing happens in a job, in a sentence."""

from __future__ import annotations

from datetime import datetime, timedelta
from gettext import NullTranslations
from typing import TYPE_CHECKING

from data_base.store.tables import moment
from service.jobs import statements
from service.jobs.job import UNDER_WAY

if TYPE_CHECKING:
    from service.jobs.job import Job
    from service.jobs.job_store import JobStore

_ENGLISH = NullTranslations()
_QUIET = 2 / 3
"""Share of a lease after which a worker has missed a heartbeat: it gives three in a lease."""


def waiting_reason(
    jobs: JobStore, job: Job, *, lease_seconds: float, texts: NullTranslations = _ENGLISH
) -> str | None:
    """Why nothing happens in a job at this moment; None where it is worked on, or has come to its end.

    Args:
        jobs: where it is kept.
        job: the job.
        lease_seconds: after so long without a sign of life a worker is gone.
        texts: translates the sentence; what a job itself says of a wait stays as it was said.
    """
    if job.state not in UNDER_WAY:
        return None
    with jobs.reading() as connection:
        now = jobs.now(connection)
        terms = {"job": job.id, "expired": moment(now - timedelta(seconds=lease_seconds))}
        found = connection.execute(statements.WAITING, terms).one()
    if not found.workers:
        where = "`judge worker`" if jobs.is_shared else "`judge serve`"
        return texts.gettext("No worker is running; start one with %(command)s.") % {"command": where}
    if found.beat is not None or job.state == "cancelling":
        return _lost(found.beat, now, timedelta(seconds=lease_seconds), texts)
    if job.not_before is not None and job.not_before > moment(now):
        why = job.why_waiting or texts.gettext("It is to begin later.")
        begins = texts.gettext("It goes on at %(time)s.") % {"time": job.not_before}
        return f"{why} {begins}"
    if found.others:
        said = texts.gettext("Workers busy with other jobs: %(workers)s; jobs that they work on: %(jobs)s.")
        return said % {"workers": found.workers, "jobs": found.others}
    return texts.gettext("Waiting for a worker.")


def _lost(last: str | None, now: datetime, lease: timedelta, texts: NullTranslations) -> str | None:
    """What a job waits for whose workers gave the last sign of life then; None where they still work."""
    beat = now if last is None else datetime.fromisoformat(last)
    if now - beat < _QUIET * lease:
        return None
    said = texts.gettext(
        "The worker has not responded for %(seconds)s s and may have stopped. Another worker takes over at "
        "%(time)s."
    )
    return said % {"seconds": f"{(now - beat).total_seconds():.0f}", "time": moment(beat + lease)}
