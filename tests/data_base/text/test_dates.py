import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.dates import contains, dates, same_date

RUSSIAN = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
ENGLISH = "January February March April May June July August September October November December"


def said(text: str) -> list[tuple[int | None, int | None, int | None]]:
    return [(found.year, found.month, found.day) for found in dates(text)]


@pytest.mark.parametrize(
    "text",
    [
        "2020年8月30日",
        "2020 年 8 月 30 日",
        "民國109年8月30日",
        "二〇二〇年八月三十日",
        "2020-08-30",
        "2020/8/30",
        "2020.08.30",
        "30.08.2020",
        "08/30/2020",
        "30/08/2020",
        "Aug 30, 2020",
        "Aug. 30, 2020",
        "August 30th, 2020",
        "30 August 2020",
        "the 30th of August 2020",
        "30 августа 2020 года",
        "30 августа 2020 г.",
        "２０２０年８月３０日",
    ],
)
def test_the_same_day_in_every_writing(text: str) -> None:
    assert said(text) == [(2020, 8, 30)]


@pytest.mark.parametrize(
    ("text", "year", "month"),
    [
        ("2023年", 2023, None),
        ("2023 年底", 2023, None),
        ("民國112年", 2023, None),
        ("民國一百一十二年", 2023, None),
        ("112年度營收", 2023, None),
        ("in 2023", 2023, None),
        ("в 2023 году", 2023, None),
        ("FY2023", 2023, None),
        ("FY23", 2023, None),
        ("(2023)", 2023, None),
        ("2023年3月", 2023, 3),
        ("112年3月", 2023, 3),
        ("March 2023", 2023, 3),
        ("в марте 2023 года", 2023, 3),
        ("2023-03", 2023, 3),
        ("in May", None, 5),
        ("в мае", None, 5),
    ],
)
def test_coarser_dates(text: str, year: int | None, month: int | None) -> None:
    assert said(text) == [(year, month, None)]


@pytest.mark.parametrize(
    ("text", "year", "quarter", "half"),
    [
        ("Q3 2023", 2023, 3, None),
        ("2023 Q3", 2023, 3, None),
        ("3Q23", 2023, 3, None),
        ("the third quarter of 2023", 2023, 3, None),
        ("2023年第三季度", 2023, 3, None),
        ("2023年第3季", 2023, 3, None),
        ("第三季", None, 3, None),
        ("III квартал 2023 года", 2023, 3, None),
        ("в третьем квартале 2023 года", 2023, 3, None),
        ("H1 2023", 2023, None, 1),
        ("first half of 2023", 2023, None, 1),
        ("2023年上半年", 2023, None, 1),
        ("下半年", None, None, 2),
        ("первое полугодие 2023 года", 2023, None, 1),
    ],
)
def test_parts_of_a_year(text: str, year: int | None, quarter: int | None, half: int | None) -> None:
    (found,) = dates(text)
    assert (found.year, found.quarter, found.half) == (year, quarter, half)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2019–2023", [(2019, None, None), (2023, None, None)]),
        ("from 2019 to 2023", [(2019, None, None), (2023, None, None)]),
        ("2019年至2023年", [(2019, None, None), (2023, None, None)]),
        ("March 3-5, 2023", [(2023, 3, 3), (2023, 3, 5)]),
        ("3–5 марта 2023 года", [(2023, 3, 3), (2023, 3, 5)]),
    ],
)
def test_ranges_give_both_ends(text: str, expected: list[tuple[int, int | None, int | None]]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "clock"), [("14:30", (14, 30)), ("2:30 pm", (14, 30)), ("3 p.m.", (15, None))]
)
def test_times(text: str, clock: tuple[int, int | None]) -> None:
    (found,) = dates(text)
    assert (found.hour, found.minute) == clock


def test_the_full_stop_of_a_sentence_is_no_part_of_a_date() -> None:
    assert [found.raw for found in dates("В 2022 году. В 2023 г. Итог.")] == ["2022 году", "2023 г."]


def test_decades() -> None:
    assert [found.decade for text in ("the 1990s", "1990-х годов", "1990年代") for found in dates(text)] == [
        1990
    ] * 3


