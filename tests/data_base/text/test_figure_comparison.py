"""Which figures count as the same, and which as roundings of others."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.figures import Figure, compatible, figures, rounds_to, same_figure


def only(text: str) -> Figure:
    (figure,) = figures(text)
    return figure


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1.2 km", "1200 m"),
        ("1.2 km", "1,2 км"),
        ("1.2 km", "1.2 公里"),
        ("4.82 億元", "482 million yuan"),
        ("4.82 億元", "新臺幣 482,000,000 元"),
        ("$5", "US$5"),
        ("5%", "百分之五"),
        ("five percent", "5 %"),
        ("2 years", "24 months"),
        ("1,200 employees", "1,200"),
        ("1 200 человек", "1,200 人"),
        ("12", "twelve"),
        ("12", "十二家"),
        ("4.2万", "四萬二千"),
        ("5.0", "5"),
        ("3rd", "第三名"),
        ("3.5 MW", "3,500 kW"),
        ("2 GWh", "2 млн кВт·ч"),
        ("攝氏 20 度", "20 °C"),
        ("34 р. 50 к.", "34,5 руб."),
        ("15塊5毛", "15.5元"),
        ("1 m 85 high", "185 cm"),
        ("1米85", "1.85 m"),
        ("一米八", "180公分"),
        ("14分半", "14 min 30 s"),
        ("14 分半钟", "14.5 分钟"),
        ("две сотни", "200"),
        ("три десятка", "30"),
        ("63 дБА", "63 dB"),
    ],
)
def test_same(first: str, second: str) -> None:
    assert same_figure(only(first), only(second))
    assert same_figure(only(second), only(first))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("5%", "5"),
        ("5%", "5 percentage points"),
        ("5 km", "5 kg"),
        ("5 km", "5 m"),
        ("€5", "$5"),
        ("5 美元", "5 CNY"),
        ("4.82 億元", "4.83 億元"),
        ("4.82 億元", "4.82 萬元"),
        ("5", "-5"),
        ("5 MW", "5 MWh"),
        ("5 years", "5 months"),
    ],
)
def test_not_same(first: str, second: str) -> None:
    assert not same_figure(only(first), only(second))


@pytest.mark.parametrize(
    ("rounded", "exact"),
    [
        ("4.8 億元", "4.82 億元"),
        ("4.8 億元", "482,315,000 元"),
        ("12%", "12.3%"),
        ("1.2 km", "1,234 m"),
        ("about 12,000", "12,345"),
        ("12 thousand", "12,345"),
        ("около 1,2 млн", "1 234 567 штук"),
        ("4.82", "4.82"),
        ("3.13", "3.125"),
        ("about 5%", "5.2%"),
        ("около 8 минут", "7,8 минуты"),
        ("約5%", "4.8%"),
    ],
)
def test_rounding(rounded: str, exact: str) -> None:
    assert rounds_to(only(rounded), only(exact))


@pytest.mark.parametrize(
    ("rounded", "exact"),
    [
        ("4.9 億元", "4.82 億元"),
        ("5 億元", "4.82 億元"),
        ("12,000", "12,345"),
        ("4.82 億元", "4.8 億元"),
        ("13%", "12.3%"),
        ("12%", "12.3"),
        ("1.2 km", "1,234 kg"),
        ("about 10,000", "12,345"),
        ("-12%", "12.3%"),
        ("5%", "5.2%"),
        ("about 6%", "5.2%"),
        ("around 5", "4.5"),
    ],
)
def test_no_rounding(rounded: str, exact: str) -> None:
    assert not rounds_to(only(rounded), only(exact))


def test_precision_is_kept() -> None:
    figure = only("4.82 億元")
    assert (figure.precision, figure.quantum, figure.significant_digits) == (2, Decimal(10**6), 3)


NUMBERS = st.decimals(min_value="0.01", max_value="1e12", places=3)


@given(NUMBERS, st.integers(min_value=0, max_value=3))
def test_rounding_by_the_formatter_is_recognised(value: object, places: int) -> None:
    exact, rounded = only(f"{value:f} kg"), only(f"{value:.{places}f} kg")
    if rounded.significant_digits > 1:
        assert rounds_to(rounded, exact)


@given(st.text(alphabet="0123456789.,%$€ 億元kmg約"), st.text(alphabet="0123456789.,%$€ 億元kmg約"))
def test_comparisons_are_defined_for_all_figures(first: str, second: str) -> None:
    for one in figures(first):
        for other in figures(second):
            assert compatible(one, other) == compatible(other, one)
            assert same_figure(one, other) == same_figure(other, one)
            rounds_to(one, other)
        assert same_figure(one, one)
