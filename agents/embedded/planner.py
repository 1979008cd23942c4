"""The embedded model as a planner: a question cut into its parts, and followed where it has but one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from agents.embedded.conjuncts import one_by_one
from scoring.questions import question_parts

if TYPE_CHECKING:
    from agents.prompting import ReadPrompt

_MOST_PARTS = 5


def plan(prompt: ReadPrompt) -> str:
    """The question's parts as ``{"sub_questions": [...], "follow_ups": [...]}``.

    A question for one thing comes back alone, and is asked again with the names that its search finds.
    """
    question = prompt.text("question")
    parts = [part.text for part in question_parts(question)]
    if len(parts) <= 1:
        parts = one_by_one(question)
    single = not 1 < len(parts) <= _MOST_PARTS
    reply = {"sub_questions": [question] if single else parts, "follow_ups": [question] if single else []}
    return json.dumps(reply, ensure_ascii=False)
