"""Replies of a word or a number: they are in every language, and answer as far as they go."""

import pytest

from scoring.judging import judge_answer

SHOPS = """## Shops

Visitors must not enter the flour store without a hair net.

| Shop | Staff | Loaves 2021 | Loaves 2022 |
|---|---|---|---|
| Mill Lane | 6 | 30,100 | 31,250 |
| Market Row | 13 | 41,000 | 42,300 |
| Station | 4 | 18,900 | 17,600 |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("May visitors enter the flour store without a hair net?", "No, they may not."),
        ("How many loaves were sold in 2022 across all shops?", "91,150 loaves."),
        ("How many people work in all three shops together?", "23 altogether."),
    ],
)
def test_a_short_true_reply_is_borne_out(question: str, answer: str) -> None:
    assert judge_answer(question, answer, [SHOPS]).accuracy > 8


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many loaves were sold in 2022 across all shops?", "91,250 loaves."),
        ("How many people work in all three shops together?", "26 altogether."),
    ],
)
def test_a_short_false_one_is_not(question: str, answer: str) -> None:
    assert judge_answer(question, answer, [SHOPS]).accuracy < 5


@pytest.mark.parametrize(
    "question", ["Сколько там хлебов?", "那裡有多少麵包？", "How many loaves are there?"]
)
def test_a_bare_number_is_in_every_language(question: str) -> None:
    passage = "2410 хлебов. 那裡有2410個麵包。 There are 2410 loaves."
    assert judge_answer(question, "2410.", [passage]).clarity > 9
