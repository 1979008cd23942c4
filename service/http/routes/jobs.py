"""Jobs: how far they came, what happens in them, and stopping and taking them up again."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from starlette.concurrency import run_in_threadpool

from service.http.bodies.jobs import JobPage, JobView
from service.http.caller import (
    CONTROLLED_WITH,
    Caller,
    Known,
    Reading,
    bearer,
    is_still_let_in,
    require_scope,
)
from service.http.context import Context, ServerContext
from service.http.events.event_stream import counted_stream, event_stream
from service.http.fair_scheduling import part_taken_in_turn
from service.http.job_views import job_place, job_view
from service.http.models_named import require_job_models
from service.http.problems import ProblemError, responses
from service.jobs.job import ENDED, STATES, Job, JobKind, JobState

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])
REFUSALS = responses(401, 403, 404, 409, 422, 429)
_EVENTS = 1000
LAST = 2**62
JobId = Annotated[str, Path(description="The job's id.")]


@router.get("", responses=REFUSALS)
def list_jobs(
    who: Reading,
    context: Context,
    state: Annotated[JobState | None, Query(description="Only jobs in this state.")] = None,
    kind: Annotated[JobKind | None, Query(description="Only jobs of this kind.")] = None,
    after: Annotated[str | None, Query(max_length=100, description="`after` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="The most jobs on the page.")] = 50,
) -> JobPage:
    """The project's jobs, newest first."""
    last = None if after is None else context.jobs.job(after, who.project)
    states = STATES if state is None else (state,)
    jobs = context.jobs.jobs(who.project, states=states, kind=kind, after=last, limit=limit + 1)
    shown = tuple(job_view(context, job) for job in jobs[:limit])
    return JobPage(jobs=shown, after=shown[-1].id if len(jobs) > limit else None)


@router.get("/{job_id}", responses=REFUSALS)
def get_job(job_id: JobId, who: Reading, context: Context) -> JobView:
    """A job: how far it came, what it cost, and what it waits for."""
    return job_view(context, context.jobs.job(job_id, who.project))


@router.post("/{job_id}/cancel", responses=REFUSALS)
def cancel_job(job_id: JobId, who: Known, context: Context) -> JobView:
    """Stop a job: no further item is begun, and items under way are given up."""
    _controlled(job_id, who, context)
    return job_view(context, context.jobs.cancel(job_id, who.project))


@router.post("/{job_id}/resume", responses=REFUSALS)
def resume_job(job_id: JobId, who: Known, context: Context) -> JobView:
    """Take a job up again that failed or was cancelled: what is incomplete is worked on."""
    return _reopened(job_id, who, context)


@router.post("/{job_id}/retry-failed", responses=REFUSALS)
def retry_failed(job_id: JobId, who: Known, context: Context) -> JobView:
    """Go through a job's items again: those without a score are tried again."""
    return _reopened(job_id, who, context, whole=True)


@router.get(
    "/{job_id}/events",
    response_model=None,
    responses={
        200: {
            "description": "The job's events; a stream ends with the job.",
            "headers": {
                "Link": {"description": "Where the next events are (JSON).", "schema": {"type": "string"}}
            },
            "content": {
                "text/event-stream": {"schema": {"type": "string"}},
                "application/json": {
                    "schema": {"type": "array", "items": {"$ref": "#/components/schemas/JobEvent"}}
                },
            },
        },
        204: {"description": "The job has ended and nothing more came; do not connect again."},
        **REFUSALS,
    },
)
async def job_events(
    job_id: JobId,
    request: Request,
    who: Reading,
    context: Context,
    last_event_id: Annotated[
        str | None, Header(max_length=20, description="The number of the last event that was read.")
    ] = None,
    after: Annotated[int | None, Query(ge=0, le=LAST, description="Only events after this number.")] = None,
) -> Response:
    """What happens in a job, as server-sent events with ids; as JSON with `Accept: application/json`.

    A reader who comes back with `Last-Event-ID`, or with `?after=`, misses none. As JSON, at most 1,000
    events are given at once; the header `Link` says where the next are.
    """
    begin = begin_of(last_event_id, after)
    accepted = request.headers.get("accept", "")
    if "application/json" in accepted and "text/event-stream" not in accepted:
        return await run_in_threadpool(_page, context, job_id, who, begin)

    def over() -> bool:
        job = context.jobs.job(job_id, who.project)
        return job.state in ENDED and begin >= context.jobs.last_event(job.id)

    with counted_stream(context, who.key) as counted:
        if await part_taken_in_turn(context, who, over):
            return Response(status_code=204)
        allowed = partial(is_still_let_in, context, who, bearer(request.headers))
        return event_stream(context.feed.events(job_id, after=begin, allowed=allowed), counted.pop_all())


def _reopened(job_id: str, who: Caller, context: ServerContext, *, whole: bool = False) -> JobView:
    require_job_models(context, who, _controlled(job_id, who, context))
    return job_view(context, context.jobs.reopen(job_id, who.project, whole=whole))


def _controlled(job_id: str, who: Caller, context: ServerContext) -> Job:
    job = context.jobs.job(job_id, who.project)
    require_scope(who, CONTROLLED_WITH[job.kind])
    return job


def begin_of(last_event_id: str | None, after: int | None) -> int:
    """The event after which a reader reads.

    Args:
        last_event_id: the header that a browser comes back with.
        after: what the address says.

    Raises:
        ProblemError: 422, the header is no number.
    """
    if last_event_id is None:
        return after or 0
    if not last_event_id.isascii() or not last_event_id.isdigit():
        raise ProblemError(422, "Last-Event-ID: must be the id of an event, a number.")
    # Beyond what a database counts to there is no event either.
    return min(int(last_event_id), LAST)


def _page(context: ServerContext, job_id: str, who: Caller, after: int) -> Response:
    job = context.jobs.job(job_id, who.project)
    found = context.jobs.events(job.id, after=after, limit=_EVENTS + 1)
    page = found[:_EVENTS]
    more = f'<{job_place(job.id)}/events?after={page[-1].seq}>; rel="next"' if len(found) > _EVENTS else None
    headers = {} if more is None else {"Link": more}
    return JSONResponse([event.model_dump(mode="json") for event in page], headers=headers)
