"""Falls and rises told beside what they are compared with, and relative clauses that ask for nobody."""

import pytest

from scoring.judging import judge_answer
from scoring.questions import question_parts

SURVEY = """Survey of 1,026 tenants

| Measure | 2023/24 | 2024/25 | Target |
|---|---|---|---|
| Overall satisfaction | 71% | 74% | 76% |
| We listen and act | 58% | 57% | 65% |
| Home is safe | 78% | 80% | 80% |
"""
QUESTION = "How did you score on listening to tenants in 2024/25?"


@pytest.mark.parametrize(
    "answer",
    [
        "We listen and act scored 57%, down from 58% and below the 65% target.",
        "Only 57% of tenants felt listened to, one point less than the year before.",
    ],
)
def test_what_a_value_is_compared_with_is_not_said_of_it(answer: str) -> None:
    assert judge_answer(QUESTION, answer, [SURVEY]).accuracy > 8
    assert judge_answer(QUESTION, answer.replace("57%", "74%"), [SURVEY]).accuracy < 5


FALL = [
    "Выполнено 372 640 вызовов, на 2,1 % меньше, чем в 2023 году. Врачей на станции 151.",
    "Снижение объясняется тем, что с 1 марта срочные вызовы с 8:00 до 20:00 идут в поликлиники.",
    "Запас бинтов израсходован на 4,3 %.",
]


def test_a_fall_told_in_other_words_is_the_same_fall() -> None:
    question = "Из-за чего в 2024 году уменьшилось число вызовов?"
    answer = (
        "С 1 марта срочные вызовы с 8:00 до 20:00 идут в поликлиники, и число вызовов снизилось на 2,1 %."
    )
    assert judge_answer(question, answer, FALL).accuracy > 8
    assert judge_answer(question, answer.replace("2,1", "4,3"), FALL).accuracy < 5


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("How did the study treat visitors who had not come for the festival?", False),
        ("Who led the study?", True),
        ("When was it built, and who paid for it?", True),
        ("Кто руководил исследованием?", True),
    ],
)
def test_a_relative_clause_asks_for_nobody(question: str, asks: bool) -> None:
    assert any(part.kind == "who" for part in question_parts(question)) is asks