@pytest.mark.parametrize(
    "text",
    [
        *(
            "2023 kWh",
            "2023 employees",
            "2023人",
            "2,023",
            "2023.5",
            "$2023",
            "2023%",
            "about 2000 people",
            "3年",
        ),
        *(
            "you may go",
            "16:9",
            "AX-2023",
            "report-2023.pdf",
            "https://a.example/2023/05/06",
            "[2023.pdf#p2]",
        ),
        *("99/99/2020 x", "2000 млн"),
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert [found for found in dates(text) if found.month or text[found.start : found.end] == "2023"] == []


def test_open_order_of_day_and_month_gives_the_year_alone() -> None:
    assert said("05/06/2020") == [(2020, None, None)]


@pytest.mark.parametrize(
    ("first", "second", "agree"),
    [
        ("2023年3月", "March 14, 2023", True),
        ("Q1 2023", "2023-03-14", True),
        ("Q2 2023", "2023-03-14", False),
        ("in 2023", "第三季", False),
        ("in 2023", "in 2024", False),
        ("民國112年", "в 2023 году", True),
        ("the 1990s", "in 1994", True),
        ("30 августа", "Aug 30, 2020", True),
        ("14:30", "2:30 pm", True),
    ],
)
def test_same_date(first: str, second: str, *, agree: bool) -> None:
    (one,), (other,) = dates(first), dates(second)
    assert same_date(one, other) is same_date(other, one) is agree


def test_contains_has_a_direction() -> None:
    (month,), (day,) = dates("March 2023"), dates("2023-03-14")
    assert contains(month, day)
    assert not contains(day, month)
    assert contains(day, day)


@given(st.dates())
def test_round_trip_in_every_language(day: object) -> None:
    year, month, number = (int(part) for part in str(day).split("-"))
    expected = [(year, month, number)] if year >= 1000 else None
    for text in (
        f"{year}年{month}月{number}日",
        f"{year}-{month:02}-{number:02}",
        f"{number:02}.{month:02}.{year}",
        f"{ENGLISH.split()[month - 1]} {number}, {year}",
        f"{number} {RUSSIAN.split()[month - 1]} {year} года",
    ):
        assert expected is None or year > 2999 or said(text) == expected


@given(st.text() | st.text(alphabet="0123456789年月日季民國Q- /.:maygодух二十\n"))
def test_spans_lie_in_the_text_in_order(text: str) -> None:
    last = 0
    for found in dates(text):
        assert last <= found.start < found.end <= len(text)
        assert found.raw == text[found.start : found.end]
        assert same_date(found, found)
        last = found.end


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("民國一一四年一月三十一日", 2025),
        ("民國九九年三月", 2010),
        ("民國一百一十四年", 2025),
        ("民國元年", 1912),
    ],
)
def test_years_of_the_republic_read_digit_by_digit(text: str, year: int) -> None:
    (found,) = dates(text)
    assert found.year == year


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("с 7 по 9 июля", [(None, 7, 7), (None, 7, 9)]),
        ("from 7 to 9 July 2024", [(2024, 7, 7), (2024, 7, 9)]),
        ("7月7日至9日", [(None, 7, 7), (None, 7, 9)]),
        ("五月八日到十日", [(None, 5, 8), (None, 5, 10)]),
    ],
)
def test_both_days_of_a_range_are_dates(text: str, days: list[tuple[int | None, int, int]]) -> None:
    assert said(text) == days


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("с пятого июня", (None, 6, 5)),
        ("двадцать седьмого августа 2021 года", (2021, 8, 27)),
        ("двадцатое мая", (None, 5, 20)),
        ("тридцать первого октября", (None, 10, 31)),
        ("the twenty-first of May 2022", (2022, 5, 21)),
        ("on the third of March", (None, 3, 3)),
    ],
)
def test_the_day_may_be_written_as_a_word(text: str, day: tuple[int | None, int, int]) -> None:
    assert said(text) == [day]


@pytest.mark.parametrize(
    "text",
    [
        "It opened on May 3, 2019.42 workers came.",
        "Opened 3 May 2019.12:01 at night.",
        "Открыт 3 мая 2019.42 рабочих.",
    ],
)
def test_a_full_stop_without_a_space_ends_a_date_that_names_its_month(text: str) -> None:
    assert said(text)[0] == (2019, 5, 3)


def test_a_share_behind_a_month_is_no_day() -> None:
    assert (None, 5, 15) not in said("In May 15.5% more was sold.")


@pytest.mark.parametrize(
    "text", ["from June 2019 to 12 March 2021", "с 2018 до 12 марта 2021 года", "from 10:30 to 12 March 2021"]
)
def test_the_end_of_a_year_begins_no_range_of_days(text: str) -> None:
    assert (2021, 3, 12) in said(text)


@pytest.mark.parametrize(
    "text", ["The first may be used; the second may not.", "It was the first march of the army."]
)
def test_an_ordinal_before_a_verb_is_no_day(text: str) -> None:
    assert said(text) == []


def test_a_range_is_cut_where_its_first_day_ends() -> None:
    assert [found.raw for found in dates("7月7日至9日")] == ["7月7日", "9日"]
