"""Years in words, years with a Russian ending, and decades."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.dates import contains, dates

UNITS_RU = "первом втором третьем четвёртом пятом шестом седьмом восьмом девятом"
TEENS_RU = (
    "десятом одиннадцатом двенадцатом тринадцатом четырнадцатом пятнадцатом шестнадцатом семнадцатом "
    "восемнадцатом девятнадцатом"
)
TENS_RU = "двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто"
ROUND_RU = "двадцатом тридцатом сороковом пятидесятом шестидесятом семидесятом восьмидесятом девяностом"
SMALL_EN = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
TENS_EN = "twenty thirty forty fifty sixty seventy eighty ninety"


def years(text: str) -> list[int | None]:
    return [found.year for found in dates(text)]


def decades(text: str) -> list[int | None]:
    return [found.decade for found in dates(text)]


def russian(year: int) -> str:
    head = "тысяча девятьсот" if year < 2000 else "две тысячи"
    rest = year % 100
    if rest < 10:
        return f"{head} {UNITS_RU.split()[rest - 1]}"
    if rest < 20:
        return f"{head} {TEENS_RU.split()[rest - 10]}"
    tens, ones = divmod(rest, 10)
    if not ones:
        return f"{head} {ROUND_RU.split()[tens - 2]}"
    return f"{head} {TENS_RU.split()[tens - 2]} {UNITS_RU.split()[ones - 1]}"


def english(year: int) -> str:
    century, rest = SMALL_EN.split()[year // 100 - 1] if year < 2000 else "twenty", year % 100
    if rest < 20:
        return f"{century} {SMALL_EN.split()[rest - 1]}"
    tens, ones = divmod(rest, 10)
    return f"{century} {TENS_EN.split()[tens - 2]}{f'-{SMALL_EN.split()[ones - 1]}' if ones else ''}"


@given(st.integers(1901, 2049).filter(lambda year: year % 100))
def test_every_year_is_read_back_from_russian_words(year: int) -> None:
    assert years(f"Завод построен в {russian(year)} году.") == [year]


@given(st.integers(1610, 2049).filter(lambda year: year % 100 >= 10))
def test_every_year_is_read_back_from_english_words(year: int) -> None:
    assert years(f"The mill was built in {english(year)}.") == [year]


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("в тысяча восемьсот сороковом году", 1840),
        ("в двухтысячном году", 2000),
        ("built in nineteen oh five", 1905),
        ("opened in two thousand and eleven.", 2011),
        ("в 2024-м", 2024),
        ("к 2024-му году", 2024),
        ("с 2019-го", 2019),
        ("2024-й стал лучшим", 2024),
    ],
)
def test_years_with_endings_and_in_words(text: str, year: int) -> None:
    assert years(text) == [year]


@pytest.mark.parametrize(
    "text", ["две тысячи двадцать четвёртых", "nineteen of them", "забег на 1500 м", "5-м месте"]
)
def test_other_numbers_are_no_years(text: str) -> None:
    assert years(text) == []


@pytest.mark.parametrize(
    ("text", "decade"),
    [
        ("1990年代", 1990),
        ("90年代", 1990),
        ("九十年代", 1990),
        ("上世紀九十年代", 1990),
        ("上个世纪80年代", 1980),
        ("二十世紀六十年代", 1960),
        ("19世纪70年代", 1870),
        ("本世紀二十年代", 2020),
        ("民國八十年代", 1990),
        ("一九九〇年代", 1990),
        ("九零年代", 1990),
        ("the '90s", 1990),
        ("in the nineties", 1990),
        ("in the late seventies", 1970),
        ("в 90-е годы", 1990),
        ("в 70-х гг.", 1970),
        ("в девяностые годы", 1990),
        ("в восьмидесятых.", 1980),
        ("1990-е", 1990),
        ("в 20-е годы прошлого века", 1920),
        ("в 70-х годах XIX века", 1870),
        ("в девяностые годы XX века", 1990),
    ],
)
def test_decades_of_two_digits_and_in_words(text: str, decade: int) -> None:
    assert decades(text) == [decade]


@pytest.mark.parametrize(
    "text", ["90年", "20年代", "the 90s class", "90-е место", "in 90 ties", "the nineties temperature"]
)
def test_other_numbers_are_no_decades(text: str) -> None:
    assert decades(text) == []


@given(st.integers(3, 9), st.integers(0, 99))
def test_a_decade_holds_its_years_alone(tens: int, place: int) -> None:
    year = 1900 + place
    for wording in (f"上世紀{tens}0年代", f"the '{tens}0s", f"в {tens}0-е годы"):
        (decade,) = dates(wording)
        (one,) = dates(f"({year})")
        assert contains(decade, one) == (place // 10 == tens)
