"""Values of before and after a change, told as the items of a list, and levels that are no comparison."""

import pytest

from scoring.judging import judge_answer


@pytest.mark.parametrize(
    ("question", "passage", "right", "exchanged"),
    [
        (
            "What was the average waiting time before and after the move?",
            "After the move the average waiting time fell from 14.5 to 6.2 minutes.",
            "- Before the move: 14.5 minutes\n- After the move: 6.2 minutes",
            "- Before the move: 6.2 minutes\n- After the move: 14.5 minutes",
        ),
        (
            "啟用自助櫃檯前後，旅客平均等候時間各是多少？",
            "啟用自助櫃檯後，旅客平均等候時間由 18.2 分鐘縮短為 7.4 分鐘，申訴由 9 件降為 3 件。",
            "啟用前：18.2 分鐘\n啟用後：7.4 分鐘",
            "啟用前：7.4 分鐘\n啟用後：18.2 分鐘",
        ),
        (
            "投用新泵前后，日均取水量分别是多少？",
            "投用新泵后，日均取水量由 1,260 吨增加到 1,940 吨。",
            "- 投用前：1,260 吨\n- 投用后：1,940 吨",
            "- 投用前：1,940 吨\n- 投用后：1,260 吨",
        ),
        (
            "Каким было среднее время ожидания до и после переезда?",
            "После переезда среднее время ожидания сократилось с 14,5 до 6,2 минуты.",
            "- До переезда: 14,5 минуты\n- После переезда: 6,2 минуты",
            "- До переезда: 6,2 минуты\n- После переезда: 14,5 минуты",
        ),
    ],
    ids=["en", "zh-Hant", "zh-Hans", "ru"],
)
def test_items_headed_by_before_and_after(question: str, passage: str, right: str, exchanged: str) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert judge_answer(question, exchanged, [passage]).accuracy < 5


WELLS = """Levels in March 2024

| Well | Depth (m) | Water level (cm below surface) |
|---|---|---|
| North | 14 | 61 |
| South | 22 | 34 |
"""


def test_a_depth_below_the_surface_compares_nothing() -> None:
    question = "What is known of the south well?"
    answer = "The south well is 22 m deep, and its water level was 34 cm below the surface."
    assert judge_answer(question, answer, [WELLS]).accuracy > 8
    assert judge_answer(question, answer.replace("34", "61"), [WELLS]).accuracy < 5


def test_so_much_below_another_value_still_does() -> None:
    question = "How does the water level of the south well compare with the north's?"
    right = "At 34 cm the south well is 27 cm below the north's 61."
    assert judge_answer(question, right, [WELLS]).accuracy > 8
    assert judge_answer(question, right.replace("27", "34"), [WELLS]).accuracy < 5
