"""Dates of the Republic of China with slashes, months and days with one, and ranges of days."""

import pytest

from data_base.text.dates import dates

_MARCH = [(3, 18), (3, 28)]


def days(text: str) -> list[tuple[int | None, int | None]]:
    return [(date.month, date.day) for date in dates(text)]


@pytest.mark.parametrize("text", ["113/3/27簽訂", "113.03.27", "113-03-27 簽訂", "民國113/3/27"])
def test_years_of_the_republic_of_china_with_slashes(text: str) -> None:
    (date,) = dates(text)
    assert (date.year, date.month, date.day) == (2024, 3, 27)


@pytest.mark.parametrize(
    "text", ["version 113.3.27 of it", "地址 113.3.27.5", "113/13/27", "версия 113.3.27"]
)
def test_other_numbers_of_three_parts_are_no_dates(text: str) -> None:
    assert not dates(text)


@pytest.mark.parametrize(
    "text",
    [
        "between 18 and 28 March",
        "from the 18th to the 28th of March",
        "the eighteenth to the twenty-eighth of March",
        "on 18 and 28 March",
        "между 18 и 28 марта",
        "с восемнадцатого по двадцать восьмое марта",
        "с 18.03 по 28.03.",
        "18.03–28.03.2024",
        "18–28.03.2024",
        "3月18至28日",
        "3月18日和28日",
        "3/18至3/28",
        "自3/18起至3/28止",
    ],
)
def test_both_ends_of_a_range_of_days_are_read(text: str) -> None:
    assert days(text) == _MARCH


@pytest.mark.parametrize(
    "text", ["約2/3的人", "在3/4的店", "3/4以上", "a third, 1/3 of it", "from 3/8 to 5/8 inch"]
)
def test_a_share_is_no_month_and_day(text: str) -> None:
    assert not dates(text)


def test_a_time_behind_a_day_is_no_other_day() -> None:
    assert days("3月18日、20日內完成") == [(3, 18)]
