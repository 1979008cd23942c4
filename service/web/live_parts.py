"""What changed in a job as parts of its page, made once for all who are shown it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fastapi.sse import format_sse_event

from service.web.job_events import JobEvents
from service.web.rendering import fragment
from service.web.shown_job import ShownJob, shown_job
from service.web.viewer import display_preferences

if TYPE_CHECKING:
    from fastapi import Request

    from service.http.context import ServerContext

_FRESH_S = 2.0
"""How long parts are shown to further visitors."""


class Change(NamedTuple):
    """What happened in a job between two looks at it."""

    job: str
    """The job."""
    project: str
    """Whose it is."""
    after: int
    """The number of the last event that was shown before."""
    last: int
    """The number of the last event that is shown now."""
    ended: bool = False
    """Whether nothing more comes."""


class ChangedParts(NamedTuple):
    """The parts of a page that a change is shown by."""

    shown: ShownJob
    """The job."""
    summary: bytes
    """How it is, as a server-sent event."""
    rows: bytes
    """What happened, as another, empty if nothing did."""


class LiveParts:
    """Makes parts in threads that projects take in turn; used in one event loop."""

    def __init__(self) -> None:
        """Begin with none."""
        self._made: dict[tuple[Change, str], asyncio.Task[ChangedParts]] = {}
        self._period = 0

    async def of(self, request: Request, context: ServerContext, change: Change) -> ChangedParts:
        """The parts for a change in the visitor's language."""
        if self._period != (now := int(asyncio.get_running_loop().time() / _FRESH_S)):
            self._period, self._made = now, {}
        key = change, display_preferences(request).locale
        if key not in self._made:
            make = partial(_parts, request, context, change)
            self._made[key] = asyncio.create_task(context.live.computed(change.project, make))
        return await asyncio.shield(self._made[key])

    async def controls(
        self, request: Request, context: ServerContext, change: Change, shown: ShownJob
    ) -> bytes:
        """What a visitor may do with the job, as a server-sent event; each visitor has a form token."""
        make = partial(_event, request, "controls", shown)
        return await context.live.computed(change.project, make)


def _parts(request: Request, context: ServerContext, change: Change) -> ChangedParts:
    found = context.jobs.job(change.job, change.project)
    shown = shown_job(context, found, display_preferences(request).locale)
    rows = b""
    if change.last > change.after:
        happened = JobEvents(context.jobs, found, shown.collection_id).between(change.after, change.last)
        text = fragment(request, "job_rows", {"job": shown, "rows": happened})
        # The number goes with what it counts: a reader who was cut off before it is sent the rows again.
        rows = format_sse_event(event="rows", data_str=text, id=str(change.last))
    return ChangedParts(shown, _event(request, "summary", shown), rows)


def _event(request: Request, part: str, shown: ShownJob) -> bytes:
    return format_sse_event(event=part, data_str=fragment(request, f"job_{part}", {"job": shown}))
