"""A duration that an answer reckons from two dates is no invented figure."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.dates import dates
from data_base.text.figures import figures
from scoring.durations import lies_between
from scoring.judging import judge_answer


def between(duration: str, days: str) -> bool:
    (figure,) = figures(duration)
    return lies_between(figure, dates(days))


@pytest.mark.parametrize(
    ("days", "true", "false"),
    [
        ("2 to 15 April 2024", "two weeks", "three weeks"),
        ("2 March 2023, 15 May", "some ten weeks", "twelve weeks"),
        ("2 March 2023, 15 May", "74 days", "72 days"),
        ("19 June 2021 and 27 August 2021", "over 2 months", "over 3 months"),
        ("20 мая 2023 года, 5 июня 2023 года", "более 2 недель", "4 недели"),
        ("20 мая 2023 года, 5 июня 2023 года", "16 дней", "18 дней"),
        ("2021年3月1日至2021年4月12日", "六週", "八週"),
        ("2021年3月1日，2022年3月1日", "12个月", "10个月"),
        ("1 May 2019, 30 April 2024", "5 years", "3 years"),
    ],
)
def test_a_duration_between_two_dates(days: str, true: str, false: str) -> None:
    assert between(true, days)
    assert not between(false, days)


@given(st.dates(date(1990, 1, 1), date(2040, 1, 1)), st.integers(1, 300), st.integers(2, 50))
def test_only_the_days_between_are_so_many(first: date, days: int, off: int) -> None:
    last = first + timedelta(days=days)
    said = f"{first.isoformat()} and {last.isoformat()}"
    assert between(f"{days} days", said)
    assert between(f"{days + 1} days", said)
    assert not between(f"{days + off} days", said)


@pytest.mark.parametrize("duration", ["3 hours", "12 kg", "two weeks"])
def test_other_figures_and_single_dates_lie_between_nothing(duration: str) -> None:
    assert not between(duration, "2 April 2024")
    assert not between(duration, "April 2024 and May 2024")


@pytest.mark.parametrize(
    ("passage", "question", "true", "false"),
    [
        (
            "Counting on Mill Street ran from 2 to 15 April 2024. The device counted 8,230 bicycles.",
            "How many bicycles were counted on Mill Street?",
            "Over the two weeks from 2 to 15 April 2024 the device counted 8,230 bicycles.",
            "Over the five weeks from 2 to 15 April 2024 the device counted 8,230 bicycles.",
        ),
        (
            "Мост закрыли 3 марта 2024 года. Движение открыли 14 апреля 2024 года.",
            "Когда по мосту снова открыли движение?",
            "14 апреля 2024 года, через шесть недель после закрытия 3 марта.",
            "14 апреля 2024 года, через девять недель после закрытия 3 марта.",
        ),
        (
            "展覽自2023年6月1日起，至2023年7月12日止，共有8,450人參觀。",
            "展覽到哪一天結束？",
            "展覽於2023年7月12日結束，自6月1日起共六週。",
            "展覽於2023年7月12日結束，自6月1日起共九週。",
        ),
    ],
)
def test_a_reckoned_duration_beside_its_dates(passage: str, question: str, true: str, false: str) -> None:
    assert judge_answer(question, true, [passage]).accuracy > 8
    assert judge_answer(question, false, [passage]).accuracy < 5
