"""Jobs as they are shown."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage
from service.jobs.job import JobKind, JobState


class ResultCounts(Frozen):
    """What came of a job's items.

    Attributes:
        total: how many there are.
        scored: have a score; of documents: are indexed.
        failed: were worked on and have none; of documents: could not be read.
        cancelled: were not worked on before the job was cancelled.
    """

    total: int = Field(ge=0)
    scored: int = Field(ge=0)
    failed: int = Field(ge=0)
    cancelled: int = Field(ge=0)


class JobLinks(Frozen):
    """Where more of a job is.

    Attributes:
        self: the job.
        events: what happened in it.
        run: the run with its items, null where it makes none.
        items: the run's items.
        arena: the figures of an arena, null for other jobs.
    """

    self: str
    events: str
    run: str | None
    items: str | None
    arena: str | None = None


class JobView(Frozen):
    """A job.

    Attributes:
        id: names it.
        name: what its run is called; null where it makes none, or none yet and was given no name.
        kind: what is done.
        state: how far it came.
        priority: jobs of the project with a greater one go first.
        progress: share of its items that were worked on, 0 to 1.
        result_counts: what came of its items.
        usage: tokens and calls so far.
        cost_usd: what its calls cost so far, in US dollars; null where a price is not known.
        last_error: what went wrong last, null where nothing did.
        why_waiting: what it waits for, null where it does not wait.
        run_id: the run with its items, null where it makes none.
        created_at: when it was asked for; times are RFC 3339 in UTC.
        started_at: when the first of its items was begun.
        finished_at: when it came to its end.
        note: what to trust of its scores where the embedded program has a part in it, else null.
        links: where more of it is.
    """

    id: str
    name: str | None
    kind: JobKind
    state: JobState
    priority: int
    progress: float = Field(ge=0, le=1)
    result_counts: ResultCounts
    usage: TokenUsage
    cost_usd: float | None
    last_error: str | None
    why_waiting: str | None
    run_id: str | None
    created_at: str
    started_at: str | None
    finished_at: str | None
    note: str | None
    links: JobLinks


class JobPage(Frozen):
    """Some of the project's jobs, newest first.

    Attributes:
        jobs: the jobs.
        after: what to ask for the next page with; null where this is the last.
    """

    jobs: tuple[JobView, ...]
    after: str | None
