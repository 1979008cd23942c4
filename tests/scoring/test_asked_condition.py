"""Figures that stand in the passages under another condition, and changes that are denied on no ground."""

import pytest

from scoring.judging import judge_answer

KILN = """Kilns of the pottery
Table 1. The kilns

| Kiln | Lining | Firing time (h) | Chambers |
|---|---|---|---|
| K1 | brick | 8 | 2 |
| K2 | brick | 14 | 3 |
| K3 | fibre | 20 | 4 |

Table 2. Whole pots (% of those fired)

| Kiln | Spring | Autumn |
|---|---|---|
| K1 | 71 | 64 |
| K2 | 86 | 79 |
| K3 | 93 | 90 |"""
EN = ["The glue was tested twice. It held 310 N at 20 °C and 145 N at 60 °C. The test took two days."]
ZH = ["膠水在實驗室測試。20 °C 時承受 310 牛頓，60 °C 時承受 145 牛頓。測試為期兩天。"]
RU = [
    "Клей испытали в лаборатории. Он выдержал 310 Н при 20 °C и 145 Н при 60 °C. Испытание длилось два дня."
]


@pytest.mark.parametrize(
    ("question", "right", "wrong", "passages"),
    [
        ("How much did the glue hold at 60 °C?", "It held 145 N.", "It held 310 N.", EN),
        ("60 °C 時膠水承受多少牛頓？", "膠水承受 145 牛頓。", "膠水承受 310 牛頓。", ZH),
        ("Сколько выдержал клей при 60 °C?", "Клей выдержал 145 Н.", "Клей выдержал 310 Н.", RU),
        (
            "What share of the pots was whole in autumn with a firing time of 14 hours?",
            "79% of the pots were whole in autumn.",
            "64% of the pots were whole in autumn.",
            [KILN],
        ),
    ],
)
def test_a_value_of_another_condition_is_misplaced(
    question: str, right: str, wrong: str, passages: list[str]
) -> None:
    assert judge_answer(question, right, passages).accuracy > 9
    assert judge_answer(question, wrong, passages).accuracy < 4


def test_an_answer_that_names_the_other_condition_compares() -> None:
    answer = "At 60 °C it held 145 N, less than the 310 N at 20 °C."
    assert judge_answer("How much did the glue hold at 60 °C?", answer, EN).accuracy > 9


def test_what_is_computed_from_misplaced_figures_is_misplaced_too() -> None:
    question = (
        "By how many percentage points did the share of whole pots fall with a firing time of 14 hours?"
    )
    verdict = judge_answer(question, "It fell by 7 percentage points, from 71% to 64%.", [KILN])
    assert verdict.accuracy < 4
    assert judge_answer(question, "It fell by 7 percentage points, from 86% to 79%.", [KILN]).accuracy > 9


LIBRARY = [
    "The reading room opened 30 hours a week in 2020 and 36 hours in 2021. The staff stayed the same.",
    "The archive held 4,100 maps in 2020. In 2021 the archive held 4,100 maps again.",
]


@pytest.mark.parametrize(
    ("question", "answer", "true"),
    [
        (
            "By how much did the weekly hours of the reading room change in 2021?",
            "The reading room opened 36 hours a week, so the hours did not change.",
            False,
        ),
        ("By how much did the number of maps in the archive change?", "It did not change: 4,100 maps.", True),
        ("By how much did the staff change?", "The staff did not change.", True),
        ("By how much did the weekly hours change in 2021?", "By 6 hours, from 30 to 36.", True),
    ],
)
def test_that_nothing_changed_needs_a_ground(question: str, answer: str, true: bool) -> None:
    verdict = judge_answer(question, answer, LIBRARY)
    assert (verdict.accuracy > 8) is true
    assert (verdict.completeness > 8) is true
