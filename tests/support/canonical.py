"""Short ways to canonical answers and their cards."""

from typing import Any

from data_base.schemas.canonical_answer import AnswerType, CanonicalAnswer
from data_base.schemas.score_card import ScoreCard
from scoring.answers import DEFAULT_TERMS, ScoringTerms, score


def card(
    answer_type: AnswerType, prediction: Any, ground_truth: Any, terms: ScoringTerms = DEFAULT_TERMS
) -> ScoreCard:
    """The score card of an answer, by way of its JSON form."""
    fields = {
        "task_id": "t",
        "sample_id": "s1",
        "answer_type": answer_type,
        "prediction": prediction,
        "ground_truth": ground_truth,
    }
    return score(CanonicalAnswer.model_validate(fields), terms)


def primary(answer_type: AnswerType, prediction: Any, ground_truth: Any) -> float | None:
    """The primary score of an answer under default terms."""
    return card(answer_type, prediction, ground_truth).primary_score
