"""Whether a run's judge sees what is known of the questions: gold answers and key points."""

from collections.abc import Sequence
from typing import Self

from pydantic import JsonValue

from data_base.schemas.case import Case
from data_base.schemas.frozen import Frozen
from data_base.schemas.run import RunManifest
from eval.files.question_file import questions_hash
from scoring.unanswerable_reference import known_answer

_TERM = "references"
_LEFT_OUT = "left out"


def reference_answer_of(case: Case, *, blind: bool) -> str | None:
    """What a judge is shown as the right answer; None where nothing is known, and for a blind judge.

    Raises:
        ContradictionError: the case says that it is answerable, and its gold answer says that it is not.
    """
    return None if blind else known_answer(case.question, case.gold_answer, case.answerable)


def references_term(gold_answers: int, key_points: int, *, blind: bool) -> dict[str, JsonValue]:
    """The setting of a manifest that says so; empty where nothing is known of any question.

    Args:
        gold_answers: how many questions have a gold answer that the judge sees.
        key_points: how many have key points that it sees.
        blind: both are left out on purpose.
    """
    if blind:
        return {_TERM: _LEFT_OUT}
    if not gold_answers and not key_points:
        return {}
    return {_TERM: {"gold_answers": gold_answers, "key_points": key_points}}


def references_differ(base: RunManifest, cand: RunManifest) -> str | None:
    """A sentence on two runs whose judges saw different references, None where they saw the same."""
    ours, theirs = base.settings.get(_TERM), cand.settings.get(_TERM)
    if ours == theirs:
        return None
    return f"The baseline's judge saw {_seen(ours)}, the candidate's {_seen(theirs)}."


def _seen(term: JsonValue) -> str:
    if not isinstance(term, dict):
        return f"no gold answers and no key points{' (blind)' if term == _LEFT_OUT else ''}"
    return f"gold answers of {term['gold_answers']} and key points of {term['key_points']} questions"


class QuestionTerms(Frozen):
    """What the terms of an arena say of its questions."""

    sha256: str
    """Of them."""
    gold_answers: int = 0
    """How many have a gold answer."""
    key_points: int = 0
    """How many have key points."""

    @classmethod
    def of(cls, cases: Sequence[Case]) -> Self:
        """Of these questions."""
        golds = sum(reference_answer_of(case, blind=False) is not None for case in cases)
        points = sum(bool(case.key_points) for case in cases)
        return cls(sha256=questions_hash(cases), gold_answers=golds, key_points=points)
