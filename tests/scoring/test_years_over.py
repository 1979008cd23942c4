"""Dates told with the year that a document leaves to a heading, a list head, a caption or its title.

The documents and answers of ``years_over.jsonl`` were invented for this; the wrong answers give another year,
or another day, month or quarter of the right one.
"""

from pathlib import Path

import pytest

from tests.support.sheets import answers, is_right, is_wrong

_SHEET = Path(__file__).with_name("years_over.jsonl")


@pytest.mark.parametrize(("passages", "question", "answer"), answers("true", _SHEET))
def test_a_date_may_be_told_with_the_year_over_it(passages: list[str], question: str, answer: str) -> None:
    assert is_right(question, answer, passages)


@pytest.mark.parametrize(("passages", "question", "answer"), answers("false", _SHEET))
def test_another_year_than_the_one_over_a_date_is_wrong(
    passages: list[str], question: str, answer: str
) -> None:
    assert is_wrong(question, answer, passages)
