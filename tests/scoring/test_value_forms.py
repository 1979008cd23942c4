"""The same value in another form, and another value in that form, judged in all four languages."""

import json
from pathlib import Path

import pytest

from scoring.judging import judge_answer

_CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("value_forms.jsonl").read_text(encoding="utf-8").splitlines()
]
_RIGHT, _WRONG = 8.0, 5.0


def _answers(kind: str) -> list[object]:
    return [
        pytest.param(case["passage"], case["question"], answer, id=f"{case['name']} {place}")
        for case in _CASES
        for place, answer in enumerate(case[kind], 1)
    ]


@pytest.mark.parametrize(("passage", "question", "answer"), _answers("true"))
def test_a_value_in_another_form_is_the_same(passage: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > _RIGHT


@pytest.mark.parametrize(("passage", "question", "answer"), _answers("false"))
def test_another_value_in_that_form_is_wrong(passage: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy < _WRONG


@pytest.mark.parametrize(
    ("passage", "question", "true", "false"),
    [
        (
            "The observatory on Hob Fell was founded in 1987. Its dome is 11 metres wide.",
            "When was the observatory founded?",
            "The observatory was founded in 1987.",
            "The observatory was founded in 1978.",
        ),
        (
            "Обсерватория основана в 1987 году. Её купол шириной 11 метров.",
            "Когда основана обсерватория?",
            "Обсерватория основана в 1987 году.",
            "Обсерватория основана в 1978 году.",
        ),
        (
            "天文台創立於1987年，圓頂寬11公尺。",
            "天文台創立於哪一年？",
            "天文台創立於1987年。",
            "天文台創立於1978年。",
        ),
    ],
)
def test_a_year_that_the_question_does_not_give_is_no_mere_repetition(
    passage: str, question: str, true: str, false: str
) -> None:
    assert judge_answer(question, true, [passage]).accuracy > _RIGHT
    assert judge_answer(question, false, [passage]).accuracy < _WRONG
    assert judge_answer(question, question.rstrip("?？"), [passage]).accuracy < _RIGHT
