"""A run: outputs and contexts in, report out."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from data_base.errors import InputError
from data_base.schemas.score_card import ScoreCard
from eval.eval_json_v2.report import Item, Report, Terms, item_of, report_of
from scoring.eval_json_v2 import score_output
from scoring.eval_json_v2.evidence import ENOUGH_HITS, keywords

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from eval.eval_json_v2.question_set import Question
    from eval.eval_json_v2.recorded import Chunk

NO_OUTPUT = "there is no output: the model was never reached"
_NO_FAILURES: Mapping[str, str] = MappingProxyType({})


def score_run(
    questions: Sequence[Question],
    outputs: Mapping[str, str | None],
    contexts: Mapping[str, Sequence[Chunk]],
    terms: Terms,
    *,
    created_at: datetime,
    failures: Mapping[str, str] = _NO_FAILURES,
) -> Report:
    """Score every question's output.

    Args:
        questions: of the set.
        outputs: question id to raw output; one that is missing or None is unscored. Those of other
            questions are passed over, so that the outputs of a full set serve its subset.
        contexts: question id to its chunks.
        terms: under what terms.
        created_at: when.
        failures: question id to why there is no output for it, or no context; such a question is unscored.

    Raises:
        InputError: a question with an output has no context, and nothing says why.
    """
    return report_of(
        terms,
        [
            item_of(question.id, ScoreCard.unscored(failures[question.id]))
            if question.id in failures
            else _item(question, outputs, contexts, terms)
            for question in questions
        ],
        created_at=created_at,
        short_of_keywords=[question.id for question in questions if _is_short(question)],
    )


def _item(
    question: Question,
    outputs: Mapping[str, str | None],
    contexts: Mapping[str, Sequence[Chunk]],
    terms: Terms,
) -> Item:
    output = outputs.get(question.id)
    if output is None:
        return item_of(question.id, ScoreCard.unscored(NO_OUTPUT))
    if question.id not in contexts:
        raise InputError(
            f"The contexts hold no line for the question {question.id!r}; add one, with an empty list of "
            "chunks where nothing was retrieved."
        )
    expected = question.expected.answer_example.model_dump()
    card = score_output(expected, output, contexts[question.id], allow_fence=terms.allow_fence)
    return item_of(question.id, card)


def _is_short(question: Question) -> bool:
    return len(keywords(question.expected.answer_example.original_evidence)) < ENOUGH_HITS
