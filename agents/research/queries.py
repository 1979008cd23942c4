"""Queries: what a planner proposes, and when two queries are the same."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pydantic import Field

from data_base.schemas.answer import Answer
from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage
from data_base.text.tokens import tokens


class PlanProposal(Frozen):
    """A plan and what it cost."""

    sub_questions: tuple[str, ...]
    """The parts, at least one; the question itself where it is single."""
    follow_ups: tuple[str, ...] = ()
    """What can only be asked once the parts are searched for, in the order to ask it.

    ``#1`` stands for what the first part found.
    """
    also: tuple[str, ...] = ()
    """Queries to run at once with the parts: guesses at what a follow-up will ask, and other spellings."""
    usage: TokenUsage = TokenUsage()
    """Tokens and calls."""


class QueryProposal(Frozen):
    """A refined query and what it cost."""

    query: str
    """What to search for next, empty where nothing is left to try."""
    also: tuple[str, ...] = ()
    """What to search for in addition."""
    usage: TokenUsage = TokenUsage()
    """Tokens and calls."""


FollowUpStatus = Literal["search", "found", "missing"]
"""What becomes of a follow-up. search: it is searched for. found: it need not be, the passages answer it.
missing: it cannot be, for what it is asked of was not found."""


class FollowUpProposal(Frozen):
    """What to search for next, now that earlier searches have brought something, and what it cost."""

    queries: tuple[str, ...]
    """To be searched for side by side, the most promising first.

    None where what was found gives nothing to go on. Where the follow-up's input is missing, they look for
    that in another spelling.
    """
    status: FollowUpStatus = "search"
    """What becomes of the follow-up."""
    known: Mapping[int, str] = Field(default_factory=dict)
    """What the passages say that steps of the plan found, by the steps' numbers from 1; a follow-up among
    them needs no search, and the queries are for the first that is not.
    """
    bearing: tuple[str, ...] = ()
    """Ids of the passages that say so."""
    answer: Answer | None = None
    """The draft where nothing is left to search for; None where it is to be written from whole passages."""
    usage: TokenUsage = TokenUsage()
    """Tokens and calls."""


_STEP = re.compile(r"#(\d+)")


def steps_needed(follow_up: str) -> tuple[int, ...]:
    """Numbers of the steps whose findings a follow-up is asked of: ``#2`` is what the second found."""
    return tuple(dict.fromkeys(int(number) for number in _STEP.findall(follow_up)))


def with_new_numbers(follow_ups: Iterable[str], given: Sequence[str], kept: Sequence[str]) -> tuple[str, ...]:
    """Follow-ups whose ``#n`` count the steps that were kept, no longer all that were given.

    Args:
        follow_ups: those that are kept.
        given: all steps as they were numbered; some say the same, or say nothing.
        kept: the steps in the order of their new numbers.
    """
    places = {query_key(step): str(place) for place, step in enumerate(kept, start=1)}
    numbers = {str(n): places.get(query_key(step), str(n)) for n, step in enumerate(given, start=1)}
    return tuple(_STEP.sub(lambda step: f"#{numbers.get(step[1], step[1])}", each) for each in follow_ups)


def query_key(query: str) -> str:
    """What two queries share that ask a search engine the same: their words in order, without punctuation."""
    return " ".join(tokens(query))


def distinct_queries(queries: Iterable[str]) -> tuple[str, ...]:
    """The queries that say something, each once, in order."""
    kept: dict[str, str] = {}
    for query in queries:
        if key := query_key(query):
            kept.setdefault(key, query.strip())
    return tuple(kept.values())


def untried(queries: Iterable[str], tried: Iterable[str]) -> tuple[str, ...]:
    """Those that were not searched for yet, each once."""
    known = {query_key(query) for query in tried}
    return tuple(query for query in distinct_queries(queries) if query_key(query) not in known)
