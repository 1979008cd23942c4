"""The embedded model as a refiner: the next query from the judge's suggestion."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from agents.embedded.bridging import bridge_query
from agents.embedded.conjuncts import one_by_one
from data_base.text.normalise import normalise
from data_base.text.tokens import content_tokens, content_words
from scoring.aliases import find_aliases, other_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from agents.fence import Section
    from agents.prompting import ReadPrompt

_MOST_WORDS = 14


def refine(prompt: ReadPrompt) -> str:
    """A query that no tried one asked, as ``{"query": "..."}``; empty where nothing is left to try.

    Other names that the passages found so far give to what the question names come first, then words that
    the suggestion adds to the question, then each of two things that were asked for together, then the names
    in the passages found; without a suggestion there is nothing new to look for.
    """
    suggestion = prompt.text("suggestion")
    tried = [section.text for section in prompt.sections["tried"]]
    query = ""
    if suggestion.strip():
        candidates = _candidates(prompt.text("question"), suggestion, prompt.sections["found"])
        query = next(_untried(candidates, tried), "")
    return json.dumps({"query": query}, ensure_ascii=False)


def _candidates(question: str, suggestion: str, found: Sequence[Section]) -> Iterator[str]:
    asked = content_words(suggestion)
    names = other_names(f"{question} {suggestion}", find_aliases([passage.text for passage in found]))
    if names or not set(content_tokens(question)).issuperset(content_tokens(suggestion)):
        yield _joined([*asked, *names])
    yield from _least_spoken_of(one_by_one(question), found)
    for passage in found:
        yield bridge_query(f"{question} {suggestion}", passage)
    yield _joined([*asked, *names])
    yield _joined([*names, *asked, *content_words(question)])
    yield _joined(asked)
    yield _joined(names)


def _least_spoken_of(parts: Sequence[str], found: Sequence[Section]) -> list[str]:
    """The parts, the one first whose own words stand in the fewest of the passages found."""
    words = [frozenset(content_tokens(part)) for part in parts]
    shared = frozenset.intersection(*words)
    said = [frozenset(content_tokens(passage.text)) for passage in found]

    def spoken_of(place: int) -> int:
        own = words[place] - shared
        return sum(len(own & passage) for passage in said)

    return [parts[place] for place in sorted(range(len(parts)), key=spoken_of)]


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
