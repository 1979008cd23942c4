"""The embedded model as a planner: a question cut into its parts, and followed where it has but one."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from agents.embedded.conjuncts import one_by_one
from scoring.questions import question_parts

if TYPE_CHECKING:
    from agents.prompting import ReadPrompt

_MOST_PARTS = 5
# A stop that something follows: more is joined than two things.
_CLAUSES = re.compile(r"[、，,；;。？?！!](?=.)", re.DOTALL)


def plan(prompt: ReadPrompt) -> str:
    """The question's parts as ``{"sub_questions": [...], "follow_ups": [...]}``.

    A question for one thing comes back alone, and is asked again with the names that its search finds.
    """
    question = prompt.text("question")
    parts = _parts(question)
    single = not 1 < len(parts) <= _MOST_PARTS
    reply = {"sub_questions": [question] if single else parts, "follow_ups": [question] if single else []}
    return json.dumps(reply, ensure_ascii=False)


def _parts(question: str) -> list[str]:
    """The parts; one clause that joins two things is asked of each, for cutting it at "and" leaves halves."""
    joined = one_by_one(question)
    if len(joined) > 1 and not _CLAUSES.search(question.strip()):
        return joined
    parts = [part.text for part in question_parts(question)]
    return parts if len(parts) > 1 else joined
