"""Sheets of right and wrong answers to one question each, as JSON lines beside a test."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

import pytest

from scoring.judging import judge_answer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_RIGHT, _WRONG = 8.0, 5.0


def answers(kind: Literal["true", "false"], *sheets: Path) -> list[object]:
    """The right or the wrong answers of sheets, each as parameters (passages, question, answer)."""
    cases = [json.loads(line) for sheet in sheets for line in sheet.read_text(encoding="utf-8").splitlines()]
    return [
        pytest.param(
            case.get("passages") or [case["passage"]],
            case["question"],
            answer,
            id=f"{case['name']} {place}",
        )
        for case in cases
        for place, answer in enumerate(case[kind], 1)
    ]


def is_right(question: str, answer: str, passages: Sequence[str]) -> bool:
    """Whether an answer is judged as a right one."""
    return judge_answer(question, answer, passages).accuracy > _RIGHT


def is_wrong(question: str, answer: str, passages: Sequence[str]) -> bool:
    """Whether an answer is judged as a wrong one."""
    return judge_answer(question, answer, passages).accuracy < _WRONG
