"""Numbers: how far from the true one, and is that near enough?"""

import math
from decimal import Decimal

from data_base.schemas.canonical_answer import NumberAnswer, NumberValue
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.answers.number_reading import read_quantity
from scoring.answers.scoring_options import ScoringTerms
from scoring.answers.short_answer_form import plain_decimal
from scoring.answers.units import comparable, in_measure

_NEVER_EXACT = Decimal("1e-20")


def score_number(answer: NumberAnswer, terms: ScoringTerms) -> ScoreCard:
    """``within_tol``: 1 where the prediction is near enough; ``mae``: how far it is, in the truth's unit.

    Near enough is ``|p - t| <= max(tolerance_abs, tolerance_rel * |t|)``, the boundary included, computed
    in decimals. Units and scales are converted; a prediction in a unit that cannot be compared is wrong
    however near its number is, and has no ``mae``. So is a bound ("more than 42"), unless the truth is one.
    """
    truth = read_quantity(answer.ground_truth)
    if truth is None:
        return ScoreCard.unscored(f"the ground truth {answer.ground_truth.value!r} is no number")
    given, wrong = answer.prediction or NumberValue(), {"within_tol": 0.0}
    if given.value is None or not str(given.value).strip():
        return terms.card(0.0, wrong, "no number was given", [ErrorTag.NO_ANSWER])
    said = read_quantity(given, truth.measure)
    if said is None:
        return terms.card(0.0, wrong, f"{given.value!r} states no single number", [ErrorTag.UNPARSABLE])
    if not comparable(said.measure, truth.measure):
        explain = f"{_shown(given)} is not in the unit of {_shown(answer.ground_truth)}"
        return terms.card(0.0, wrong, explain, [ErrorTag.WRONG_UNIT])
    if said.bound != truth.bound:
        explain = f"{_shown(given)} is a bound and {_shown(answer.ground_truth)} another, or none"
        return terms.card(0.0, wrong, explain, [ErrorTag.OUT_OF_TOLERANCE])
    readings = in_measure(said.value, said.measure, truth.measure)
    error = min(abs(reading - truth.value) for reading in readings)
    allowed = tolerance(answer.ground_truth, truth.value)
    # What is left of a division that has no end in decimals, as km/h to m/s, is no error.
    within = error <= allowed + _NEVER_EXACT * max(abs(truth.value), Decimal(1))
    scores = {"within_tol": float(within)}
    if math.isfinite(float(error)):
        scores["mae"] = float(error)
    explain = f"off by {plain_decimal(error)}, {plain_decimal(allowed)} allowed"
    return terms.card(float(within), scores, explain, [] if within else [ErrorTag.OUT_OF_TOLERANCE])


def tolerance(truth: NumberValue, value: Decimal) -> Decimal:
    """How far from ``value`` still counts, in the truth's unit: the wider of the two tolerances."""
    absolute = Decimal(str(truth.tolerance_abs or 0))
    return max(absolute, Decimal(str(truth.tolerance_rel or 0)) * abs(value))


def _shown(value: NumberValue) -> str:
    return f"{value.value} {value.unit}" if value.unit else str(value.value)
