"""A job: work that outlives the request that asked for it, cut into slices that workers lease."""

import secrets
from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import Field, JsonValue

from data_base.schemas.frozen import Frozen

JobKind = Literal["evaluations", "research", "arena", "documents"]
JobState = Literal["queued", "running", "cancelling", "done", "failed", "cancelled"]
STATES: tuple[JobState, ...] = get_args(JobState)
OPEN: tuple[JobState, ...] = ("queued", "running")
"""The states in which slices are leased."""
UNDER_WAY: tuple[JobState, ...] = (*OPEN, "cancelling")
"""The states in which something still happens."""
ENDED: tuple[JobState, ...] = ("done", "failed", "cancelled")
"""The states in which nothing more happens, unless the job is resumed."""


class Job(Frozen):
    """A job as it is kept.

    Attributes:
        id: names it; opaque.
        project: whose it is.
        kind: what is to be done.
        state: ``done`` once every item was worked on, with or without a score; ``failed`` where something
            has to be fixed first; both and ``cancelled`` can be resumed.
        priority: jobs of a project with a greater one go first.
        not_before: the time before which no slice is leased, None for none.
        request: what was asked for, as JSON.
        last_error: what went wrong last, None where nothing did.
        why_waiting: which limit the job waits for, None where none does.
        total: how many items it has.
        run_id: the run with its items, None where it makes none.
        created_at: when it was asked for; times are RFC 3339 in UTC.
        started_at: when its first slice was leased.
        finished_at: when it came to an end.
        traceparent: the span of the request that asked for it, as W3C Trace Context writes it; None where
            there was none.
    """

    id: str
    project: str
    kind: JobKind
    state: JobState
    priority: int = 0
    not_before: str | None = None
    request: str
    last_error: str | None = None
    why_waiting: str | None = None
    total: int
    run_id: str | None = None
    created_at: str
    started_at: str | None = None
    finished_at: str | None = None
    traceparent: str | None = None


class NewJob(Frozen):
    """A job to be entered.

    Attributes:
        kind: what is to be done.
        project: whose it is.
        request: what was asked for, as JSON.
        slice_items: items that are leased together.
        id: names it.
        run_id: the run that it makes, None for none.
        priority: jobs of the project with a greater one go first.
    """

    kind: JobKind
    project: str
    request: str
    slice_items: int = Field(ge=1)
    id: str = Field(default_factory=lambda: new_id("job"))
    run_id: str | None = None
    priority: int = 0


def new_id(kind: str) -> str:
    """A new opaque id, ``job_…``."""
    return f"{kind}_{secrets.token_hex(12)}"


class Slice(Frozen):
    """Some of a job's items, leased by a worker.

    Attributes:
        job: the job.
        first: number of its first item, from 0.
        last: number of its last item.
        attempts: how often it was leased, this time included.
    """

    job: Job
    first: int
    last: int
    attempts: int

    @property
    def place(self) -> tuple[str, int]:
        """What names the slice."""
        return self.job.id, self.first


class JobEvent(Frozen):
    """Something that happened in a job.

    Attributes:
        seq: its number within the job, from 1, without a gap.
        event: what sort of event it is.
        data: what there is to say.
    """

    seq: int
    event: str
    data: Mapping[str, JsonValue]
