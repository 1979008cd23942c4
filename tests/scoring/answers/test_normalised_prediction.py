from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.canonical_answer import CanonicalAnswer, NumberValue
from scoring.answers import score
from scoring.answers.normalised_prediction import normalised
from tests.support.rows import over


def answer(said: object, right: object = 3, unit: str | None = None, **tolerances: float) -> CanonicalAnswer:
    return CanonicalAnswer.model_validate(
        {
            "task_id": "t",
            "sample_id": "1",
            "answer_type": "number",
            "prediction": said,
            "ground_truth": {"value": right, "unit": unit, **tolerances},
        }
    )


@over(
    "said, value, unit",
    [
        ("12.9%", 12.9, "%"),
        ("12,9 %", 12.9, "%"),
        ("about 12.9 percent", 12.9, "%"),
        ("百分之十二点九", 12.9, "%"),
        ("двенадцать целых девять десятых процента", 12.9, "%"),
        ("3万5千元", 35000, "元"),
        ("$48.6 million", 48_600_000, "$"),
        ("48,6 млн рублей", 48_600_000, "RUB"),
        ("450 g", 450, "g"),
        ("three weeks", 3, "weeks"),
        ("12 公里", 12, "公里"),
        ("5 km/h", 5, "km/h"),
        ("-3 °C", -3, "°C"),
        ("The answer is 42.", 42, None),
        ("two thirds", 2 / 3, None),
        ("between 5 and 6", "between 5 and 6", None),
        ("I do not know", "I do not know", None),
        ("1e400", "1e400", None),
        ("", "", None),
        (None, None, None),
        (12.5, 12.5, None),
    ],
)
def test_a_number_is_kept_as_number_and_unit(said: object, value: object, unit: str | None) -> None:
    prediction = normalised(answer({"value": said})).prediction
    assert isinstance(prediction, NumberValue)
    assert (prediction.value, prediction.unit) == (value, unit)
    assert type(prediction.value) is type(value)


def test_a_unit_in_the_field_and_the_tolerances_stay() -> None:
    said = {"value": "3", "unit": "apples", "tolerance_abs": 1}
    prediction = normalised(answer(said)).prediction
    assert prediction == NumberValue(value=3, unit="apples", tolerance_abs=1)


def test_no_reply_and_other_types_stay_as_they_are() -> None:
    silent = answer(None)
    choice: dict[str, Any] = {"task_id": "t", "sample_id": "1", "answer_type": "choice"}
    chosen = CanonicalAnswer.model_validate(
        {**choice, "prediction": {"value": "12.9%"}, "ground_truth": {"value": "B"}}
    )
    assert normalised(silent) == silent
    assert normalised(chosen) == chosen


NUMBERS = st.one_of(
    st.integers(-(10**9), 10**9).map(str),
    st.decimals(-(10**6), 10**6, places=2).map(str),
    st.just("三万五千"),
)
UNITS = st.sampled_from(["", "%", " percent", " kg", " g", " 万元", " million USD", " days", " km/h", " °F"])


@given(NUMBERS, UNITS, NUMBERS, UNITS)
def test_the_normal_form_scores_as_what_was_said(said: str, unit: str, right: str, of: str) -> None:
    given_answer = answer({"value": said + unit}, right + of, tolerance_rel=0.1)
    card, again = score(given_answer), score(normalised(given_answer))
    assert (again.primary_score, again.error_tags) == (card.primary_score, card.error_tags)
    assert normalised(normalised(given_answer)) == normalised(given_answer)
