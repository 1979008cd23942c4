"""Answers of every type scored against the right one: the one public function is :func:`score`."""

from data_base.schemas.canonical_answer import (
    CanonicalAnswer,
    ChoiceAnswer,
    ListAnswer,
    NumberAnswer,
    TextAnswer,
    TypedAnswer,
)
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.answers.bare_prediction import bare
from scoring.answers.choice import score_choice
from scoring.answers.list import score_list
from scoring.answers.number import score_number
from scoring.answers.reasoning import score_reasoning
from scoring.answers.scoring_options import DEFAULT_TERMS, ScoringTerms
from scoring.answers.text import score_text

__all__ = ["DEFAULT_TERMS", "CanonicalAnswer", "ScoreCard", "ScoringTerms", "score"]


def score(answer: CanonicalAnswer | TypedAnswer, terms: ScoringTerms = DEFAULT_TERMS) -> ScoreCard:
    """Score an answer by its type; the same answer and terms give the same card everywhere.

    ``primary_score`` is, by type, ``exact_match``, ``within_tol``, ``f1``, ``keyword_coverage`` and, for
    reasoning, the ``exact_match`` of its final answer. ``passed`` says that it reached ``terms.threshold``.

    Nothing said is a wrong answer and scores 0 (tag ``no_answer``), and so does something that cannot be
    read (``unparsable``). There is no score where there is no reply at all (``prediction`` is None) or
    nothing to compare with (an empty ground truth); ``unscored_reason`` then says so.

    Citation marks, Markdown and thinking are no part of an answer.
    """
    typed = answer.root if isinstance(answer, CanonicalAnswer) else answer
    if typed.prediction is None:
        return ScoreCard.unscored("there is no reply to score", tags=(ErrorTag.NO_ANSWER,))
    typed = bare(typed)
    match typed:
        case ChoiceAnswer():
            return score_choice(typed, terms)
        case NumberAnswer():
            return score_number(typed, terms)
        case ListAnswer():
            return score_list(typed, terms)
        case TextAnswer():
            return score_text(typed, terms)
        case _:
            return score_reasoning(typed, terms)
