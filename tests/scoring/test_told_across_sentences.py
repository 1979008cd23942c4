"""What stands sentences away from where a question is spoken of: reasons, lengths, sums, conditions."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.sheets import answers, is_right, is_wrong

SHEET = Path(__file__).with_name("told_across_sentences.jsonl")


@pytest.mark.parametrize(("passages", "question", "answer"), answers("true", SHEET))
def test_what_is_told_sentences_away_is_right(passages: Sequence[str], question: str, answer: str) -> None:
    assert is_right(question, answer, passages)


@pytest.mark.parametrize(("passages", "question", "answer"), answers("false", SHEET))
def test_what_is_told_nowhere_or_of_something_else_is_wrong(
    passages: Sequence[str], question: str, answer: str
) -> None:
    assert is_wrong(question, answer, passages)
