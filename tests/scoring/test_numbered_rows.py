"""Tables whose first column ranks or counts the rows."""

import pytest

from scoring.judging import judge_answer
from scoring.layout import layout
from scoring.numbered_rows import named_first

ENGLISH = (
    "Ranking.\n\n| Rank | Field | Score | Yield, t |\n|---|---|---|---|\n"
    "| 1 | Hollow Croft | 91.5 | 14.2 |\n| 2 | Mill Reach | 89.8 | 15.7 |\n| 3 | Toft End | 84.1 | 12.9 |\n"
)
RUSSIAN = (
    "Рейтинг.\n\n| № п/п | Поле | Балл |\n|---|---|---|\n"
    "| 1 | Лысая балка | 91,5 |\n| 2 | Мельничное | 89,8 |\n| 3 | Дальнее | 84,1 |\n"
)
TRADITIONAL = (
    "試區排名。\n\n| 名次 | 試區 | 得分 |\n|---|---|---|\n"
    "| 1 | 竹圍 | 91.5 |\n| 2 | 上坪 | 89.8 |\n| 3 | 石尾 | 84.1 |\n"
)
SIMPLIFIED = TRADITIONAL.replace("試區", "试区").replace("竹圍", "竹围").replace("名次", "序号")


@pytest.mark.parametrize(
    "head", ["Rank", "No.", "#", "№", "№ п/п", "Место", "名次", "序號", "序号", "**編號**"]
)
def test_the_second_column_names_the_rows_behind_a_rank(head: str) -> None:
    assert named_first([head, "Field", "Score"], ["1", "Mill Reach", "89.8"]) == 1


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        (["Field", "Rank", "Score"], ["Mill Reach", "1", "89.8"]),
        (["No.", "Score"], ["1", "89.8"]),
        (["No.", "2022", "2023"], ["1", "89.8", "91.5"]),
        (["No.", "Field", "Score"], ["K7", "Mill Reach", "89.8"]),
        (["Day", "Field", "Score"], ["1", "Mill Reach", "89.8"]),
    ],
)
def test_any_other_table_is_named_by_its_first_column(head: list[str], cells: list[str]) -> None:
    assert named_first(head, cells) == 0


def test_the_rank_stays_a_cell() -> None:
    row = layout(ENGLISH).rows[1]
    assert row.label == "Mill Reach"
    assert [(cell.column, cell.text) for cell in row.cells][:2] == [("Rank", "2"), ("Score", "89.8")]


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        (ENGLISH, "What score did Mill Reach get?", "Mill Reach came second with 89.8 points."),
        (RUSSIAN, "Сколько баллов у поля Мельничное?", "Мельничное получило 89,8 балла."),
        (TRADITIONAL, "上坪的得分是多少？", "上坪以 89.8 分居第 2 名。"),
        (SIMPLIFIED, "上坪的得分是多少？", "上坪得分 89.8。"),
    ],
)
def test_a_ranked_value_is_found_and_another_rows_is_not(passage: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 8
    for other in ("91", "98"):
        assert judge_answer(question, answer.replace("89", other), [passage]).accuracy < 5
