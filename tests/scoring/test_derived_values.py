"""Values that an answer computes rightly from figures of the passages are borne out, wrong ones are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.judging import judge_answer

# A document in each language, and answers with a gap for right and for wrong values.
FOLDER = Path(__file__).parent / "derived_values"
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (FOLDER / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]


def filled(kind: str) -> list[tuple[str, str, str]]:
    return [
        (case["language"], case["question"], case["answer"].replace("{}", value))
        for case in CASES
        for value in case[kind]
    ]


def accuracy(language: str, question: str, answer: str) -> float:
    passage = (FOLDER / f"{language}.md").read_text(encoding="utf-8")
    return judge_answer(question, answer, [passage]).accuracy


@pytest.mark.parametrize(("language", "question", "answer"), filled("right"))
def test_a_value_computed_rightly_is_borne_out(language: str, question: str, answer: str) -> None:
    assert accuracy(language, question, answer) > 8


@pytest.mark.parametrize(("language", "question", "answer"), filled("wrong"))
def test_a_value_computed_wrongly_is_found(language: str, question: str, answer: str) -> None:
    assert accuracy(language, question, answer) < 5


PAPERS = {
    "en": "The department published 212 papers on the courses, 87 of them abroad.",
    "ru": "О курсах вышло 212 статей, из них 87 за рубежом.",
    "zh-Hans": "关于课程发表了212篇文章，其中87篇在国外。",
    "zh-Hant": "關於課程發表了212篇文章，其中87篇在國外。",
}
PRONOUNS = {
    "en": (
        "How did the satisfaction with the courses change?",
        "Satisfaction with the courses came to 4.3 points, whereas in 2019 it was 3.8.",
        "The satisfaction with the courses rose from {} to 4.3 points.",
    ),
    "ru": (
        "Как изменилась удовлетворённость курсами?",
        "Удовлетворённость курсами составила 4,3 балла, тогда как в 2019 году она равнялась 3,8.",
        "Удовлетворённость курсами выросла с {} до 4,3 балла.",
    ),
    "zh-Hans": (
        "学员对课程的满意度有何变化？",
        "学员对课程的满意度为4.3分，而它在2019年是3.8分。",
        "学员对课程的满意度现为4.3分，2019年为{}分。",
    ),
    "zh-Hant": (
        "學員對課程的滿意度有何變化？",
        "學員對課程的滿意度為4.3分，而它在2019年是3.8分。",
        "學員對課程的滿意度現為4.3分，2019年為{}分。",
    ),
}


@pytest.mark.parametrize("language", PRONOUNS)
def test_a_clause_with_a_pronoun_speaks_of_the_sentences_subject(language: str) -> None:
    question, passage, told = PRONOUNS[language]
    passage = f"{passage} {PAPERS[language]}"
    right, wrong = ("3,8", "3,4") if language == "ru" else ("3.8", "3.4")
    assert judge_answer(question, told.format(right), [passage]).accuracy > 8
    assert judge_answer(question, told.format(wrong), [passage]).accuracy < 5


NOW = {
    "en": "In 2023 the price counted {} points, now {}.",
    "ru": "В 2023 году цена давала {} баллов, теперь {}.",
    "zh-Hans": "2023年价格占{}分，现在占{}分。",
    "zh-Hant": "2023年價格占{}分，現在占{}分。",
}
WEIGHTS = {
    "en": (
        "How did the weight of the price change?",
        "| Weight, points | now | 2023 |\n|---|---|---|\n| Price | 50 | 80 |\n| Machines | 20 | 10 |",
    ),
    "ru": (
        "Как изменился вес цены?",
        "| Вес, баллы | теперь | 2023 |\n|---|---|---|\n| Цена | 50 | 80 |\n| Техника | 20 | 10 |",
    ),
    "zh-Hans": (
        "价格的权重有何变化？",
        "| 权重（分） | 现在 | 2023 |\n|---|---|---|\n| 价格 | 50 | 80 |\n| 设备 | 20 | 10 |",
    ),
    "zh-Hant": (
        "價格的權重有何變化？",
        "| 權重（分） | 現在 | 2023 |\n|---|---|---|\n| 價格 | 50 | 80 |\n| 設備 | 20 | 10 |",
    ),
}


@pytest.mark.parametrize("language", NOW)
def test_what_is_said_of_now_is_not_of_the_year_before_it(language: str) -> None:
    question, table = WEIGHTS[language]
    assert judge_answer(question, NOW[language].format(80, 50), [table]).accuracy > 8
    assert judge_answer(question, NOW[language].format(80, 20), [table]).accuracy < 5


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "How many students were there in 2024 and in 2019?",
            "In 2024 there were 286 students, five years earlier {}.",
        ),
        (
            "Сколько студентов было в 2024 и в 2019 году?",
            "В 2024 году было 286 студентов, пятью годами раньше {}.",
        ),
        ("2024年与2019年各有多少学生？", "2024年有286名学生，五年前有{}名。"),
        ("2024年與2019年各有多少學生？", "2024年有286名學生，五年前有{}名。"),
    ],
)
def test_so_many_years_earlier_is_another_year(question: str, told: str) -> None:
    heads = "| Students, студентов, 学生, 學生 | 2014 | 2019 | 2024 |"
    table = f"{heads}\n|---|---|---|---|\n| Total, всего, 合计, 合計 | 171 | 219 | 286 |"
    assert judge_answer(question, told.format(219), [table]).accuracy > 8
    assert judge_answer(question, told.format(171), [table]).accuracy < 5


def test_a_cell_whose_digits_are_grouped_by_a_space_is_one_number() -> None:
    table = "| Отделение | Книги |\n|---|---|\n| Мельничное | 8 400 |\n| Вокзальное | **11 900** |"
    question = "Сколько книг в Вокзальном отделении?"
    assert judge_answer(question, "В Вокзальном отделении 11 900 книг.", [table]).accuracy > 8
    assert judge_answer(question, "В Вокзальном отделении 11 книг.", [table]).accuracy < 5


def test_a_central_place_is_no_price() -> None:
    table = "| Участок | Остановки |\n|---|---|\n| Центральный | 31 |\n| Заводской | 19 |"
    question = "Сколько остановок на Центральном участке?"
    assert judge_answer(question, "На Центральном участке 31 остановка.", [table]).accuracy > 8
    assert judge_answer(question, "На Центральном участке 19 остановок.", [table]).accuracy < 5
