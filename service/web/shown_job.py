"""A job as pages show it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.store.database import NotStoredError
from service.http.caller import CONTROLLED_WITH
from service.http.job_views import job_view
from service.jobs.job import UNDER_WAY
from service.jobs.throughput import JobThroughput, throughput_of
from service.web.languages import translations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.http.bodies.jobs import JobView
    from service.http.context import ServerContext
    from service.jobs.job import Job
    from service.keys import Scope


@dataclass(frozen=True, slots=True)
class ShownJob:
    """A job as pages show it."""

    view: JobView
    """The job as the API says it."""
    pace: JobThroughput
    """How quickly it goes on."""
    asked: Mapping[str, object]
    """What was asked for."""
    collection: str | None
    """The name of the collection that it is about, None where there is none."""
    collection_id: str | None
    """That collection."""
    asking: str | None = None
    """The step of research for which a model is asked at the moment, None where none is."""

    @property
    def under_way(self) -> bool:
        """Whether something still happens in it."""
        return self.view.state in UNDER_WAY

    @property
    def scope(self) -> Scope:
        """What a key must be for that stops it or takes it up again."""
        return CONTROLLED_WITH[self.view.kind]

    @property
    def worked_on(self) -> int:
        """How many of its items came to an end."""
        return self.view.result_counts.scored + self.view.result_counts.failed


def shown_job(context: ServerContext, job: Job, locale: str) -> ShownJob:
    """A job as pages show it now, in a language."""
    view = job_view(context, job, translations(locale))
    counts = view.result_counts
    # In an arena an item of the job comes to several of its run.
    worked_on = job.total * (counts.scored + counts.failed) // max(1, counts.total)
    asked = json.loads(job.request)
    collection_id = asked.get("collection")
    return ShownJob(
        view=view,
        pace=throughput_of(
            context.jobs, job, worked_on=worked_on, lease_seconds=context.worker.lease_seconds
        ),
        asked=asked,
        collection=collection_id and _name(context, collection_id, job.project),
        collection_id=collection_id,
        asking=_asking(context, job),
    )


def _asking(context: ServerContext, job: Job) -> str | None:
    """What the last event of research under way says that a model is asked for."""
    if job.kind != "research" or job.state not in UNDER_WAY:
        return None
    last = context.jobs.events(job.id, after=context.jobs.last_event(job.id) - 1, limit=1)
    started = [event.data for event in last if event.event == "model_call_started"]
    return str(started[0]["step"]) if started else None


def _name(context: ServerContext, collection: str, project: str) -> str | None:
    try:
        return context.collections.collection(collection, project).name
    except NotStoredError:
        # Deleted since.
        return None
