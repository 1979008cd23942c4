from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.score_card import ErrorTag
from data_base.text.numbers.figures import number_alone
from tests.support.canonical import card, primary
from tests.support.rows import over


def number(value: Any, unit: str | None = None, **tolerances: float) -> dict[str, Any]:
    return {"value": value, "unit": unit, **tolerances}


@over(
    "said, right",
    [
        (number("12.5%"), number(12.5, "%")),
        (number(12.5), number(12.5, "%")),
        (number(0.125), number(12.5, "%")),
        (number("12.5%"), number(0.125)),
        (number("百分之十二点五"), number(12.5, "%")),
        (number("3万"), number(30000)),
        (number(3, "万"), number(30000)),
        (number(30000), number(3, "万")),
        (number("30 thousand"), number(3, "萬")),
        (number("3.5亿元"), number(350, "百万元")),
        (number(350_000_000, "元"), number(3.5, "亿元")),
        (number("2k"), number(2000)),
        (number(2, "M"), number(2000, "k")),
        (number("3 млн руб."), number(3_000_000, "руб")),
        (number(5, "kg"), number(5000, "g")),
        (number("5 公斤"), number(5, "kg")),
        (number(36, "km/h"), number(10, "m/s")),
        (number(10, "m/s"), number(36, "km/h")),
        (number("$12"), number(12, "USD")),
        (number("twelve"), number(12)),
        (number("двадцать один"), number(21)),
        (number("一千二百三十四"), number(1234)),
        (number("五"), number(5)),
        (number("one"), number(1)),
        (number("1/2"), number("50%")),
        (number("1,234.5"), number(1234.5)),
        (number("2024"), number(2024)),
        (number("in 2024"), number(2024)),
        (number("The answer is 42 km, after 3 stops"), number(42, "km")),
        (number("42 km after 3 stops"), number(42, "km")),
        (number("10 apples"), number(10, "apple")),
        (number("3 500 000"), number(3.5, "M")),
        (number("负五"), number(-5)),
        (number("minus five"), number("минус пять")),
        (number("1 1/2"), number(1.5)),
        (number("-1/2"), number(-0.5)),
        (number("1.2 B"), number(1.2, "billion")),
        (number("2.5万人"), number(2.5, "万人")),
        (number("2.5万人"), number(25000, "人")),
        (number("The answer is not 5 but 6"), number(6)),
    ],
)
def test_the_same_amount_in_other_words_is_exact(said: Any, right: Any) -> None:
    scored = card("number", said, right)
    assert (scored.primary_score, scored.sub_scores, scored.passed) == (
        1.0,
        {"within_tol": 1.0, "mae": 0.0},
        True,
    )


@over(
    "said, right",
    [
        (number(5, "m"), number(5, "kg")),
        (number("€12"), number(12, "USD")),
        (number(12, "USD"), number(12, "EUR")),
        (number("12.5 percentage points"), number(12.5, "%")),
        (number(10, "pears"), number(10, "apples")),
    ],
)
def test_a_wrong_unit_is_tagged_and_not_converted(said: Any, right: Any) -> None:
    scored = card("number", said, right)
    assert (scored.primary_score, scored.error_tags) == (0.0, (ErrorTag.WRONG_UNIT,))
    assert "mae" not in scored.sub_scores


@over(
    "said, right, within, mae",
    [
        (12.6, number(12.5, "%", tolerance_abs=0.1), 1.0, 0.1),
        (0.1, number(0.3, tolerance_abs=0.2), 1.0, 0.2),
        (12.61, number(12.5, tolerance_abs=0.1), 0.0, 0.11),
        (102, number(100, tolerance_abs=0.5, tolerance_rel=0.02), 1.0, 2.0),
        (102.01, number(100, tolerance_abs=0.5, tolerance_rel=0.02), 0.0, 2.01),
        (98, number(100, tolerance_abs=2, tolerance_rel=0.001), 1.0, 2.0),
        (-102, number(-100, tolerance_rel=0.02), 1.0, 2.0),
        (3, number(3, "万"), 0.0, 2.9997),
    ],
)
def test_the_wider_tolerance_holds_with_its_boundary(
    said: float, right: Any, within: float, mae: float
) -> None:
    scored = card("number", number(said), right)
    assert scored.sub_scores == {"within_tol": within, "mae": pytest.approx(mae, abs=1e-12)}
    assert scored.error_tags == (() if within else (ErrorTag.OUT_OF_TOLERANCE,))


