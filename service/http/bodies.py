"""Requests and responses that the project's own schemas do not fit."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from service.jobs.job import JobKind, JobState
from service.jobs.judge_request import JudgeSettingsRequest

TEXT = 1_000_000
"""Characters of a text at most; the limit of the body comes first as a rule."""
PASSAGES = 1_000
_NO_CONTROL = r"^[^\x00-\x1f\x7f]*$"
Name = Annotated[str, Field(min_length=1, max_length=500, pattern=_NO_CONTROL)]
"""A name of the caller's own, on one line."""
Text = Annotated[str, Field(max_length=TEXT)]
ID = r"^[A-Za-z0-9_-]{1,100}$"
"""What an id looks like that the server gave."""


class PassageRequest(Frozen):
    """A passage that an answer is based on.

    Attributes:
        text: its text.
        doc_id: the document's name.
        page: the page, from 1.
        id: names the passage among the others; a number where it is not given.
    """

    text: Text
    doc_id: Name = "document"
    page: int | None = Field(default=None, ge=1, le=1_000_000)
    id: Name | None = None


class CollectionPassages(Frozen):
    """Passages of a collection of the project.

    Attributes:
        collection: the collection's id.
        passages: the passages' ids, as a search gives them.
    """

    collection: str = Field(pattern=ID)
    passages: tuple[Annotated[str, Field(max_length=1_000)], ...] = Field(max_length=PASSAGES)


Documents = Annotated[tuple[Text | PassageRequest, ...], Field(max_length=PASSAGES)] | CollectionPassages


class AnswerRequest(Frozen):
    """An answer to be judged.

    Attributes:
        question: as the user asked it.
        answer: the answer's text; an empty one is judged too.
        documents: what the answer is based on: texts, passages, or passages of a collection. null: it comes
            without documents and is judged on ``reference_documents``, or on the judge's own knowledge.
            Empty: a search found nothing.
        reference_documents: shared documents to judge an answer without any by.
        reference_answer: an answer that is right, and need not be all that is right.
        key_points: what a complete answer says.
    """

    question: str = Field(min_length=1, max_length=TEXT, pattern=r"\S")
    answer: str = Field(max_length=TEXT)
    documents: Documents | None = Field(default=None)
    reference_documents: Documents | None = Field(default=None)
    reference_answer: str | None = Field(default=None, max_length=TEXT)
    key_points: tuple[KeyPoint, ...] = Field(default=(), max_length=200, fail_fast=True)


class EvaluationRequest(AnswerRequest):
    """An answer to be judged, and by whom.

    Attributes:
        judge: the judge, one of ``GET /v1/models``; null for the server's own.
        settings: how it judges.
    """

    judge: Name | None = None
    settings: JudgeSettingsRequest = JudgeSettingsRequest()


class BatchItem(AnswerRequest):
    """An answer of a batch.

    Attributes:
        id: names it in the batch; its number, from 1, where it is not given.
        language: the question's language tag.
        tags: the question's labels.
    """

    id: Name | None = None
    language: str | None = Field(default=None, max_length=35, pattern=_NO_CONTROL)
    tags: tuple[Annotated[str, Field(max_length=200, pattern=_NO_CONTROL)], ...] = Field(
        default=(), max_length=50
    )


class BatchRequest(Frozen):
    """Answers to be judged as a job.

    Attributes:
        items: the answers; each id once.
        judge: the judge, one of ``GET /v1/models``; null for the server's own.
        settings: how it judges.
        blind: the judge sees no reference answers and no key points.
        priority: jobs of the project with a greater one go first.
    """

    items: tuple[BatchItem, ...] = Field(min_length=1, max_length=100_000, fail_fast=True)
    judge: Name | None = None
    settings: JudgeSettingsRequest = JudgeSettingsRequest()
    blind: bool = False
    priority: int = Field(default=0, ge=-100, le=100)


class Evaluation(Frozen):
    """An evaluation that was waited for.

    Attributes:
        id: names it in its run.
        run_id: the run in which it is kept.
        evaluation: what the judge said; a judge that failed says so in it.
    """

    id: str
    run_id: str
    evaluation: FineGrainedEvaluationResult


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
        links: where more of it is.
    """

    id: str
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
    links: JobLinks


class JobPage(Frozen):
    """Some of the project's jobs, newest first.

    Attributes:
        jobs: the jobs.
        after: what to ask for the next page with; null where this is the last.
    """

    jobs: tuple[JobView, ...]
    after: str | None


class Health(Frozen):
    """Whether the process answers.

    Attributes:
        status: always ``ok``.
        version: of the program.
    """

    status: Literal["ok"] = "ok"
    version: str


class Readiness(Frozen):
    """Whether the server can do its work.

    Attributes:
        ready: whether the store answers and somebody works on jobs.
        store: whether the store answers.
        workers: how many workers gave a sign of life within a lease.
        queue_seconds: how long the oldest job that nobody has begun has waited.
    """

    ready: bool
    store: bool
    workers: int
    queue_seconds: float
