"""Jobs under way and ended, and one that is watched while it is worked on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import RedirectResponse, Response
from fastapi.sse import format_sse_event

from service.http.caller import CONTROLLED_WITH
from service.http.context import Context, ServerContext
from service.http.events.event_stream import RETRY, ServerSentEvents, counted_stream
from service.http.fair_scheduling import part_taken_in_turn
from service.http.models_named import require_job_models
from service.http.problems import status_of
from service.http.routes.jobs import LAST, begin_of
from service.jobs.job import ENDED, UNDER_WAY, Job, JobState
from service.jobs.job_store import JobConflictError
from service.web.job_events import ROWS, JobEvents
from service.web.live_parts import Change, LiveParts
from service.web.rendering import page
from service.web.shown_job import shown_job
from service.web.viewer import (
    MayRead,
    SentForm,
    Viewer,
    Visitor,
    display_preferences,
    is_still_signed_in,
    require_scope,
)

if TYPE_CHECKING:
    from data_base.errors import InputError

router = APIRouter(prefix="/live", include_in_schema=False)
_SEE_OTHER = 303
_PAGE, _UNDER_WAY = 25, 200
_PAUSE_S = 0.4
"""How long news are gathered before they are shown together."""


@router.get("")
def jobs(
    request: Request,
    context: Context,
    seen: MayRead,
    after: Annotated[str | None, Query(max_length=100)] = None,
) -> Response:
    """The project's jobs: all that are under way, and those that ended, newest first."""
    locale = display_preferences(request).locale
    last = None if after is None else context.jobs.job(after, seen.project)
    under_way = context.jobs.jobs(seen.project, states=UNDER_WAY, limit=_UNDER_WAY)
    ended = context.jobs.jobs(seen.project, states=ENDED, after=last, limit=_PAGE + 1)
    values = {
        "under_way": [shown_job(context, job, locale) for job in under_way],
        "ended": [shown_job(context, job, locale) for job in ended[:_PAGE]],
        "after": after,
        "next": ended[_PAGE - 1].id if len(ended) > _PAGE else None,
    }
    return page(request, "jobs", values)


@router.get("/{job_id}")
def job(job_id: str, request: Request, context: Context, seen: MayRead) -> Response:
    """A job as it is now; scripts show what happens from then on."""
    return _job_page(request, context, context.jobs.job(job_id, seen.project))


def _job_page(
    request: Request, context: ServerContext, found: Job, *, refused: InputError | None = None
) -> Response:
    shown = shown_job(context, found, display_preferences(request).locale)
    rows, last = JobEvents(context.jobs, found, shown.collection_id).latest()
    values = {"job": shown, "rows": rows, "last": last, "most_rows": ROWS, "refused": refused}
    return page(request, "job", values, status=200 if refused is None else status_of(refused))


@router.get("/{job_id}/news")
async def news(
    job_id: str,
    request: Request,
    context: Context,
    seen: MayRead,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
    after: Annotated[int | None, Query(ge=0, le=LAST)] = None,
) -> Response:
    """What happens in a job as parts of its page; who comes back with ``Last-Event-ID`` misses nothing."""
    begin = begin_of(last_event_id, after)
    with counted_stream(context, seen.caller.key) as counted:
        await part_taken_in_turn(context, seen.caller, partial(context.jobs.job, job_id, seen.project))
        return ServerSentEvents(_parts(request, context, seen, job_id, begin), counted.pop_all())


async def _parts(
    request: Request, context: ServerContext, seen: Viewer, job_id: str, after: int
) -> AsyncGenerator[bytes]:
    parts: LiveParts = request.app.state.live_parts
    allowed = partial(is_still_signed_in, context, seen)
    state: JobState | None = None

    async def changed(last: int, *, ended: bool = False) -> bytes:
        nonlocal state
        change = Change(job_id, seen.project, after, last, ended)
        made = await parts.of(request, context, change)
        controls = b""
        if made.shown.view.state != state:
            state = made.shown.view.state
            controls = await parts.controls(request, context, change, made.shown)
        return made.summary + controls + made.rows

    yield RETRY
    async with aclosing(context.feed.events(job_id, after=after, allowed=allowed)) as batches:
        async for batch in batches:
            last = batch[-1].seq if batch else after
            yield await changed(last)
            after = last
            # All who watch go on at the same moments, and are shown the same parts.
            await asyncio.sleep(_PAUSE_S - asyncio.get_running_loop().time() % _PAUSE_S)
    if not await allowed():
        return
    yield await changed(after, ended=True)
    if state in ENDED:
        yield format_sse_event(event="end", data_str="")


@router.post("/{job_id}/cancel")
def cancel(job_id: str, request: Request, context: Context, seen: Visitor, _form: SentForm) -> Response:
    """Stops a job."""
    found = _controlled(context, seen, job_id)
    return _changed(request, context, found, lambda: context.jobs.cancel(job_id, seen.project))


@router.post("/{job_id}/resume")
def resume(job_id: str, request: Request, context: Context, seen: Visitor, _form: SentForm) -> Response:
    """Takes a job up again that failed or was stopped."""
    return _reopened(request, context, seen, job_id)


@router.post("/{job_id}/retry-failed")
def retry_failed(job_id: str, request: Request, context: Context, seen: Visitor, _form: SentForm) -> Response:
    """Tries a job's items again that have no score."""
    return _reopened(request, context, seen, job_id, whole=True)


def _reopened(
    request: Request, context: ServerContext, seen: Viewer, job_id: str, *, whole: bool = False
) -> Response:
    found = _controlled(context, seen, job_id)
    require_job_models(context, seen.caller, found)
    change = partial(context.jobs.reopen, job_id, seen.project, whole=whole)
    return _changed(request, context, found, change)


def _controlled(context: ServerContext, seen: Viewer, job_id: str) -> Job:
    found = context.jobs.job(job_id, seen.project)
    require_scope(seen, CONTROLLED_WITH[found.kind])
    return found


def _changed(request: Request, context: ServerContext, found: Job, change: Callable[[], Job]) -> Response:
    try:
        change()
    except JobConflictError as error:
        # It went on meanwhile: the page says how.
        return _job_page(request, context, context.jobs.job(found.id, found.project), refused=error)
    return RedirectResponse(f"/live/{found.id}", _SEE_OTHER)
