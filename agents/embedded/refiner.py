"""The embedded model as a refiner: the next query from the judge's suggestion."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from data_base.text.normalise import normalise
from data_base.text.tokens import content_tokens, content_words
from scoring.aliases import find_aliases, other_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from agents.prompting import ReadPrompt

_MOST_WORDS = 14


def refine(prompt: ReadPrompt) -> str:
    """A query that no tried one asked, as ``{"query": "..."}``; empty where nothing is left to try.

    The suggestion's words come first, with other names that the passages found so far give to what the
    question names; without a suggestion there is nothing new to look for.
    """
    suggestion = prompt.text("suggestion")
    tried = [section.text for section in prompt.sections["tried"]]
    found = [section.text for section in prompt.sections["found"]]
    query = ""
    if suggestion.strip():
        query = next(_untried(_candidates(prompt.text("question"), suggestion, found), tried), "")
    return json.dumps({"query": query}, ensure_ascii=False)


def _candidates(question: str, suggestion: str, found: Sequence[str]) -> Iterator[str]:
    names = other_names(f"{question} {suggestion}", find_aliases(found))
    yield _joined([*content_words(suggestion), *names])
    yield _joined([*names, *content_words(suggestion), *content_words(question)])
    yield _joined(content_words(suggestion))
    yield _joined(names)


def _joined(words: Iterable[str]) -> str:
    """Each word once, whatever its spelling, up to a query's length."""
    kept = {normalise(word): word for word in reversed(list(words))}
    return " ".join(list(reversed(kept.values()))[:_MOST_WORDS])


def _untried(candidates: Iterator[str], tried: Sequence[str]) -> Iterator[str]:
    """Queries that ask for another set of words than every tried one."""
    known = {frozenset(content_tokens(query)) for query in tried}
    for candidate in candidates:
        words = frozenset(content_tokens(candidate))
        if words and words not in known:
            yield candidate
