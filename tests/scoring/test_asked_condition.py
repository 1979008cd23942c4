"""Figures that stand in the passages under another condition, and changes that are denied on no ground."""

import pytest

from tests.support.judged_cases import RIGHT, Case

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
LIBRARY = [
    "The reading room opened 30 hours a week in 2020 and 36 hours in 2021. The staff stayed the same.",
    "The archive held 4,100 maps in 2020. In 2021 the archive held 4,100 maps again.",
]
GLUE, POTS = (
    "How much did the glue hold at 60 °C?",
    "What share of the pots was whole in autumn with a firing time of 14 hours?",
)
FALL = "By how many percentage points did the share of whole pots fall with a firing time of 14 hours?"
EXACT, MISPLACED, WRONG = (9, 10.1), (0, 4), (0, 8.1)

CASES = {
    "value of this condition, en": Case(GLUE, "It held 145 N.", EN, EXACT),
    "value of another condition, en": Case(GLUE, "It held 310 N.", EN, MISPLACED),
    "value of this condition, zh": Case("60 °C 時膠水承受多少牛頓？", "膠水承受 145 牛頓。", ZH, EXACT),
    "value of another condition, zh": Case(
        "60 °C 時膠水承受多少牛頓？", "膠水承受 310 牛頓。", ZH, MISPLACED
    ),
    "value of this condition, ru": Case(
        "Сколько выдержал клей при 60 °C?", "Клей выдержал 145 Н.", RU, EXACT
    ),
    "value of another condition, ru": Case(
        "Сколько выдержал клей при 60 °C?", "Клей выдержал 310 Н.", RU, MISPLACED
    ),
    "row of this condition": Case(POTS, "79% of the pots were whole in autumn.", [KILN], EXACT),
    "row of another condition": Case(POTS, "64% of the pots were whole in autumn.", [KILN], MISPLACED),
    "an answer that names the other condition compares": Case(
        GLUE, "At 60 °C it held 145 N, less than the 310 N at 20 °C.", EN, EXACT
    ),
    "computed from figures in place": Case(
        FALL, "It fell by 7 percentage points, from 86% to 79%.", [KILN], EXACT
    ),
    "computed from misplaced figures": Case(
        FALL, "It fell by 7 percentage points, from 71% to 64%.", [KILN], MISPLACED
    ),
    "no change on no ground": Case(
        "By how much did the weekly hours of the reading room change in 2021?",
        "The reading room opened 36 hours a week, so the hours did not change.",
        LIBRARY,
        WRONG,
        WRONG,
    ),
    "no change, given twice": Case(
        "By how much did the number of maps in the archive change?",
        "It did not change: 4,100 maps.",
        LIBRARY,
        RIGHT,
        RIGHT,
    ),
    "no change, as told": Case(
        "By how much did the staff change?", "The staff did not change.", LIBRARY, RIGHT, RIGHT
    ),
    "a change": Case(
        "By how much did the weekly hours change in 2021?",
        "By 6 hours, from 30 to 36.",
        LIBRARY,
        RIGHT,
        RIGHT,
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_conditions_and_changes(case: Case) -> None:
    case.check()
