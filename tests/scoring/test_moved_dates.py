"""Dates told after they were moved, and times between a plan and what came of it, right and wrong ones.

The documents and answers of ``moved_dates.jsonl`` were invented for this.
"""

import json
from pathlib import Path

import pytest

from scoring.judging import judge_answer

_CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("moved_dates.jsonl").read_text(encoding="utf-8").splitlines()
]
_RIGHT, _WRONG = 8.0, 5.0


def _answers(kind: str) -> list[object]:
    return [
        pytest.param(case["passages"], case["question"], answer, id=f"{case['name']} {place}")
        for case in _CASES
        for place, answer in enumerate(case[kind], 1)
    ]


@pytest.mark.parametrize(("passages", "question", "answer"), _answers("true"))
def test_a_date_may_be_told_as_it_was_moved(passages: list[str], question: str, answer: str) -> None:
    assert judge_answer(question, answer, passages).accuracy > _RIGHT


@pytest.mark.parametrize(("passages", "question", "answer"), _answers("false"))
def test_a_date_moved_by_another_time_is_wrong(passages: list[str], question: str, answer: str) -> None:
    assert judge_answer(question, answer, passages).accuracy < _WRONG
