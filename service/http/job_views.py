"""Jobs as responses: with what came of their items, what it cost, and what they wait for."""

from __future__ import annotations

import json
from gettext import NullTranslations
from typing import TYPE_CHECKING

from pydantic import ValidationError

from agents.models.registry import uses_embedded
from data_base.schemas.embedded_caveat import EMBEDDED_NOTE
from data_base.schemas.run import ItemStatus
from data_base.store.database import NotStoredError
from service.arenas.arena_terms import ArenaTerms
from service.http.bodies.jobs import JobLinks, JobView, ResultCounts
from service.http.idempotency import CreatedResponse
from service.http.models_named import terms_of
from service.jobs.spending import spent_on
from service.jobs.waiting_reason import waiting_reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection

    from service.http.context import ServerContext
    from service.http.models_named import JobTerms
    from service.jobs.job import Job, JobKind, NewJob

_PLACE = "/v1/jobs"
_RUNS: Mapping[JobKind, str] = {"evaluations": "evaluate", "research": "research", "arena": "arena"}
"""What the ids of the runs of a kind of job begin with."""
_ENGLISH = NullTranslations()


def job_place(job_id: str) -> str:
    """Where a job is."""
    return f"{_PLACE}/{job_id}"


def entered(
    context: ServerContext, connection: Connection, new: NewJob, inputs: Iterable[str]
) -> CreatedResponse:
    """Enter a job with a run of its own, named after it; the response says where it is."""
    named = new.model_copy(update={"run_id": f"{_RUNS[new.kind]}-{new.id}"})
    job = context.jobs.add(connection, named, inputs)
    return CreatedResponse(job_view(context, job), 202, (("Location", job_place(job.id)),))


def job_view(context: ServerContext, job: Job, texts: NullTranslations = _ENGLISH) -> JobView:
    """A job as a response; where it waits, it says why in the language of the texts."""
    try:
        terms = terms_of(job)
    except ValidationError:
        # A job of another version is shown as any other; whoever takes it up says what is wrong with it.
        terms = None
    counts = _counts(context, job, terms)
    spent = spent_on(context.jobs, job)
    run = None if job.run_id is None else f"/v1/runs/{job.run_id}"
    worked_on = counts.scored + counts.failed
    return JobView(
        **job.model_dump(include=JobView.model_fields.keys() - {"why_waiting"}),
        name=_name(context, job),
        note=_note(terms),
        progress=1.0 if job.state == "done" else min(1.0, worked_on / max(1, counts.total)),
        result_counts=counts,
        usage=spent,
        cost_usd=spent.cost_usd,
        why_waiting=waiting_reason(
            context.jobs, job, lease_seconds=context.worker.lease_seconds, texts=texts
        ),
        links=JobLinks(
            self=job_place(job.id),
            events=f"{job_place(job.id)}/events",
            run=run,
            items=None if run is None else f"{run}/items",
            arena=f"/v1/arenas/{job.run_id}" if job.kind == "arena" else None,
        ),
    )


def _name(context: ServerContext, job: Job) -> str | None:
    """What its run is called, or is to be called once there is one."""
    if job.run_id is None:
        return None
    try:
        return context.runs.manifest(job.run_id).title
    except NotStoredError:
        given = json.loads(job.request).get("name")
        return None if given is None else str(given)


def _note(terms: JobTerms | None) -> str | None:
    """What to trust of its scores, by the judges and models that were asked for."""
    return EMBEDDED_NOTE if terms is not None and any(map(uses_embedded, terms.models_named)) else None


def _counts(context: ServerContext, job: Job, terms: JobTerms | None) -> ResultCounts:
    scored, failed = _worked_on(context, job)
    # In an arena every contestant has an item of the run for an input.
    total = job.total * (len(terms.contestants) if isinstance(terms, ArenaTerms) else 1)
    left = max(0, total - scored - failed)
    cancelled = left if job.state == "cancelled" else 0
    return ResultCounts(total=total, scored=scored, failed=failed, cancelled=cancelled)


def _worked_on(context: ServerContext, job: Job) -> tuple[int, int]:
    """How many items have what was asked for, and how many came to nothing."""
    if job.kind == "documents":
        documents = context.collections.counts_of_job(job.id)
        return documents.indexed, documents.failed
    found = {} if job.run_id is None else context.runs.status_counts(job.run_id)
    failed = found.get(ItemStatus.FAILED, 0) + found.get(ItemStatus.UNSCORED, 0)
    return found.get(ItemStatus.SCORED, 0), failed
