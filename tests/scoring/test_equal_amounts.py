"""Amounts in equal forms and values that an answer reckons, right and wrong ones, in four languages.

``equal_amounts.jsonl`` holds other units, scales, words and roundings of a value, ``reckoned_values.jsonl``
differences, sums, shares, multiples and averages, ``told_from_tables.jsonl`` what a reader takes from the
heads, sums and signs of tables and from what a later sentence says became of a value.
"""

import json
from pathlib import Path

import pytest

from scoring.judging import judge_answer

_CASES = [
    json.loads(line)
    for name in ("equal_amounts", "reckoned_values", "told_from_tables")
    for line in Path(__file__).with_name(f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]
_RIGHT, _WRONG = 8.0, 5.0


def _answers(kind: str) -> list[object]:
    return [
        pytest.param(case["passage"], case["question"], answer, id=f"{case['name']} {place}")
        for case in _CASES
        for place, answer in enumerate(case[kind], 1)
    ]


@pytest.mark.parametrize(("passage", "question", "answer"), _answers("true"))
def test_an_equal_amount_or_a_rightly_reckoned_value_holds(passage: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > _RIGHT


@pytest.mark.parametrize(("passage", "question", "answer"), _answers("false"))
def test_another_amount_or_a_wrongly_reckoned_value_does_not(
    passage: str, question: str, answer: str
) -> None:
    assert judge_answer(question, answer, [passage]).accuracy < _WRONG
