"""Answers with the scores that a fair person would give, for tables of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.judging import judge_answer

if TYPE_CHECKING:
    from collections.abc import Sequence

Band = tuple[float, float]
"""A score lies strictly between these two."""

RIGHT: Band = (8, 10.1)
ANY: Band = (0, 10.1)


class Case(NamedTuple):
    """An answer, what it is judged on, and the bands of its scores."""

    question: str
    answer: str
    passages: Sequence[str]
    accuracy: Band
    completeness: Band = ANY

    def check(self) -> None:
        """Judge the answer; both scores must lie in their bands."""
        verdict = judge_answer(self.question, self.answer, self.passages)
        assert self.accuracy[0] < verdict.accuracy < self.accuracy[1]
        assert self.completeness[0] < verdict.completeness < self.completeness[1]
