"""Chinese numbers with spaces between their parts, units said in another order, kilowatt-hours called 度."""

from decimal import Decimal

import pytest

from data_base.text.figures import figures, same_figure


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 萬 8,940 人", 18_940),
        ("1萬8千人", 18_000),
        ("1 千 205 人", 1_205),
        ("3 億 2,500 萬人", 325_000_000),
        ("1,234 萬 5,678 人", 12_345_678),
    ],
)
def test_a_number_goes_on_behind_its_scale(text: str, value: int) -> None:
    (figure,) = figures(text)
    assert figure.value == Decimal(value)


@pytest.mark.parametrize("text", ["投入1億 2023年完工", "共 3 萬 5% 是新的", "3萬 2月"])
def test_a_year_or_a_share_behind_a_scale_is_a_thing_of_its_own(text: str) -> None:
    assert figures(text)[0].value in {10**8, 30_000}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("每小时18公里", "18公里/小时", True),
        ("每小时18公里", "16公里/小时", False),
        ("60 litres every minute", "60 l/min", True),
        ("60 литров за минуту", "60 л/мин", True),
        ("450 руб. за 1 кг", "450 рублей за килограмм", True),
        ("450 руб. за 1 кг", "480 рублей за килограмм", False),
        ("1,6 кг за сезон", "1,6 кг", True),
        ("三塊二", "3.2元", True),
        ("三塊二", "3.5元", False),
        ("2,000度", "2,000 kWh", True),
        ("2,000度", "2,500 kWh", False),
    ],
)
def test_one_amount_said_in_other_units_or_in_another_order(one: str, other: str, *, same: bool) -> None:
    assert same_figure(figures(one)[0], figures(other)[0]) is same


def test_pieces_are_no_money() -> None:
    assert all(figure.unit is None for text in ("八百块电池", "三块五个") for figure in figures(text))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Under section 4.3, ten working days.", 1),
        ("Согласно п. 4.3, 10 рабочих дней.", 1),
        ("第6.2節規定24個月", 1),
        ("Tables 2, 3 and 5 show it", 0),
    ],
)
def test_a_reference_ends_before_an_amount(text: str, numbers: int) -> None:
    assert len(figures(text)) == numbers
