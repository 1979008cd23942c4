"""Amounts in equal forms and values that an answer reckons, right and wrong ones, in four languages.

``equal_amounts.jsonl`` holds other units, scales, words and roundings of a value, ``reckoned_values.jsonl``
differences, sums, shares, multiples and averages, ``told_from_tables.jsonl`` what a reader takes from the
heads, sums and signs of tables and from what a later sentence says became of a value.
"""

from pathlib import Path

import pytest

from tests.support.sheets import answers, is_right, is_wrong

_SHEETS = [
    Path(__file__).with_name(f"{name}.jsonl")
    for name in ("equal_amounts", "reckoned_values", "told_from_tables")
]


@pytest.mark.parametrize(("passages", "question", "answer"), answers("true", *_SHEETS))
def test_an_equal_amount_or_a_rightly_reckoned_value_holds(
    passages: list[str], question: str, answer: str
) -> None:
    assert is_right(question, answer, passages)


@pytest.mark.parametrize(("passages", "question", "answer"), answers("false", *_SHEETS))
def test_another_amount_or_a_wrongly_reckoned_value_does_not(
    passages: list[str], question: str, answer: str
) -> None:
    assert is_wrong(question, answer, passages)
