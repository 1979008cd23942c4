"""Fractions, ratios and times in two numbers, and the units that small amounts are given in."""

from decimal import Decimal

import pytest

from data_base.text.figures import figures, same_figure


@pytest.mark.parametrize(
    ("text", "share"),
    [("3/4 of the roof", "0.75"), ("1 in 8 roofs", "0.125"), ("4/5 крыши", "0.8"), ("五分之四", "0.8")],
)
def test_a_fraction_is_one_figure_and_a_percentage(text: str, share: str) -> None:
    (figure,) = figures(text)
    assert figure.value == Decimal(share)
    (percent,) = figures(f"{Decimal(share) * 100} %")
    assert same_figure(figure, percent)


@pytest.mark.parametrize(
    "text", ["9/11", "24/7", "17/40", "4/8", "3/5 patients", "7 in 10 years", "3 in 27 towns", "5, 1/3/8"]
)
def test_two_numbers_that_are_no_fraction_stay_two(text: str) -> None:
    assert all(figure.value >= 1 for figure in figures(text))


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [("9 1/2 hours", 34_200, "s"), ("2 1/4 tonnes", 2250, "kg"), ("2 1/4 т", 2250, "kg")],
)
def test_a_mixed_number_is_one_figure(text: str, value: int, unit: str) -> None:
    (figure,) = figures(text)
    assert (int(figure.value), figure.unit) == (value, unit)


def test_a_fraction_of_a_unit_is_in_that_unit() -> None:
    (figure,) = figures("1/4 hour")
    assert (figure.value, figure.unit) == (Decimal(900), "s")


@pytest.mark.parametrize("text", ["7′20″", "7'20\"", "7分20秒", "7 мин 20 с", "7 min 20 s"])
def test_minutes_and_seconds_are_one_time(text: str) -> None:
    (figure,) = figures(text)
    assert (figure.value, figure.unit) == (Decimal(440), "s")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("35 微克", "0.035 毫克"),
        ("35 мкг", "35 micrograms"),
        ("80 毫秒", "0,08 сек"),
        ("80 мс", "80 milliseconds"),
        ("15 微升", "0.015 毫升"),
        ("二個季度", "6 个月"),
        ("трое суток", "72 часа"),
        ("四成半", "45%"),
    ],
)
def test_an_amount_is_the_same_in_another_unit(first: str, second: str) -> None:
    (one,), (other,) = figures(first), figures(second)
    assert one.unit == other.unit
    assert same_figure(one, other)


def test_a_number_behind_day_may_be_a_rank() -> None:
    (figure,) = figures("discharged on day 12")
    assert {figure.kind, *(other.kind for other in figure.alternatives)} == {"number", "ordinal"}


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("6 мг нитратов на литр", "6 мг/л"),
        ("6 мг на литр", "6 mg/L"),
        ("6 mg of nitrate per litre", "6 mg/l"),
        ("40 kWh heat per square metre", "40 kWh/m²"),
    ],
)
def test_what_is_measured_may_stand_before_the_denominator(text: str, same: str) -> None:
    (one,), (other,) = figures(text), figures(same)
    assert one.unit == other.unit
    assert same_figure(one, other)


@pytest.mark.parametrize("text", ["12 часов на 3 литра", "5 kg per child", "6 рублей на человека"])
def test_no_denominator_is_read_where_none_is_a_unit(text: str) -> None:
    assert "/" not in (figures(text)[0].unit or "")


def test_what_a_worded_denominator_divides_is_an_amount_too() -> None:
    (given,), (named,), (other,) = figures("200 mg of syrup per kg"), figures("200 mg"), figures("250 mg")
    assert same_figure(given, named)
    assert not same_figure(given, other)
