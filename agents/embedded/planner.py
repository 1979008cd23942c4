"""The embedded model as a planner: a question cut into its parts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scoring.questions import question_parts

if TYPE_CHECKING:
    from agents.prompting import ReadPrompt

_MOST_PARTS = 5


def plan(prompt: ReadPrompt) -> str:
    """The question's parts as ``{"sub_questions": [...]}``; a question for one thing comes back alone."""
    question = prompt.text("question")
    parts = [part.text for part in question_parts(question)]
    chosen = parts if 1 < len(parts) <= _MOST_PARTS else [question]
    return json.dumps({"sub_questions": chosen}, ensure_ascii=False)
