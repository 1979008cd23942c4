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
    """A job as it is kept."""

    id: str
    """The job's id; opaque."""
    project: str
    """The project that it belongs to."""
    kind: JobKind
    """What the job does."""
    state: JobState
    """``done`` once every item was worked on, with or without a score.

    ``failed`` if something has to be fixed first; both and ``cancelled`` can be resumed.
    """
    priority: int = 0
    """Jobs of a project with a greater priority go first."""
    not_before: str | None = None
    """The time before which no slice is leased, None for none."""
    request: str
    """What was requested, as JSON."""
    last_error: str | None = None
    """The last error, None if there was none."""
    why_waiting: str | None = None
    """Which limit the job waits for, None if it waits for none."""
    total: int
    """How many items the job has."""
    run_id: str | None = None
    """The run with its items, None if the job makes none."""
    created_at: str
    """When the job was created; times are RFC 3339 in UTC."""
    started_at: str | None = None
    """When its first slice was leased."""
    finished_at: str | None = None
    """When the job ended."""
    traceparent: str | None = None
    """The span of the request that created the job, as W3C Trace Context writes it.

    None if there was none.
    """


class NewJob(Frozen):
    """A job to be entered."""

    kind: JobKind
    """What the job does."""
    project: str
    """The project that it belongs to."""
    request: str
    """What was requested, as JSON."""
    slice_items: int = Field(ge=1)
    """Items that are leased together."""
    id: str = Field(default_factory=lambda: new_id("job"))
    """The job's id."""
    run_id: str | None = None
    """The run that it makes, None for none."""
    priority: int = 0
    """Jobs of the project with a greater priority go first."""


def new_id(kind: str) -> str:
    """A new opaque id, ``job_…``."""
    return f"{kind}_{secrets.token_hex(12)}"


class Slice(Frozen):
    """Some of a job's items, leased by a worker."""

    job: Job
    """The job."""
    first: int
    """The number of its first item, from 0."""
    last: int
    """The number of its last item."""
    attempts: int
    """How often it was leased, this time included."""

    @property
    def place(self) -> tuple[str, int]:
        """What names the slice."""
        return self.job.id, self.first


class JobEvent(Frozen):
    """Something that happened in a job."""

    seq: int
    """The event's number within the job, from 1, without a gap."""
    event: str
    """The sort of event."""
    data: Mapping[str, JsonValue]
    """What the event says."""
