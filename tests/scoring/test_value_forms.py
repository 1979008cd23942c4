"""The same value in another form, and another value in that form, judged in all four languages."""

from pathlib import Path

import pytest

from tests.support.sheets import answers, is_right, is_wrong

_SHEETS = [Path(__file__).with_name(f"{name}.jsonl") for name in ("value_forms", "forms_of_values")]


@pytest.mark.parametrize(("passages", "question", "answer"), answers("true", *_SHEETS))
def test_a_value_in_another_form_is_the_same(passages: list[str], question: str, answer: str) -> None:
    assert is_right(question, answer, passages)


@pytest.mark.parametrize(("passages", "question", "answer"), answers("false", *_SHEETS))
def test_another_value_in_that_form_is_wrong(passages: list[str], question: str, answer: str) -> None:
    assert is_wrong(question, answer, passages)


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
    assert is_right(question, true, [passage])
    assert is_wrong(question, false, [passage])
    assert not is_right(question, question.rstrip("?？"), [passage])
