"""Who has the most or the least of something, held against the rows of a table."""

import pytest

from scoring.judging import judge_answer

EN = """Table 2. Venues

| Venue | Seats | Screenings | Occupancy |
|---|---|---|---|
| Ardle Hall | 410 | 52 | 71% |
| Coppice | 180 | 61 | 58% |
| Mill Yard | 95 | 17 | 49% |
| Total | 685 | 130 | – |
"""
HANT = """表 2　各館營運情形

| 場館 | 座位數（席） | 場次 | 平均等候時間（分鐘） |
|---|---|---|---|
| 潮聲館 | 180 | 412 | 36 |
| 山嵐館 | 240 | 388 | 48 |
| 稻香館 | 96 | 505 | 12 |
| 合計 | 516 | 1,305 | — |
"""
HANS = """表 1 各轴参数

| 轴 | 最大速度 | 润滑脂用量 |
|---|---|---|
| K1 | 195°/s | 1,150 mL |
| K2 | 180°/s | 980 mL |
| K3 | 550°/s | 310 mL |
| K4 | 380°/s | 225 mL |
"""
RU = """Находок 230.

| Материал | Раскоп 1 | Раскоп 2 | Всего |
|---|---|---|---|
| Железо | 83 | 29 | 112 |
| Кость и рог | 51 | 30 | 81 |
| Камень и глина | 20 | 17 | 37 |
"""


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            EN,
            "Which venue had the lowest occupancy, and how many screenings did it hold?",
            [
                "Mill Yard, at 49%, with 17 screenings.",
                "It was Mill Yard: 49% of seats taken, 17 screenings.",
            ],
            ["Coppice, at 58%, with 61 screenings.", "Coppice."],
        ),
        (
            EN,
            "At which venue was the number of screenings highest?",
            ["At Coppice, which held 61.", "Coppice; Ardle Hall followed with 52."],
            ["At Ardle Hall, which held 52.", "Mill Yard."],
        ),
        (
            HANT,
            "哪個館的平均等候時間最長？是多久？",
            ["山嵐館最久，平均要等 48 分鐘。", "山嵐館，48 分鐘；其次是潮聲館的 36 分鐘。"],
            ["潮聲館最長，平均 36 分鐘。", "稻香館。"],
        ),
        (
            HANS,
            "哪个轴的最大速度最高？哪个最低？分别是多少？",
            [
                "K3 轴最高，为 550°/s；K2 轴最低，为 180°/s。",
                "最快的是 K3（550°/s），最慢的是 K2（180°/s）。",
            ],
            ["K4 轴最高，为 380°/s；K2 轴最低，为 180°/s。", "K3 轴最高，为 550°/s；K1 轴最低，为 195°/s。"],
        ),
        (
            RU,
            "Какого материала среди находок больше всего, какого меньше всего и сколько их?",
            [
                "Больше всего железа, 112 находок, меньше всего камня и глины, 37.",
                "Лидирует железо (112 находок), а самая малочисленная группа, 37 находок, — камень и глина.",
            ],
            [
                "Больше всего находок из железа, 112, меньше всего из кости и рога, 81.",
                "Больше всего находок из кости и рога, 81, меньше всего из камня и глины, 37.",
            ],
        ),
    ],
    ids=["en-least", "en-most", "zh-Hant", "zh-Hans-both", "ru-total"],
)
def test_the_row_with_the_most_or_the_least_must_be_named(
    passage: str, question: str, right: list[str], wrong: list[str]
) -> None:
    assert [judge_answer(question, answer, [passage]).accuracy > 8 for answer in right] == [True] * len(right)
    assert [judge_answer(question, answer, [passage]).accuracy < 5 for answer in wrong] == [True] * len(wrong)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which venue had the second lowest occupancy?", "Coppice, at 58%."),
        ("Which venue other than Mill Yard had the lowest occupancy?", "Coppice, at 58%."),
        ("How many screenings did Coppice hold at most?", "61 screenings at Coppice."),
        ("What is the highest number of seats at Coppice?", "Coppice has 180 seats."),
    ],
)
def test_what_a_question_restricts_is_not_decided_by_the_whole_column(question: str, answer: str) -> None:
    assert judge_answer(question, answer, [EN]).accuracy > 8


def test_tables_that_follow_each_other_without_a_blank_line_are_two() -> None:
    passage = "| Item | Value |\n|---|---|\n| Load | 20 kg |\n" + HANS.split("\n\n")[1]
    answers = ["K3 轴最高，为 550°/s。", "K4 轴最高，为 380°/s。"]
    accuracy = [judge_answer("哪个轴的最大速度最高？", answer, [passage]).accuracy for answer in answers]
    assert accuracy[0] > 8
    assert accuracy[1] < 5
