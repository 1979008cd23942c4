"""Queries: what a planner proposes, and when two queries are the same."""

from collections.abc import Iterable

from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage
from data_base.text.tokens import tokens


class PlanProposal(Frozen):
    """A plan and what it cost.

    Attributes:
        sub_questions: the parts, at least one; the question itself where it is single.
        follow_ups: what can only be asked once the parts are searched for, in the order to ask it; ``#1``
            stands for what the first part found.
        usage: tokens and calls.
    """

    sub_questions: tuple[str, ...]
    follow_ups: tuple[str, ...] = ()
    usage: TokenUsage = TokenUsage()


class QueryProposal(Frozen):
    """A refined query and what it cost.

    Attributes:
        query: what to search for next, empty where nothing is left to try.
        also: what to search for in addition.
        usage: tokens and calls.
    """

    query: str
    also: tuple[str, ...] = ()
    usage: TokenUsage = TokenUsage()


class FollowUpProposal(Frozen):
    """What to search for next, now that earlier searches have brought something, and what it cost.

    Attributes:
        queries: to be searched for side by side, the most promising first; none where what was found gives
            nothing to go on.
        usage: tokens and calls.
    """

    queries: tuple[str, ...]
    usage: TokenUsage = TokenUsage()


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
