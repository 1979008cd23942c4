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
    """An answer of a batch."""

    id: Name | None = None
    """The item's id in the batch; its number, from 1, if it is missing."""
    language: str | None = Field(default=None, max_length=35, pattern=NO_CONTROL)
    """The question's language tag."""
    tags: tuple[Annotated[str, Field(max_length=200, pattern=NO_CONTROL)], ...] = Field(
        default=(), max_length=50
    )
    """The question's labels."""


class BatchRequest(Judged, Queued):
    """Answers to be judged as a job."""

    items: tuple[BatchItem, ...] = Field(min_length=1, max_length=100_000, fail_fast=True)
    """The answers; each id once."""
    blind: bool = False
    """The judge sees no reference answers and no key points."""


class Evaluation(Frozen):
    """An evaluation that was waited for."""

    id: str
    """The answer's id in its run."""
    run_id: str
    """The run in which the evaluation is stored."""
    evaluation: FineGrainedEvaluationResult
    """What the judge said; if the judge failed, this says so."""
    note: str | None = None
    """How far to trust the scores, if the embedded judge gave them; null if a model did."""
