"""The embedded model as a refiner: the next query from the judge's suggestion."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from agents.calls.fence import Section
from agents.embedded.follow_up_queries import MOST_FOLLOWED, bridge_query
from data_base.text.normalise import normalise
from data_base.text.tokens import content_tokens, content_words

if TYPE_CHECKING:
    from agents.calls.prompt_messages import ReadPrompt

_MOST_WORDS = 14


def refine(prompt: ReadPrompt) -> str:
    """What no tried query asked, as ``{"query": "..."}``; empty where nothing is left to try.

    Words that the suggestion adds to the question come first, then the names in the best passages. Where
    nothing is added, the same words would find the same again.
    """
    question, suggestion = prompt.text("question"), prompt.text("suggestion")
    tried = [section.text for section in prompt.sections["tried"]]
    candidates = _candidates(question, suggestion, prompt.sections["found"]) if suggestion.strip() else ()
    return json.dumps({"query": next(_untried(candidates, tried), "")}, ensure_ascii=False)


def _candidates(question: str, suggestion: str, found: Sequence[Section]) -> Iterator[str]:
    asked = content_words(suggestion)
    adds = not set(content_tokens(question)).issuperset(content_tokens(suggestion))
    if adds:
        yield _joined(asked)
    for passage in found[:MOST_FOLLOWED]:
        yield bridge_query(f"{question} {suggestion}", passage)
    if adds:
        yield _joined([*asked, *content_words(question)])


def _joined(words: Iterable[str]) -> str:
    """Each word once, whatever its spelling, up to a query's length."""
    kept = {normalise(word): word for word in reversed(list(words))}
    return " ".join(list(reversed(kept.values()))[:_MOST_WORDS])


def _untried(candidates: Iterable[str], tried: Sequence[str]) -> Iterator[str]:
    """Queries that ask for another set of words than every tried one."""
    known = {frozenset(content_tokens(query)) for query in tried}
    for candidate in candidates:
        words = frozenset(content_tokens(candidate))
        if words and words not in known:
            yield candidate
