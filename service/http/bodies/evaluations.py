"""Requests to judge answers, and the evaluation of one."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from service.http.bodies.parts import NO_CONTROL, TEXT, Documents, Judged, KnownQuestion, Name, Queued


class AnswerRequest(KnownQuestion):
    """An answer to be judged."""

    answer: str = Field(max_length=TEXT)
    """The answer's text; an empty one is judged too."""
    reference_documents: Documents | None = None
    """Shared documents to judge an answer without any by."""


class EvaluationRequest(AnswerRequest, Judged):
    """An answer to be judged, and by whom."""


class BatchItem(AnswerRequest):
    """An answer of a batch.

    Attributes:
        id: names it in the batch; its number, from 1, where it is not given.
        language: the question's language tag.
        tags: the question's labels.
    """

    id: Name | None = None
    language: str | None = Field(default=None, max_length=35, pattern=NO_CONTROL)
    tags: tuple[Annotated[str, Field(max_length=200, pattern=NO_CONTROL)], ...] = Field(
        default=(), max_length=50
    )


class BatchRequest(Judged, Queued):
    """Answers to be judged as a job."""

    items: tuple[BatchItem, ...] = Field(min_length=1, max_length=100_000, fail_fast=True)
    """The answers; each id once."""
    blind: bool = False
    """The judge sees no reference answers and no key points."""


class Evaluation(Frozen):
    """An evaluation that was waited for.

    Attributes:
        id: names it in its run.
        run_id: the run in which it is kept.
        evaluation: what the judge said; a judge that failed says so in it.
        note: what to trust of the scores, where the embedded program gave them; null where a model did.
    """

    id: str
    run_id: str
    evaluation: FineGrainedEvaluationResult
    note: str | None = None
