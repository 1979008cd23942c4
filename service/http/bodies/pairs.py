"""Requests to judge two answers against each other, and what is said of them."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.pair_verdict import PairOutcome, PairVerdict
from service.http.bodies.gold_answer import GoldNamed, gold_names
from service.http.bodies.parts import TEXT, Documents, Name
from service.jobs.judge_request import JudgeSettingsRequest


class PairEvaluationRequest(GoldNamed):
    """Two answers to a question, and who says which is better.

    Attributes:
        question: as the user asked it.
        first: the text of the answer that is shown first.
        second: that of the other answer.
        documents: what both are judged on, as of an evaluation. null: there is nothing but the judge's own
            knowledge. Empty: a search found nothing.
        reference_answer: an answer that is right, and need not be all that is right; read under the
            same names as that of an evaluation.
        key_points: what a complete answer says.
        answerable: whether the documents contain the answer, as of an evaluation.
        judge: the judge, one of ``GET /v1/models``; null for the server's own.
        settings: how it judges.
        both_orders: whether the judge is asked again with the answers the other way round, since judges may
            prefer what they see first.
    """

    question: str = Field(min_length=1, max_length=TEXT, pattern=r"\S")
    first: str = Field(max_length=TEXT)
    second: str = Field(max_length=TEXT)
    documents: Documents | None = None
    reference_answer: str | None = Field(
        default=None, max_length=TEXT, validation_alias=gold_names("reference_answer")
    )
    key_points: tuple[KeyPoint, ...] = Field(default=(), max_length=200, fail_fast=True)
    answerable: bool | None = Field(default=None, exclude_if=lambda said: said is None)
    judge: Name | None = None
    settings: JudgeSettingsRequest = JudgeSettingsRequest()
    both_orders: bool = True


class PairEvaluation(Frozen):
    """What was said of two answers.

    Attributes:
        id: names the pair in its run.
        run_id: the run in which it is kept.
        verdicts: of each judge with the first answer shown first, then with the second answer shown first.
            A judge that failed says so in it.
        outcomes: what both orders say together, of each judge; its value is the first answer's, 1 to 0.
            Empty where one order was asked for.
    """

    id: str
    run_id: str
    verdicts: tuple[PairVerdict, ...]
    outcomes: tuple[PairOutcome, ...] = ()
