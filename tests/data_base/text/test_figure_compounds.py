"""Durations, money and lengths said in several parts are one figure, as are numbers with a half."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.figures import Figure, figures, same_figure


def only(text: str) -> Figure:
    (figure,) = figures(text)
    return figure


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("9小時40分", "580"),
        ("9 小時 40 分鐘", "580"),
        ("九小時四十分", "580"),
        ("歷時9小時5分", "545"),
        ("共9時40分", "580"),
        ("580分鐘", "580"),
        ("5小时20分钟", "320"),
        ("5小时零5分", "305"),
        ("320 minutes", "320"),
        ("two days, seven hours and twenty-five minutes", "3325"),
        ("55 h 25 min", "3325"),
        ("55h25m", "3325"),
        ("1h30m", "90"),
        ("1 hour and 20 minutes", "80"),
        ("31 час 30 минут", "1890"),
        ("31,5 часа", "1890"),
        ("31.5 hours", "1890"),
        ("31 and a half hours", "1890"),
        ("31½ hours", "1890"),
        ("2 суток 7 часов", "3300"),
        ("2 суток и 7 часов", "3300"),
        ("10 ч 45 мин", "645"),
        ("двенадцать часов двадцать минут", "740"),
        ("полтора часа", "90"),
        ("полчаса", "30"),
        ("half an hour", "30"),
        ("an hour and a half", "90"),
        ("一個半小時", "90"),
        ("兩個半小時", "150"),
        ("半小時", "30"),
        ("半个小时", "30"),
    ],
)
def test_a_duration_is_one_figure(text: str, minutes: str) -> None:
    assert same_figure(only(text), only(f"{minutes} minutes"))


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("2年半", "30"),
        ("полтора года", "18"),
        ("2 года и 3 месяца", "27"),
        ("2年3個月", "27"),
        ("三個半月", "3.5"),
        ("two and a half years", "30"),
        ("2 years, 3 months", "27"),
    ],
)
def test_years_and_months(text: str, months: str) -> None:
    assert (only(text).value, only(text).unit) == (Decimal(months), "month")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("six and a half per cent", "6.5"),
        ("две с половиной тысячи", "2500"),
        ("два с половиной миллиона", "2500000"),
        ("two and a half thousand", "2500"),
        ("half a million", "500000"),
        ("a hundred and five", "105"),
        ("a dozen", "12"),
        ("two dozen", "24"),
        ("тысяча сто тридцать четыре партии", "1134"),
        ("тысяча человек", "1000"),
        ("one thousand one hundred and thirty-four", "1134"),
        ("二百一十七個地方", "217"),
        ("10⁶", "1000000"),
        ("10^6", "1000000"),
        ("3×10⁶", "3000000"),
    ],
)
def test_numbers_with_halves_and_numerals_that_begin_with_a_power(text: str, value: str) -> None:
    assert only(text).value == Decimal(value)


@pytest.mark.parametrize(
    "text", ["пара", "одна сторона", "a house", "an hour", "half the people", "上半年報"]
)
def test_what_only_looks_like_the_beginning_of_a_number(text: str) -> None:
    assert figures(text) == []


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("five pounds ten", "5.10", "GBP"),
        ("four pounds eighty", "4.80", "GBP"),
        ("30 pence", "0.30", "GBP"),
        ("£4.80", "4.80", "GBP"),
        ("50 cents", "0.50", "$"),
        ("five dollars and thirty cents", "5.30", "$"),
        ("5 euros 20 cents", "5.20", "EUR"),
        ("50 копеек", "0.50", "RUB"),
        ("5 рублей 30 копеек", "5.30", "RUB"),
        ("5元3角", "5.3", "元"),
        ("5元3角2分", "5.32", "元"),
        ("5角", "0.5", "元"),
    ],
)
def test_money_with_its_hundredths(text: str, value: str, unit: str) -> None:
    assert (only(text).value, only(text).unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2 hours 90 minutes", ["7200", "5400"]),
        ("3 km, 500 m and 20 m", ["3000", "500", "20"]),
        ("2.5 hours 20 minutes", ["9000", "1200"]),
        ("2 hours and more than 30 minutes", ["7200", "1800"]),
        ("five pounds ten years ago", ["5", "120"]),
        ("5 kg 3 m", ["5", "3"]),
    ],
)
def test_what_stays_apart(text: str, values: list[str]) -> None:
    assert [figure.value for figure in figures(text)] == [Decimal(value) for value in values]


def test_compounds_stand_in_ranges() -> None:
    assert [figure.value for figure in figures("9小時40分至10小時20分")] == [34800, 37200]


def test_an_amount_that_is_a_price_or_a_weight_equals_both() -> None:
    assert same_figure(only("12 pounds"), only("£12"))
    assert same_figure(only("12 pounds"), only("12 lb"))
    assert same_figure(only("50 cents"), only("€0.50"))
    assert not same_figure(only("12 pounds"), only("12 kg"))


@given(st.integers(min_value=1, max_value=90), st.integers(min_value=1, max_value=59))
def test_hours_and_minutes_are_read_back_in_every_language(hours: int, minutes: int) -> None:
    expected = only(f"{60 * hours + minutes} minutes")
    for text in (
        f"{hours}小時{minutes}分",
        f"{hours} 小时 {minutes} 分钟",
        f"{hours} h {minutes} min",
        f"{hours} hours and {minutes} minutes",
        f"{hours} часов {minutes} минут",
        f"{hours} ч. {minutes} мин.",
    ):
        assert same_figure(only(text), expected)


@given(st.integers(min_value=2, max_value=500))
def test_a_half_is_read_back(number: int) -> None:
    for text in (
        f"{number} and a half hours",
        f"{number},5 часа",
        f"{number} с половиной часа",
        f"{number}個半小時",
        f"{number}½ h",
    ):
        assert same_figure(only(text), only(f"{number * 60 + 30} min"))
