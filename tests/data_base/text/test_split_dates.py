"""Dates whose day is told apart from its month, and thirds of a month."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.dates import contains, dates

ENGLISH = "January February March April May June July August September October November December"
RUSSIAN = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
RUSSIAN_IN = "январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре"
SUFFIXES = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
DAYS, MONTHS, YEARS = st.integers(1, 28), st.integers(1, 12), st.integers(1950, 2060)


def said(text: str) -> list[tuple[int | None, int | None, int | None]]:
    return [(found.year, found.month, found.day) for found in dates(text)]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("It opened in late August 2021, on the 27th, after a delay.", (2021, 8, 27)),
        ("That was in early October 2024, on the 4th to be exact.", (2024, 10, 4)),
        ("She took over in mid-October 2024 (the 14th).", (2024, 10, 14)),
        ("It came in March 2023 on the ninth.", (2023, 3, 9)),
        ("В начале февраля 2024 года, а именно 5-го числа.", (2024, 2, 5)),
        ("Это было в середине октября 2024 года, 14-го.", (2024, 10, 14)),
        ("в конце мая 2023 года (двадцать девятого числа)", (2023, 5, 29)),
        ("该办法2024年9月初生效，即5日。", (2024, 9, 5)),
        ("該辦法在2024年9月初（5日）生效。", (2024, 9, 5)),
        ("工程於2021年8月下旬完成，也就是27日。", (2021, 8, 27)),
        ("2021年8月底竣工，確切地說是二十七日。", (2021, 8, 27)),
    ],
)
def test_a_day_told_apart_completes_its_month(text: str, date: tuple[int, int, int]) -> None:
    assert said(text) == [date]


@pytest.mark.parametrize(
    "text",
    [
        "In March 2023, the 2nd phase began.",
        "In October 2024, on the 4th floor, it burnt.",
        "In May 2022 the 3rd and 4th prizes were won.",
        "It was in late August 2021, on the 4th.",
        "В мае 2023 года 5-е место занял клуб.",
        "В конце мая 2023 года, 5-го числа.",
        "2024年9月停工（5日）",
        "2024年9月的會議決定，即5日內完成",
        "2021年8月初完成，也就是27日。",
    ],
)
def test_what_is_no_day_of_the_month_stays_apart(text: str) -> None:
    assert [day for *_, day in said(text)] == [None]


@given(YEARS, MONTHS, DAYS)
def test_every_day_is_read_back_from_two_pieces(year: int, month: int, day: int) -> None:
    third = 1 if day <= 10 else 2 if day <= 20 else 3
    suffix = SUFFIXES.get(day, "th")
    early, begin, ten = (
        words[third - 1]
        for words in (
            ("early ", "mid-", "late "),
            ("начале", "середине", "конце"),
            ("上旬", "中旬", "下旬"),
        )
    )
    wordings = [
        f"in {early}{ENGLISH.split()[month - 1]} {year}, on the {day}{suffix}, it began",
        f"in {ENGLISH.split()[month - 1]} {year} (the {day}{suffix})",
        f"в {begin} {RUSSIAN.split()[month - 1]} {year} года, а именно {day}-го числа",
        f"в {RUSSIAN_IN.split()[month - 1]} {year} года, {day} числа",
        f"{year}年{month}月{ten}動工，即{day}日",
        f"{year}年{month}月{ten}（{day}日）动工",
    ]
    assert [said(text) for text in wordings] == [[(year, month, day)]] * len(wordings)


@pytest.mark.parametrize(
    ("claim", "inside", "outside"),
    [
        ("in late August 2021", "27 August 2021", "4 August 2021"),
        ("in early June 2022", "3 June 2022", "23 June 2022"),
        ("in mid-March 2022", "15 March 2022", "29 March 2022"),
        ("at the end of May 2020", "30 May 2020", "3 May 2020"),
        ("в конце августа 2021 года", "27 августа 2021 года", "4 августа 2021 года"),
        ("в начале июня 2022 года", "3.06.2022", "23.06.2022"),
        ("2021年8月下旬", "2021年8月27日", "2021年8月4日"),
        ("2021年8月底", "2021-08-30", "2021-08-03"),
        ("2022年3月中旬", "2022年3月15日", "2022年3月29日"),
    ],
)
def test_a_third_of_a_month_holds_its_days_alone(claim: str, inside: str, outside: str) -> None:
    (whole,), (near,), (far,) = dates(claim), dates(inside), dates(outside)
    assert contains(whole, near)
    assert not contains(whole, far)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("by the end of June 2022", "8 June 2022"),
        ("к концу июня 2022 года", "8 июня 2022 года"),
        ("2022年6月底前", "2022年6月8日"),
        ("in late June 2022", "June 2022"),
    ],
)
def test_deadlines_and_bare_months_are_not_held_to_a_third(claim: str, source: str) -> None:
    (whole,), (part,) = dates(claim), dates(source)
    assert contains(whole, part)


def test_the_number_of_a_step_is_no_day() -> None:
    assert said("Step 3 to 12 March is open.") == [(None, 3, 12)]
    assert said("from 3 to 12 March") == [(None, 3, 3), (None, 3, 12)]


def test_the_stop_of_a_sentence_belongs_to_no_month() -> None:
    assert [found.raw for found in dates("It ended on 21 March. It began on 3 Sept. 2021.")] == [
        "21 March",
        "3 Sept. 2021",
    ]
