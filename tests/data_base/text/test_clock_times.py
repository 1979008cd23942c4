"""Times of day are dates and never figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.dates import DateMention, contains, dates, same_date
from data_base.text.figures import figures


def only(text: str) -> DateMention:
    (found,) = dates(text)
    return found


@pytest.mark.parametrize(
    ("text", "hour", "minute"),
    [
        ("06:20", 6, 20),
        ("6.20 a.m.", 6, 20),
        ("06.20 hours", 6, 20),
        ("at 1430 hours", 14, 30),
        ("6.20 in the morning", 6, 20),
        ("1.45 p.m.", 13, 45),
        ("1:45 pm", 13, 45),
        ("13:45", 13, 45),
        ("a quarter to two in the afternoon", 13, 45),
        ("twenty past three in the afternoon", 15, 20),
        ("twenty-five minutes to eight in the evening", 19, 35),
        ("half past six in the morning", 6, 30),
        ("at six in the morning", 6, None),
        ("ten o'clock at night", 22, None),
        ("at noon", 12, 0),
        ("by midnight", 0, 0),
        ("下午三點二十分", 15, 20),
        ("下午3:20", 15, 20),
        ("晚上8點", 20, None),
        ("早上六點半", 6, 30),
        ("中午12點", 12, None),
        ("凌晨1点15分", 1, 15),
        ("14時30分", 14, 30),
        ("十四時三十分", 14, 30),
        ("上午9时", 9, None),
        ("至9時止", 9, None),
        ("下午三點一刻", 15, 15),
        ("в 10 часов 45 минут", 10, 45),
        ("в десять часов сорок пять минут", 10, 45),
        ("в 9 часов утра", 9, None),
        ("2 часа дня", 14, None),
        ("в половине седьмого вечера", 18, 30),
        ("без четверти два дня", 13, 45),
        ("в 15.30", 15, 30),
        ("6:20 утра", 6, 20),
        ("в полдень", 12, 0),
    ],
)
def test_a_time_of_day(text: str, hour: int, minute: int | None) -> None:
    assert (only(text).hour, only(text).minute) == (hour, minute)
    assert not only(text).half_day_open
    assert figures(text) == []


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("5 марта в 10 ч 45 мин", (10, 45)),
        ("12月20日14時30分", (14, 30)),
        ("5 мая, 10 часов 45 минут", (10, 45)),
    ],
)
def test_a_time_behind_a_date(text: str, times: tuple[int, int]) -> None:
    day, time = dates(text)
    assert day.day is not None
    assert (time.hour, time.minute) == times
    assert figures(text) == []


@pytest.mark.parametrize(
    "text",
    [
        *(
            "10 часов 45 минут",
            "задержка в 10 часов",
            "раз в 2 часа",
            "3 дня",
            "в 3 часа езды",
            "через 2 часа",
        ),
        *("9小時40分", "共9時40分", "3點建議", "百分之七點三", "三個時段", "2時間"),
        *("five to ten", "from a third to two thirds", "in 5 hours", "12.20 metres", "1.45 per metre"),
    ],
)
def test_what_is_no_time_of_day(text: str) -> None:
    assert [found for found in dates(text) if found.hour is not None] == []


@pytest.mark.parametrize(
    ("first", "second", "agree"),
    [
        ("13:45", "1.45 p.m.", True),
        ("13:45", "a quarter to two in the afternoon", True),
        ("13:45", "a quarter to two", True),
        ("1:45 a.m.", "a quarter to two", True),
        ("15:20", "三點二十分", True),
        ("15:20", "下午三點二十分", True),
        ("3:20", "下午三點二十分", False),
        ("13:45", "1.45 a.m.", False),
        ("13:45", "13:54", False),
        ("3 p.m.", "15:00", True),
        ("3 p.m.", "15:45", False),
        ("上午9时", "в 9 часов утра", True),
        ("at noon", "12:00", True),
        ("2023年3月", "13:45", False),
    ],
)
def test_times_are_compared(first: str, second: str, *, agree: bool) -> None:
    assert same_date(only(first), only(second)) is agree
    assert same_date(only(second), only(first)) is agree


@pytest.mark.parametrize("text", ["2023/24", "2023-24", "2023–24", "2023/2024"])
def test_a_span_over_two_years(text: str) -> None:
    found = only(text)
    assert (found.year, found.until) == (2023, 2024)
    assert same_date(found, only("2023/24"))
    assert not same_date(found, only("2022/23"))
    assert contains(found, only("in 2023"))
    assert figures(text) == []


def test_neighbouring_years_alone_make_a_span() -> None:
    assert [(found.year, found.month) for found in dates("2023-05")] == [(2023, 5)]
    assert [found.until for found in dates("2023-27 x")] == [None]


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
        f"в {hour:02}.{minute:02}",
        f"в {hour} часов {minute} минут",
    ):
        assert (only(text).hour, only(text).minute) == (hour, minute)


@given(
    st.text(
        alphabet="0123456789 .:,时時點点分半下午上晚一二三十零刻часовминутвдняутра без"
        " половине quarter to past half a.mp'clock"
    )
)
def test_any_text_is_read_and_spans_lie_in_it_in_order(text: str) -> None:
    last = 0
    for found in dates(text):
        assert last <= found.start < found.end <= len(text)
        assert found.raw == text[found.start : found.end]
        assert same_date(found, found)
        assert contains(found, found)
        last = found.end


@pytest.mark.parametrize(
    "piece",
    [
        "в 10 часов ",
        "三點",
        "5 to ",
        "a quarter to ",
        "half past ",
        "10時",
        "2023/",
        "12 in the ",
        "без ",
        "am",
        "may ",
    ],
)
def test_long_monotonous_texts_are_read(piece: str) -> None:
    assert len(dates(piece * (30_000 // len(piece)))) <= 30_000
