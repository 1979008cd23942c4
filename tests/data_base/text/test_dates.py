"""What holds for dates of any text."""

from hypothesis import given
from hypothesis import strategies as st

from data_base.text.dates import contains, dates
from tests.support.rows import over, table

RUSSIAN = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
ENGLISH = "January February March April May June July August September October November December"


def said(text: str) -> list[tuple[int | None, int | None, int | None]]:
    return [(found.year, found.month, found.day) for found in dates(text)]


@over(
    "first, second, agree",
    table(__file__, "test_one_of_two_dates_that_agree_says_all_of_the_other"),
)
def test_one_of_two_dates_that_agree_says_all_of_the_other(first: str, second: str, *, agree: bool) -> None:
    (one,), (other,) = dates(first), dates(second)
    assert (contains(one, other) or contains(other, one)) is agree


@over("text, found", table(__file__, "test_years_in_russian_words_are_years"))
def test_years_in_russian_words_are_years(text: str, found: list[list[int | None]]) -> None:
    assert said(text) == list(map(tuple, found))


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
        assert contains(found, found)
        last = found.end


@given(st.times())
def test_a_time_is_read_back_in_every_language(time: object) -> None:
    hour, minute = (int(part) for part in str(time).split(":")[:2])
    noon, half = ("p", "下午") if hour >= 12 else ("a", "上午")
    short = hour % 12 or 12
    for text in (
        f"{hour:02}:{minute:02}",
        f"{short}.{minute:02} {noon}.m.",
        f"{half}{short if short < 12 or noon == 'p' else 0}點{minute}分",
        f"{hour}時{minute}分",
    ):
        assert (dates(text)[0].hour, dates(text)[0].minute) == (hour, minute)


@given(
    st.text(
        alphabet="0123456789 .:,时時點点分半下午上晚一二三十零刻часовминутвдняутра без"
        " половине quarter to past half a.mp'clock"
    )
)
def test_times_of_any_text_lie_in_it_in_order(text: str) -> None:
    last = 0
    for found in dates(text):
        assert last <= found.start < found.end <= len(text)
        assert found.raw == text[found.start : found.end]
        assert contains(found, found)
        last = found.end


@over(
    "piece",
    table(__file__, "test_long_monotonous_texts_are_read"),
)
def test_long_monotonous_texts_are_read(piece: str) -> None:
    assert len(dates(piece * (30_000 // len(piece)))) <= 30_000


@over(
    "text, months",
    table(__file__, "test_a_name_is_a_month_only_with_what_the_month_gives", lists=True),
)
def test_a_name_is_a_month_only_with_what_the_month_gives(text: str, months: list[int]) -> None:
    assert [date.month for date in dates(text)] == months
