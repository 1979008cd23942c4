"""Requests to judge answers, and the evaluation of one."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.run_name import RunName
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from service.http.bodies.gold_answer import GoldNamed, gold_names
from service.http.bodies.parts import NO_CONTROL, TEXT, Documents, Name
from service.jobs.judge_request import JudgeSettingsRequest


class AnswerRequest(GoldNamed):
    """An answer to be judged.

    Attributes:
        question: as the user asked it.
        answer: the answer's text; an empty one is judged too.
        documents: what the answer is based on: texts, passages, or passages of a collection. null: it comes
            without documents and is judged on ``reference_documents``, or on the judge's own knowledge.
            Empty: a search found nothing.
        reference_documents: shared documents to judge an answer without any by.
        reference_answer: an answer that is right, and need not be all that is right; also read as
            ``gold_answer`` and under the other names that data files give it.
        key_points: what a complete answer says.
        answerable: whether the documents contain the answer; null where it is not known. Where they do not,
            the judge is told so: declining is right, a claim to the contrary wrong.
    """

    question: str = Field(min_length=1, max_length=TEXT, pattern=r"\S")
    answer: str = Field(max_length=TEXT)
    documents: Documents | None = Field(default=None)
    reference_documents: Documents | None = Field(default=None)
    reference_answer: str | None = Field(
        default=None, max_length=TEXT, validation_alias=gold_names("reference_answer")
    )
    key_points: tuple[KeyPoint, ...] = Field(default=(), max_length=200, fail_fast=True)
    answerable: bool | None = Field(default=None, exclude_if=lambda said: said is None)


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
    language: str | None = Field(default=None, max_length=35, pattern=NO_CONTROL)
    tags: tuple[Annotated[str, Field(max_length=200, pattern=NO_CONTROL)], ...] = Field(
        default=(), max_length=50
    )


class BatchRequest(Frozen):
    """Answers to be judged as a job.

    Attributes:
        items: the answers; each id once.
        judge: the judge, one of ``GET /v1/models``; null for the server's own.
        settings: how it judges.
        blind: the judge sees no reference answers and no key points.
        name: what the run is called; its kind, subject and day if null.
        priority: jobs of the project with a greater one go first.
    """

    items: tuple[BatchItem, ...] = Field(min_length=1, max_length=100_000, fail_fast=True)
    judge: Name | None = None
    settings: JudgeSettingsRequest = JudgeSettingsRequest()
    blind: bool = False
    name: RunName | None = None
    priority: int = Field(default=0, ge=-100, le=100)


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
