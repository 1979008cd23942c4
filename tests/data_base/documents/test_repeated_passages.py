"""What repeats a text, and what only looks like it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from data_base.documents.repeated_passages import repeats_last

REPORT = "In 2023 the harbour of Velm handled 4,812 ships, among them ferries, barges and trawlers."


def test_a_repetition_makes_room() -> None:
    assert repeats_last([REPORT, f"Source: Velm news. {REPORT}"[12:], "The crane weighs 90 t."]) == [0, 2, 1]


def test_another_figure_is_no_repetition() -> None:
    assert repeats_last([REPORT, REPORT.replace("4,812", "4,377"), "The crane."]) == [0, 1, 2]


def test_a_text_that_says_more_is_no_repetition() -> None:
    longer = f"{REPORT} The year before it had been fewer, since the lock was closed for repairs from May on."
    assert repeats_last([REPORT, longer, "The crane."]) == [0, 1, 2]
    assert repeats_last([longer, REPORT, "The crane."]) == [0, 2, 1]


def test_chinese() -> None:
    text = "晨曦離岸風場二○二三年發電量為 482 百萬度，容量因數 41.3%。"
    assert repeats_last([text, f"記者報導：{text}", text.replace("482", "428"), "潮汐"]) == [0, 2, 3, 1]


@given(st.lists(st.text(max_size=40), max_size=8))
def test_every_place_once_and_the_first_stays(texts: list[str]) -> None:
    order = repeats_last(texts)
    assert sorted(order) == list(range(len(texts)))
    assert order[:1] == [0][: len(texts)]
