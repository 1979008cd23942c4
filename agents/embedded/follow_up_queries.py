"""The embedded model's second step: from the names in what was found to the documents they are about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from agents.calls.fence import Section
from data_base.schemas.passage import is_web_address
from data_base.text.names import chinese_people, names
from data_base.text.tokens import content_tokens, content_words
from scoring.values.mentions import mentions

if TYPE_CHECKING:
    from agents.calls.prompt_messages import ReadPrompt

# The best passages are followed, each by a query of its own: one query for all would be drowned in names.
MOST_FOLLOWED = 3
_MOST_NAMES = 10
_LONGEST_HEADING = 80
_SUFFIX = re.compile(r"\.[A-Za-z]{1,5}$")
_IN_BRACKETS = re.compile(r"\s*[(（][^()（）]*[)）]$")


def follow_up(prompt: ReadPrompt) -> str:
    """Queries that follow the names in the best passages found, as ``{"queries": [...]}``."""
    question = prompt.text("question")
    queries = [bridge_query(question, section) for section in prompt.sections["found"][:MOST_FOLLOWED]]
    return json.dumps({"queries": list(dict.fromkeys(filter(None, queries)))}, ensure_ascii=False)


def bridge_query(question: str, passage: Section) -> str:
    """Names that a passage adds to a question, and the question's words that it leaves open.

    A passage that answers half of a question names what the other half is about: asked for the mayor of
    the town where somebody was born, the passage on the person names the town and says nothing of a mayor.

    Returns:
        The query; empty where the passage names nothing new.
    """
    asked = frozenset(content_tokens(question))
    new = [name for name in _named(passage) if not asked.issuperset(content_tokens(name))]
    if not new:
        return ""
    said = frozenset(content_tokens(f"{passage.attributes.get('file', '')} {passage.text}"))
    left = [word for word in content_words(question) if not said.issuperset(content_tokens(word))]
    return " ".join([*new[:_MOST_NAMES], *dict.fromkeys(left)])


def _named(passage: Section) -> Iterator[str]:
    """Names in a passage: what it is about first, then in reading order."""
    about = passage.attributes.get("file", "")
    if about and len(about) <= _LONGEST_HEADING and not _SUFFIX.search(about) and not is_web_address(about):
        yield _IN_BRACKETS.sub("", about)
    heading, line_break, _ = passage.text.partition("\n")
    if line_break and len(heading) <= _LONGEST_HEADING:
        yield _IN_BRACKETS.sub("", heading)
    yield from chinese_people(passage.text)
    yield from (name for name in names(passage.text) if not _is_measure(name))


def _is_measure(name: str) -> bool:
    """Whether what looks like a name is a figure or a unit: "30 MW", "GWh"."""
    return bool(mentions(name)) or any(m.figure and m.figure.unit for m in mentions(f"5 {name}"))
