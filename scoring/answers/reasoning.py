"""Reasoning: is the final answer right, and how good is the way to it?"""

from data_base.schemas.canonical_answer import ReasoningAnswer, ReasoningValue
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.answers.choice import names_one_of
from scoring.answers.claims import claim_scores, claim_tags
from scoring.answers.steps import step_scores
from scoring.answers.terms import ScoringTerms


def score_reasoning(answer: ReasoningAnswer, terms: ScoringTerms) -> ScoreCard:
    """``exact_match`` of the final answer; the way to it is described by sub-scores and changes no score.

    A sub-score is there only where it can be determined: those of the steps need steps in the truth, those of
    the claims claims or evidence in it. They are documented at :func:`scoring.answers.steps.step_scores`
    and :func:`scoring.answers.claims.claim_scores`.
    """
    truth = answer.ground_truth
    right = truth.final_answer.value
    if right is None or not right.strip():
        return ScoreCard.unscored("the ground truth has no final answer")
    if answer.prediction is None:
        return ScoreCard.unscored("there is no reply to score", tags=(ErrorTag.NO_ANSWER,))
    said = answer.prediction.final_answer.value or ""
    score = float(bool(said.strip()) and names_one_of(said, [right], terms))
    parts = {**step_scores(answer.prediction, truth, terms), **claim_scores(answer.prediction, truth, terms)}
    return ScoreCard(
        primary_score=score,
        passed=score >= terms.threshold,
        sub_scores={"exact_match": score, **parts},
        error_tags=(*_final_tags(said, score), *claim_tags(answer.prediction, truth, terms)),
        explain=_explain(said, right, answer.prediction),
    )


def _final_tags(said: str, score: float) -> tuple[ErrorTag, ...]:
    if not said.strip():
        return (ErrorTag.NO_ANSWER,)
    return () if score else (ErrorTag.WRONG_CHOICE,)


def _explain(said: str, right: str, prediction: ReasoningValue) -> str:
    way = f"{len(prediction.steps)} steps, {len(prediction.claims)} claims"
    if not said.strip():
        return f"no final answer; {way}"
    return f"final answer {said!r}, right is {right!r}; {way}"
