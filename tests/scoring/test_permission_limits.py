"""A "no" to more than is allowed, or of something else, does not contradict what is allowed."""

import pytest

from scoring.judging import judge_answer


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        (
            "Employees may work from home up to two days per week. The rule has applied since 2022.",
            "May employees work from home three days a week?",
            "No, the limit is two days per week.",
        ),
        (
            "Visitors may park for two hours in the yard. The gate closes at night.",
            "May visitors park overnight in the yard?",
            "No, visitors may park in the yard for two hours.",
        ),
        (
            "Anyone may camp on the meadow. No permit is required.",
            "May one camp on the meadow?",
            "No permit is required; anyone may camp on the meadow.",
        ),
        ("館內可以拍照，無須申請。", "館內可以拍照嗎？", "不需申請，館內可以拍照。"),
    ],
)
def test_a_no_to_more_or_to_something_else_is_true(passage: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 8
