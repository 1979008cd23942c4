"""Values in forms that only their company tells from others: pence, old years, sections, days as 7/18."""

from decimal import Decimal

import pytest

from data_base.text.dates import dates
from data_base.text.figures import figures


@pytest.mark.parametrize(
    ("text", "pounds"),
    [("42p", "0.42"), ("It costs 85p today.", "0.85"), ("7.5p a sheet", "0.075"), ("6p.", "0.06")],
)
def test_a_small_p_behind_digits_is_pence(text: str, pounds: str) -> None:
    assert [(figure.value, figure.unit) for figure in figures(text)] == [(Decimal(pounds), "GBP")]


@pytest.mark.parametrize(
    "text", ["See p. 42.", "at 8p.m.", "a 1080p screen", "type 42P", "42px wide", "42pp", "42p за лист"]
)
def test_other_letters_behind_digits_are_no_pence(text: str) -> None:
    assert all(figure.unit != "GBP" for figure in figures(text))


@pytest.mark.parametrize(
    "text", ["4.2 节说共 5 种", "4.2 節寫 5 種", "3.1 小節共 5 種", "見 2.4 節，共 5 種"]
)
def test_a_section_in_chinese_is_no_figure(text: str) -> None:
    assert [figure.value for figure in figures(text)] == [5]


@pytest.mark.parametrize("text", ["航速 4.2 節，共 5 人", "每週上 4.2 節課，共 5 人"])
def test_knots_and_lessons_are_figures(text: str) -> None:
    assert [str(figure.value) for figure in figures(text)] == ["4.2", "5"]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("7/18 除息，8/9 發放。", [(7, 18), (8, 9)]),
        ("5/26 截稿；8/3 公布", [(5, 26), (8, 3)]),
        ("10/5 開幕", [(10, 5)]),
    ],
)
def test_pairs_with_what_happens_then_are_days(text: str, days: list[tuple[int, int]]) -> None:
    assert [(date.month, date.day) for date in dates(text)] == days


@pytest.mark.parametrize(
    "text", ["1/3 同意，2/3 反對", "5/16 吋螺絲", "約 1/20 居民", "得分率 7/18 不高", "7/18 的人", "1/12以上"]
)
def test_shares_and_measures_are_no_days(text: str) -> None:
    assert dates(text) == []


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("зимой 968/969 г.", [(968, 969)]),
        ("968–969 гг.", [(968, 969)]),
        ("в 968 году", [(968, None)]),
        ("в 1012-м", [(1012, None)]),
        ("в 968-м году", [(968, None)]),
        ("890–960 гг.", [(890, None), (960, None)]),
    ],
)
def test_early_years_are_read(text: str, years: list[tuple[int, int | None]]) -> None:
    assert [(date.year, date.until) for date in dates(text)] == years
    assert figures(text) == []


@pytest.mark.parametrize("text", ["968 г муки", "968 г. муки", "104 года", "бег на 1500-м", "через 120 лет"])
def test_weights_distances_and_times_are_no_years(text: str) -> None:
    assert [date for date in dates(text) if date.year] == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("с 410 до 265 тыс. рублей", [410_000, 265_000]),
        ("from 410 to 265 thousand pounds", [410_000, 265_000]),
        ("从410降到265万元", [4_100_000, 2_650_000]),
        ("from 900 to 2 million visitors", [900, 2_000_000]),
        ("cut by 300 to 40 thousand", [300, 40_000]),
    ],
)
def test_what_falls_shares_the_scale_of_what_it_falls_to(text: str, values: list[int]) -> None:
    assert [figure.value for figure in figures(text)] == values


@pytest.mark.parametrize(
    ("text", "days"),
    [("six unused days", 6), ("12 дополнительных дней", 12), ("three more weeks", 21)],
)
def test_an_adjective_may_stand_before_a_time(text: str, days: int) -> None:
    (figure,) = figures(text)
    assert [(int(each.value), each.unit) for each in figure.alternatives] == [(days * 86_400, "s")]


@pytest.mark.parametrize("text", ["six unused tickets", "8 women days", "six days"])
def test_other_words_lend_no_time(text: str) -> None:
    assert all(not figure.alternatives for figure in figures(text))
