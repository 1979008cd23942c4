"""What happened in a job, as pages show it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue, TypeAdapter, ValidationError

from agents.research.events import (
    ModelCallEnded,
    ModelCallStarted,
    PassagesFound,
    QuestionPlanned,
    ResearchEvent,
)
from data_base.errors import InputError
from service.collections.passage_lookup import PassageLookup

if TYPE_CHECKING:
    from data_base.schemas.passage import Passage
    from service.jobs.job import Job, JobEvent
    from service.jobs.job_store import JobStore

ROWS = 50
"""Items that came to an end that a page shows, the latest."""
_STEPS = 1_000
_PASSAGES = 3
_STEP: TypeAdapter[Any] = TypeAdapter(ResearchEvent)
_ENDS = frozenset({"item", "document"})


@dataclass(frozen=True, slots=True)
class EventRow:
    """Something that happened."""

    seq: int
    """Its number in the job."""
    kind: str
    """What sort of event it is."""
    data: ResearchEvent | Mapping[str, JsonValue]
    """What there is to say: a step of research, or the fields of an item or a document."""
    passages: tuple[Passage, ...] = ()
    """The first of the passages that a search found and no earlier one had."""


def without_itself(step: ResearchEvent, question: str) -> ResearchEvent:
    """A step without a part of the plan, or a follow-up, that is the question itself once more."""
    own = _words(question)
    if isinstance(step, QuestionPlanned):
        parts = {
            name: tuple(each for each in getattr(step, name) if _words(each) != own)
            for name in ("sub_questions", "follow_ups")
        }
        return step.model_copy(update=parts)
    if isinstance(step, PassagesFound) and step.follows is not None and _words(step.follows) == own:
        return step.model_copy(update={"follows": None})
    return step


def _words(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip("?？.。 ")


class JobEvents:
    """What happens in a job, as it is shown; used by one thread at a time."""

    def __init__(self, jobs: JobStore, job: Job, collection: str | None) -> None:
        """Read from a store.

        Args:
            jobs: the jobs.
            job: the job.
            collection: the collection that is searched.
        """
        self._jobs, self._job, self._collection = jobs, job, collection
        self._passages = PassageLookup(jobs, job.project)
        self._question = str(json.loads(job.request).get("question", ""))

    def latest(self) -> tuple[list[EventRow], int]:
        """The rows of a page that is opened now, and the number of the last event that they contain."""
        last = self._jobs.last_event(self._job.id)
        return self.between(0, last), last

    def between(self, after: int, last: int) -> list[EventRow]:
        """The rows of the events after one, to another; of ends of items the latest, newest first."""
        if self._job.kind == "research":
            found = self._jobs.events(self._job.id, after=after, limit=min(_STEPS, last - after))
            return [row for event in found if (row := self._step(event)) is not None]
        begin = max(after, last - ROWS)
        found = self._jobs.events(self._job.id, after=begin, limit=last - begin)
        return [EventRow(each.seq, each.event, each.data) for each in reversed(found) if each.event in _ENDS]

    def _step(self, event: JobEvent) -> EventRow | None:
        try:
            step = _STEP.validate_python(event.data)
        except ValidationError:
            # An event of the job itself, such as its end, which the page shows elsewhere.
            return None
        if isinstance(step, ModelCallStarted | ModelCallEnded):
            return None
        step = without_itself(step, self._question)
        passages = self._texts(step.new[:_PASSAGES]) if isinstance(step, PassagesFound) else ()
        return EventRow(event.seq, event.event, step, passages)

    def _texts(self, ids: Iterable[str]) -> tuple[Passage, ...]:
        try:
            return self._passages.of(self._collection or "", ids)
        except InputError:
            # Changed or deleted since.
            return ()
