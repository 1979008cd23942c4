"""True claims in words that look like denials, news or talk of something else, and false ones beside them."""

from pathlib import Path

import pytest

from scoring.denials import denials, is_condition
from scoring.questions import question_parts
from tests.support.sheets import answers, is_right, is_wrong

SHEET = Path(__file__).with_name("told_without_denial.jsonl")


@pytest.mark.parametrize(("passages", "question", "answer"), answers("true", SHEET))
def test_true_claims_pass(passages: list[str], question: str, answer: str) -> None:
    assert is_right(question, answer, passages)


@pytest.mark.parametrize(("passages", "question", "answer"), answers("false", SHEET))
def test_false_claims_stay_low(passages: list[str], question: str, answer: str) -> None:
    assert is_wrong(question, answer, passages)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("По каналу никогда не ходили ни баржи, ни пароходы", 1),
        ("Ни разу", 1),
        ("It names neither the owner nor the tenant", 1),
        ("No one leaves without a ticket", 2),
        ("沒有船不得離港", 2),
        ("A quiet harbour", 0),
    ],
)
def test_words_that_go_along_with_a_denial_deny_nothing_more(text: str, times: int) -> None:
    assert denials(text) == times


@pytest.mark.parametrize(
    ("clause", "condition"),
    [
        ("若未核定", True),
        ("当温度过高", True),
        ("如果下雨", True),
        ("if it rains", True),
        ("если округ откажет", True),
        ("当天休馆", False),
        ("當時沒有人", False),
        ("如下所列", False),
    ],
)
def test_conditions(clause: str, condition: bool) -> None:
    assert is_condition(clause) is condition


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Ходили ли когда-нибудь по каналу пароходы?", "yes_no"),
        ("Закрывали ли канал когда-либо раньше?", "yes_no"),
        ("Когда по каналу прошёл первый пароход?", "date"),
    ],
)
def test_ever_asks_for_no_date(question: str, kind: str) -> None:
    assert question_parts(question)[0].kind == kind


def test_a_right_no_bears_out_no_invented_reason() -> None:
    passage = "The estimate does not include any payment from the Harnley mill."
    answer = "No. Its owner went bankrupt in spring, and the court froze all of his accounts."
    assert is_wrong("Does the estimate include a payment from the Harnley mill?", answer, [passage])
