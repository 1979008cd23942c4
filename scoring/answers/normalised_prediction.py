"""A prediction in its normal form: a number and its unit instead of the text that states them."""

import math
from decimal import Decimal

from data_base.schemas.canonical_answer import CanonicalAnswer, NumberAnswer, NumberValue
from data_base.text.folding import fold
from data_base.text.numbers.units import read_unit
from scoring.answers.bare_prediction import bare
from scoring.answers.number_reading import Quantity, read_quantity
from scoring.answers.units import PLAIN, ScaledUnit

_EXACT_AS_A_FLOAT = 2**53


def normalised(answer: CanonicalAnswer) -> CanonicalAnswer:
    """The answer with a number's prediction as number and unit: "12.9%" is 12.9 and "%".

    Scale words are part of the number ("4.2万" is 42000), a unit is the one that was said ("450 g" stays in
    grams) and "%" for every word for it. A text that states no single number, and every other type of
    answer, stays as it is.
    """
    number = bare(answer.root)
    if not isinstance(number, NumberAnswer) or number.prediction is None:
        return answer
    truth = read_quantity(number.ground_truth)
    said = read_quantity(number.prediction, truth.measure if truth else PLAIN)
    if said is None:
        return answer
    prediction = _written(number.prediction, said)
    return CanonicalAnswer(number.model_copy(update={"prediction": prediction}))


def _written(given: NumberValue, said: Quantity) -> NumberValue:
    value = _plain_number(said.value * said.measure.scale)
    unit = _unit(given, said.measure)
    if value is None:
        return given
    written = given.model_copy(update={"value": value, "unit": unit})
    return written if _same(read_quantity(written), said) else given


def _plain_number(value: Decimal) -> int | float | None:
    if abs(value) <= _EXACT_AS_A_FLOAT and value == int(value):
        return int(value)
    return float(value) if math.isfinite(float(value)) else None


def _unit(given: NumberValue, measure: ScaledUnit) -> str | None:
    if measure.unit is None or (measure.factor == 1 and given.unit is None):
        return measure.unit
    return _said_unit(str(given.value), measure) or given.unit


def _said_unit(text: str, measure: ScaledUnit) -> str | None:
    """The words of a text that name the unit."""
    page = fold(text)
    for start in range(len(page.low)):
        found = read_unit(page, start)
        if found and (found[0].canonical, found[0].factor) == (measure.unit, measure.factor):
            return page.cased[start : found[1]].strip()
    return None


def _same(one: Quantity | None, other: Quantity) -> bool:
    """Whether both state the same amount, but for what a float cannot keep."""
    if one is None or one.measure.unit != other.measure.unit:
        return False
    first, second = (each.value * each.measure.scale * each.measure.factor for each in (one, other))
    return math.isclose(first, second, rel_tol=1e-15)
