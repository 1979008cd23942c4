"""The embedded model as a planner: a question cut into its parts, and followed where it has but one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from data_base.text.names import names
from data_base.text.tokens import content_words
from scoring.embedded.question import parts_of

if TYPE_CHECKING:
    from agents.calls.prompt_messages import ReadPrompt

_MOST_PARTS, _MOST_NAMES = 5, 2
# So many words are about something of their own.
_WORDS_ENOUGH = 5


def plan(prompt: ReadPrompt) -> str:
    """The question's parts as ``{"sub_questions": [...], "follow_ups": [...], "also": [...]}``.

    A question for one thing comes back alone. Its names are also searched for, then those that these bring.
    """
    question = prompt.text("question")
    first, *others = (part.text for part in parts_of(question))
    parts = [first, *(_with_topic(part, first) for part in others)]
    single = not 1 < len(parts) <= _MOST_PARTS
    reply = {
        "sub_questions": [question] if single else parts,
        "follow_ups": [f"#1: {question}"] if single else [],
        "also": names(question)[:_MOST_NAMES] if single else [],
    }
    return json.dumps(reply, ensure_ascii=False)


def _with_topic(part: str, first: str) -> str:
    """A later part; one that names nothing of its own is about what the first part names."""
    if any(names(part)) or len(content_words(part)) >= _WORDS_ENOUGH:
        return part
    return f"{part} ({' '.join(content_words(first))})"
