import pytest

from scoring.judging import judge_answer
from scoring.left_open import leaves_open


@pytest.mark.parametrize(
    "sentence",
    [
        "The terms of the guarantee are to be brought to the next meeting.",
        "The price has not yet been decided.",
        "The number of otters was not estimated.",
        "參加的醫院名單尚未確定。",
        "經費與核定時間尚待縣府審查。",
        "这一项数据未纳入分析，本摘要不报告数值。",
        "Численность выдры не оценивалась.",
        "Подрядчик пока не назван.",
    ],
)
def test_a_document_that_leaves_something_open(sentence: str) -> None:
    assert leaves_open(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The bridge is 42 m long and cost £1.2 million.",
        "全校共有學生 486 人。",
        "Берег отступил на 1,7 м.",
        "The gate was closed by the county in June.",
    ],
)
def test_a_plain_statement_leaves_nothing_open(sentence: str) -> None:
    assert not leaves_open(sentence)


QUESTION = "三期试验将在哪些医院进行？"
PASSAGE = "三期试验计划纳入 900 人，预计 2024 年下半年开始；参加的医院名单尚未确定。"


def test_declining_what_the_document_leaves_open_is_right() -> None:
    assert judge_answer(QUESTION, "我没有在文中找到三期试验医院的名称。", [PASSAGE]).accuracy > 8


def test_inventing_what_the_document_leaves_open_is_not() -> None:
    assert judge_answer(QUESTION, "三期试验将在梧溪市人民医院进行。", [PASSAGE]).accuracy < 3


@pytest.mark.parametrize(
    "sentence",
    [
        "The museum is open daily except on Mondays.",
        "The old pier remains open to walkers.",
        "Старый причал остаётся открытым для пешеходов.",
    ],
)
def test_a_door_that_is_open_leaves_nothing_open(sentence: str) -> None:
    assert not leaves_open(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The opening date of the branch is still open.",
        "The question of who pays remains open.",
        "Вопрос о сроках остаётся открытым.",
    ],
)
def test_a_question_that_is_open_is_not_answered(sentence: str) -> None:
    assert leaves_open(sentence)