def test_the_error_is_told_in_the_unit_of_the_truth() -> None:
    scored = card("number", number(5.2, "kg"), number(5000, "g", tolerance_rel=0.04))
    assert scored.sub_scores == {"within_tol": 1.0, "mae": 200.0}


def test_what_states_no_single_number_is_wrong_and_says_so() -> None:
    for said in ("between 3 and 5", "none", "many", "not 4", float("nan"), "12.5 % or 10 %"):
        scored = card("number", number(said), number(4))
        assert (scored.primary_score, scored.error_tags) == (0.0, (ErrorTag.UNPARSABLE,))
    assert card("number", number(""), number(4)).error_tags == (ErrorTag.NO_ANSWER,)
    assert card("number", None, number(4)).primary_score is None
    assert card("number", number(4), number("unknown")).unscored_reason
    with pytest.raises(ValueError, match="no numbers"):
        card("number", number(True), number(1))


_ONES = "零一二三四五六七八九"
_ENGLISH = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_RUSSIAN = ["ноль", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_TENS_RU = [
    "двадцать",
    "тридцать",
    "сорок",
    "пятьдесят",
    "шестьдесят",
    "семьдесят",
    "восемьдесят",
    "девяносто",
]


@given(st.integers(2, 9), st.integers(1, 9), st.integers(1, 9))
def test_number_words_of_three_languages_say_the_same(tens: int, ones: int, hundreds: int) -> None:
    below = 10 * tens + ones
    assert number_alone(f"{_TENS[tens - 2]}-{_ENGLISH[ones]}") == below
    assert number_alone(f"{_TENS_RU[tens - 2]} {_RUSSIAN[ones]}") == below
    assert number_alone(f"{_ONES[tens]}十{_ONES[ones]}") == below
    whole = 1000 * below + 100 * hundreds
    english = f"{_TENS[tens - 2]} {_ENGLISH[ones]} thousand {_ENGLISH[hundreds]} hundred"
    assert primary("number", number(english), number(whole)) == 1.0
    # 二万三千四百: the Chinese scale is ten thousand.
    chinese = f"{_ONES[tens]}万{_ONES[ones]}千{_ONES[hundreds]}百"
    assert primary("number", number(chinese), number(whole)) == 1.0


@given(
    st.decimals(-(10**6), 10**6, places=3, allow_nan=False),
    st.decimals(0, 100, places=3, allow_nan=False),
    st.sampled_from([-1, 1]),
)
def test_a_boundary_is_within_and_a_step_beyond_is_not(truth: Decimal, allowed: Decimal, side: int) -> None:
    right = number(str(truth), tolerance_abs=float(allowed))
    assert primary("number", number(str(truth + side * allowed)), right) == 1.0
    assert primary("number", number(str(truth + side * (allowed + Decimal("0.001")))), right) == 0.0


@given(
    st.integers(1, 10**6),
    st.sampled_from([("km", "m", 1000), ("t", "kg", 1000), ("万", "", 10**4), ("亿", "万", 10**4)]),
)
def test_units_convert_both_ways(amount: int, units: tuple[str, str, int]) -> None:
    large, small, factor = units
    assert primary("number", number(amount, large), number(amount * factor, small)) == 1.0
    assert primary("number", number(amount * factor, small), number(amount, large)) == 1.0
    assert primary("number", number(amount * factor + 1, small), number(amount, large)) == 0.0


@given(st.text(), st.text(max_size=8))
def test_any_text_gets_a_card(said: str, unit: str) -> None:
    scored = card("number", number(said, unit), number(7, "kg"))
    assert scored.primary_score in {0.0, 1.0}


def passes(said: Any, value: Any, unit: str | None = None) -> bool:
    return card("number", {"value": said}, {"value": value, "unit": unit}).passed


def test_a_leading_point_is_a_decimal_point() -> None:
    """ ".5" was read as 5."""
    assert passes(".5", 0.5)
    assert not passes(".5", 5)


def test_a_decimal_comma_before_a_scale_is_no_grouping() -> None:
    """ "2,5 млн" was read as 25 million."""
    assert passes("2,5 млн", 2_500_000)
    assert passes("2,500 k", 2_500_000)


def test_temperatures_are_converted_and_not_scaled() -> None:
    """Every temperature on another scale had the tag wrong_unit."""
    assert passes("212 °F", 100, "°C")
    assert passes("минус сорок градусов по Фаренгейту", -40, "°C")
    assert passes("华氏212度", 100, "摄氏度")
    assert passes("273.15 K", 0, "°C")
    assert not passes("100 °F", 100, "°C")


def test_russian_decimals_in_words() -> None:
    """ "одна целая семь десятых" was read as 7, and longer ones not at all."""
    assert passes("одна целая семь десятых", 1.7)
    assert passes("двенадцать целых пять десятых процента", 12.5, "%")
    assert passes("три запятая ноль пять", 3.05)
    assert passes("сто целых одна тысячная", 100.001)


def test_a_stop_behind_a_unit_is_no_part_of_it() -> None:
    """ "руб." was a unit of its own."""
    assert passes("5 тыс. руб.", 5000, "руб.")
    assert passes("₽100", 100, "руб.")


def test_dollars_and_yen_are_not_yuan() -> None:
    """A currency in its country's name passed for 元."""
    for said in ("100 美元", "100 日元", "100 欧元"):
        wrong = card("number", {"value": said}, {"value": 100, "unit": "元"})
        assert (wrong.passed, [tag.value for tag in wrong.error_tags]) == (False, ["wrong_unit"])
    assert passes("100 人民币", 100, "元")


def test_no_group_of_digits_begins_with_a_zero() -> None:
    """0,500 was read as five hundred."""
    for said, value in (("0,500", 0.5), ("0,125", 0.125), ("-0,250", -0.25)):
        assert passes(said, value)
        assert not passes(said, value * 1000)


def test_numerals_of_ten_thousands_and_of_tens_in_one_character_are_read() -> None:
    """百万, 千万, 廿三 and 卅 were no numbers, nor was a year in words."""
    for said, value in (("百万", 10**6), ("千万", 10**7), ("廿三", 23), ("卅", 30)):
        assert passes(said, value)
    assert passes("nineteen seventy-eight", 1978)


def test_a_number_in_accounting_form_is_negative_where_it_is_the_whole_answer() -> None:
    """ "(1,234)" was right for 1234."""
    for said in ("(1,234)", "△1,234", "▲1,234", "1,234-"):
        assert passes(said, -1234)
        assert not passes(said, 1234)
    for said in ("($1,234)", "$(1,234)", "US$(1,234)"):
        assert passes(said, -1234, "USD")
    assert passes("four (4) cars", 4)
    assert passes("five (5)", 5)


def test_numbers_are_read_through_markup_and_in_digits_of_every_script() -> None:
    r"""``$4{,}812$`` was 4 and 812, ``\frac{1}{2}`` and ٤١٨٢ no numbers."""
    for said in ("$4{,}812$", r"$4\,812$", "4&nbsp;812", "٤٬٨١٢", "４，８１２"):
        assert passes(said, 4812)
    assert passes(r"$12.5\%$", 12.5, "%")
    assert passes(r"\frac{1}{2}", 0.5)
    assert passes(r"$1.2 \times 10^{6}$", 1_200_000)
    assert passes("٤١٨٢", 4182)


@given(st.integers(1, 999), st.integers(2, 999))
def test_decimals_behind_a_zero_losses_fractions_and_bounds(number: int, below: int) -> None:
    said = (f"0,{number:03}", f"({number})", rf"$\frac{{{number}}}{{{below}}}$", f"more than {number}")
    right = (number / 1000, -number, number / below, number)
    scores = [
        primary("number", {"value": one}, {"value": other, "tolerance_rel": 1e-9})
        for one, other in zip(said, right, strict=True)
    ]
    assert scores == [1.0, 1.0, 1.0, 0.0]
