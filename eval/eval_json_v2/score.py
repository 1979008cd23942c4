"""Scoring: an output in its context becomes a card, the cards become a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eval.eval_json_v2.report import Report, Terms, item_of, report_of
from scoring.eval_json_v2 import score_output
from scoring.eval_json_v2.evidence import ENOUGH_HITS, keywords

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from data_base.schemas.score_card import ScoreCard
    from eval.eval_json_v2.question_set import Question
    from eval.eval_json_v2.recorded import Chunk


def scored(question: Question, output: str, chunks: Sequence[Chunk], *, allow_fence: bool) -> ScoreCard:
    """What a question's output is worth in its context."""
    expected = question.expected.answer_example.model_dump()
    return score_output(expected, output, chunks, allow_fence=allow_fence)


def reported(
    questions: Sequence[Question], cards: Sequence[ScoreCard], terms: Terms, *, created_at: datetime
) -> Report:
    """The report over every question's card."""
    return report_of(
        terms,
        [item_of(question.id, card) for question, card in zip(questions, cards, strict=True)],
        created_at=created_at,
        short_of_keywords=[question.id for question in questions if _is_short(question)],
    )


def _is_short(question: Question) -> bool:
    return len(keywords(question.expected.answer_example.original_evidence)) < ENOUGH_HITS
