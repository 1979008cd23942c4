"""The same value in another form: ranges of hours, racing times, megalitres, frost, money in words."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.dates import dates
from data_base.text.figures import Figure, figures, same_figure


def hours(text: str) -> list[int | None]:
    return [found.hour for found in dates(text)]


def only(text: str) -> Figure:
    (found,) = figures(text)
    return found


@pytest.mark.parametrize(
    "text", ["Time 22-06 h", "22–06時", "夜間22時至06時", "с 22:00 до 06:00", "22–06 ч", "22-6 h", "22至6時"]
)
def test_both_hours_of_a_range_are_times_of_day(text: str) -> None:
    assert hours(text) == [22, 6]
    assert figures(text) == []


@given(st.integers(0, 23), st.integers(0, 23))
def test_a_range_with_a_leading_zero_is_never_a_duration(first: int, last: int) -> None:
    for unit in (" h", " ч", "時"):
        if first < 10 or last < 10:
            assert hours(f"open {first:02}–{last:02}{unit}.") == [first, last]


@pytest.mark.parametrize("text", ["6-8 h", "12–18 ч", "6-8小时", "5-10 часов"])
def test_a_rising_range_of_hours_lasts(text: str) -> None:
    assert hours(text) == []
    assert [found.unit for found in figures(text)] == ["s", "s"]


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("until eleven at night", 23),
        ("в одиннадцать вечера", 23),
        ("в пять утра", 5),
        ("до двух ночи", 2),
        ("at half past ten in the evening", 22),
        ("晚上十點半", 22),
    ],
)
def test_hours_in_words_with_a_part_of_the_day(text: str, hour: int) -> None:
    assert hours(text) == [hour]


@given(st.integers(0, 59), st.integers(0, 59), st.integers(0, 9))
def test_racing_times_are_minutes_and_seconds(minutes: int, seconds: int, tenths: int) -> None:
    value = Decimal(minutes * 60 + seconds) + Decimal(tenths) / 10
    for wording in (
        f"время {minutes}:{seconds:02},{tenths}",
        f"a time of {minutes}:{seconds:02}.{tenths}",
        f"成績 {minutes}:{seconds:02}.{tenths}",
    ):
        assert (only(wording).value, only(wording).unit) == (value, "s")


@pytest.mark.parametrize("text", ["scale 2:1.5", "score 3:45", "1:02:33.4"])
def test_other_colons_make_no_racing_time(text: str) -> None:
    assert all(found.unit is None for found in figures(text))


@given(st.decimals(1, 999, places=1))
def test_megalitres_are_million_litres(amount: Decimal) -> None:
    for wording in (f"{amount} Ml/d", f"{amount} megalitres a day", f"{amount} мегалитра", f"{amount}百萬升"):
        assert same_figure(only(wording), only(f"{amount} million litres"))
        assert not same_figure(only(wording), only(f"{amount} ml"))


def test_capital_millilitres_on_a_label_may_be_meant() -> None:
    assert same_figure(only("250 ML"), only("250 ml"))
    assert same_figure(only("250 ML"), only("250 megalitres"))
    assert not same_figure(only("250 ml"), only("250 megalitres"))


@pytest.mark.parametrize(
    "text",
    [
        "−12 °C",
        "零下12度",
        "零下十二度",
        "twelve below zero",
        "12 degrees of frost",
        "a frost of up to 12 degrees",
        "двенадцати градусов мороза",
        "мороз не сильнее двенадцати градусов",
        "мороз до 12 градусов",
    ],
)
def test_frost_is_below_zero(text: str) -> None:
    assert same_figure(only(text), only("−12 °C"))
    assert not same_figure(only(text), only("12 °C"))


@pytest.mark.parametrize(
    "text", ["twelve degrees", "двенадцать градусов тепла", "12度", "12 degrees above zero"]
)
def test_what_is_not_called_frost_is_above_zero(text: str) -> None:
    assert not same_figure(only(text), only("−12 °C"))


@pytest.mark.parametrize(
    "verb", ["升至", "升到", "增至", "增加到", "降至", "減至", "漲到", "提高到", "擴大到"]
)
def test_what_a_value_becomes_shares_its_unit_with_what_it_was(verb: str) -> None:
    first, second = figures(f"從633萬{verb}908萬瓩")
    assert same_figure(first, only("6.33 GW"))
    assert same_figure(second, only("9.08 GW"))
    assert not same_figure(first, only("633 GW"))


def test_different_units_are_not_shared() -> None:
    first, second = figures("從3人增至52%")
    assert (first.unit, second.unit) == (None, "%")


@given(st.integers(1, 19), st.sampled_from([10, 20, 30, 50, 80, 90]), st.integers(1, 19))
def test_prices_in_words_stay_apart(pounds: int, pence: int, others: int) -> None:
    units = (
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen"
    )
    words = units.split()
    tens = {10: "ten", 20: "twenty", 30: "thirty", 50: "fifty", 80: "eighty", 90: "ninety"}
    said = f"{words[pounds - 1]} pounds {tens[pence]} and {words[others - 1]} pounds {tens[pence]}"
    assert [found.value for found in figures(said)] == [
        pounds + Decimal(pence) / 100,
        others + Decimal(pence) / 100,
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a hundred and five", [105]),
        ("two thousand and eleven", [2011]),
        ("three million and twenty-five", [3000025]),
        ("fifty and two", [50, 2]),
        ("twenty-five and thirty", [25, 30]),
    ],
)
def test_and_goes_on_with_a_number_behind_a_power_alone(text: str, values: list[int]) -> None:
    assert [found.value for found in figures(text)] == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a quarter of a million euros", 250_000),
        ("three quarters of a million tonnes", 750_000),
        ("three-quarters of a billion", 750_000_000),
        ("half of a million", 500_000),
        ("a million and a half", 1_500_000),
        ("two million and a half people", 2_500_000),
        ("four and a half million", 4_500_000),
        ("четверть миллиона рублей", 250_000),
        ("три четверти миллиарда", 750_000_000),
        ("половина миллиона", 500_000),
        ("миллион с половиной", 1_500_000),
        ("две с половиной тысячи", 2_500),
        ("二百五十萬", 2_500_000),
    ],
)
def test_parts_of_powers_and_powers_with_parts(text: str, value: int) -> None:
    assert only(text).count == value


@pytest.mark.parametrize("text", ["a quarter of the members", "three quarters of an hour", "четверть часа"])
def test_other_parts_are_no_such_amounts(text: str) -> None:
    assert figures(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "5 and 9 days",
        "at least 5 and at most 9 working days",
        "no less than 5 and no longer than 9 calendar days",
        "не быстрее 5 и не дольше 9 рабочих дней",
        "от 5 до 9 календарных дней",
        "最少5、最多9天",
    ],
)
def test_both_bounds_share_the_unit_of_the_last(text: str) -> None:
    first, last = figures(text)
    assert same_figure(first, only("5 days"))
    assert same_figure(last, only("9 days"))
    assert not same_figure(first, only("5 hours"))


def test_only_behind_a_number_counts_nothing() -> None:
    assert only("3.0 只有一個缺點").noun is None
    assert only("籠裡有3只鳥").noun == "只"
