"""Numbers: how far from the true one, and is that near enough?"""

import math
from decimal import Decimal

from data_base.schemas.canonical_answer import NumberAnswer, NumberValue
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.answers.number_reading import Quantity, read_quantity
from scoring.answers.scoring_options import ScoringTerms
from scoring.answers.short_answer_form import plain_decimal
from scoring.answers.units import comparable, in_measure

_NEVER_EXACT = Decimal("1e-20")


def score_number(answer: NumberAnswer, terms: ScoringTerms) -> ScoreCard:
    """``within_tol``: 1 where the prediction is near enough; ``mae``: how far it is, in the truth's unit.

    Near enough is ``|p - t| <= max(tolerance_abs, tolerance_rel * |t|)``, the boundary included, computed
    in decimals. Units and scales are converted; a prediction in a unit that cannot be compared is wrong
    however near its number is, and has no ``mae``.
    """
    truth = read_quantity(answer.ground_truth)
    if truth is None:
        return ScoreCard.unscored(f"the ground truth {answer.ground_truth.value!r} is no number")
    if answer.prediction is None:
        return ScoreCard.unscored("there is no reply to score", tags=(ErrorTag.NO_ANSWER,))
    if answer.prediction.value is None or not str(answer.prediction.value).strip():
        return _wrong(ErrorTag.NO_ANSWER, terms, "no number was given")
    said = read_quantity(answer.prediction, truth.measure)
    if said is None:
        return _wrong(ErrorTag.UNPARSABLE, terms, f"{answer.prediction.value!r} states no single number")
    if not comparable(said.measure, truth.measure):
        explain = f"{_shown(answer.prediction)} is not in the unit of {_shown(answer.ground_truth)}"
        return _wrong(ErrorTag.WRONG_UNIT, terms, explain)
    return _card(_error(said, truth), truth, answer, terms)


def _card(error: Decimal, truth: Quantity, answer: NumberAnswer, terms: ScoringTerms) -> ScoreCard:
    allowed = tolerance(answer.ground_truth, truth.value)
    # What is left of a division that has no end in decimals, as km/h to m/s, is no error.
    within = error <= allowed + _NEVER_EXACT * max(abs(truth.value), Decimal(1))
    score = float(within)
    distance = float(error)
    return ScoreCard(
        primary_score=score,
        passed=score >= terms.threshold,
        sub_scores={"within_tol": score, **({"mae": distance} if math.isfinite(distance) else {})},
        error_tags=() if within else (ErrorTag.OUT_OF_TOLERANCE,),
        explain=f"off by {plain_decimal(error)}, {plain_decimal(allowed)} allowed",
    )


def tolerance(truth: NumberValue, value: Decimal) -> Decimal:
    """How far from ``value`` still counts, in the truth's unit: the wider of the two tolerances."""
    absolute = Decimal(str(truth.tolerance_abs or 0))
    return max(absolute, Decimal(str(truth.tolerance_rel or 0)) * abs(value))


def _error(said: Quantity, truth: Quantity) -> Decimal:
    readings = in_measure(said.value, said.measure, truth.measure)
    return min(abs(reading - truth.value) for reading in readings)


def _wrong(tag: ErrorTag, terms: ScoringTerms, explain: str) -> ScoreCard:
    return ScoreCard(
        primary_score=0.0,
        passed=terms.threshold <= 0,
        sub_scores={"within_tol": 0.0},
        error_tags=(tag,),
        explain=explain,
    )


def _shown(value: NumberValue) -> str:
    return f"{value.value} {value.unit}" if value.unit else str(value.value)
