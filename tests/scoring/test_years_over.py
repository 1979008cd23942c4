"""Dates told with the year that a document leaves to a heading, a list head, a caption or its title.

The documents and answers of ``years_over.jsonl`` were invented for this; the wrong answers give another year,
or another day, month or quarter of the right one.
"""

import json
from pathlib import Path

import pytest

from scoring.judging import judge_answer

_CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("years_over.jsonl").read_text(encoding="utf-8").splitlines()
]
_RIGHT, _WRONG = 8.0, 5.0


def _answers(kind: str) -> list[object]:
    return [
        pytest.param(case["passages"], case["question"], answer, id=f"{case['name']} {place}")
        for case in _CASES
        for place, answer in enumerate(case[kind], 1)
    ]


@pytest.mark.parametrize(("passages", "question", "answer"), _answers("true"))
def test_a_date_may_be_told_with_the_year_over_it(passages: list[str], question: str, answer: str) -> None:
    assert judge_answer(question, answer, passages).accuracy > _RIGHT


@pytest.mark.parametrize(("passages", "question", "answer"), _answers("false"))
def test_another_year_than_the_one_over_a_date_is_wrong(
    passages: list[str], question: str, answer: str
) -> None:
    assert judge_answer(question, answer, passages).accuracy < _WRONG
