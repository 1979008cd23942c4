"""Dates told after they were moved, and times between a plan and what came of it, right and wrong ones.

Also days and years told by their neighbours. The documents and answers were invented for this.
"""

from pathlib import Path

import pytest

from tests.support.sheets import answers, is_right, is_wrong

_SHEETS = [Path(__file__).with_name(f"{name}.jsonl") for name in ("moved_dates", "times_beside")]


@pytest.mark.parametrize(("passages", "question", "answer"), answers("true", *_SHEETS))
def test_a_date_may_be_told_as_it_was_moved(passages: list[str], question: str, answer: str) -> None:
    assert is_right(question, answer, passages)


@pytest.mark.parametrize(("passages", "question", "answer"), answers("false", *_SHEETS))
def test_a_date_moved_by_another_time_is_wrong(passages: list[str], question: str, answer: str) -> None:
    assert is_wrong(question, answer, passages)
