"""Jobs as they are shown."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage
from service.jobs.job import JobKind, JobState


class ResultCounts(Frozen):
    """What came of a job's items."""

    total: int = Field(ge=0)
    """How many items there are."""
    scored: int = Field(ge=0)
    """Items that have a score; of documents, those that are indexed."""
    failed: int = Field(ge=0)
    """Items that were worked on and have no score; of documents, those that could not be read."""
    cancelled: int = Field(ge=0)
    """Items that were not worked on before the job was cancelled."""


class JobLinks(Frozen):
    """Where more of a job is."""

    self: str
    """The job."""
    events: str
    """The events of the job."""
    run: str | None
    """The run with its items, null if the job makes none."""
    items: str | None
    """The run's items."""
    arena: str | None = None
    """The figures of an arena, null for other jobs."""


class JobView(Frozen):
    """A job."""

    id: str
    """The job's id."""
    name: str | None
    """The name of the job's run; null if it makes none, or has none yet and was given no name."""
    kind: JobKind
    """What the job does."""
    state: JobState
    """How far the job is."""
    priority: int
    """Jobs of the project with a greater priority go first."""
    progress: float = Field(ge=0, le=1)
    """The share of its items that were worked on, 0 to 1."""
    result_counts: ResultCounts
    """What became of its items."""
    usage: TokenUsage
    """Tokens and calls so far."""
    cost_usd: float | None
    """What its calls cost so far, in US dollars; null if a price is not known."""
    last_error: str | None
    """The last error, null if there was none."""
    why_waiting: str | None
    """What the job waits for, null if it does not wait."""
    run_id: str | None
    """The run with its items, null if the job makes none."""
    created_at: str
    """When the job was created; times are RFC 3339 in UTC."""
    started_at: str | None
    """When the first of its items was started."""
    finished_at: str | None
    """When the job ended."""
    note: str | None
    """How far to trust its scores if the embedded judge has a part in it, else null."""
    links: JobLinks
    """Addresses of more about the job."""


class JobPage(Frozen):
    """Some of the project's jobs, newest first."""

    jobs: tuple[JobView, ...]
    """The jobs."""
    after: str | None
    """The cursor of the next page; null if this is the last."""
