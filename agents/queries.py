"""Queries: what a planner proposes, and when two queries are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.frozen import Frozen
from data_base.text.tokens import tokens
from data_base.usage import TokenUsage

if TYPE_CHECKING:
    from collections.abc import Iterable


class PlanProposal(Frozen):
    """A plan and what it cost.

    Attributes:
        sub_questions: the parts, at least one; the question itself where it is single.
        usage: tokens and calls.
    """

    sub_questions: tuple[str, ...]
    usage: TokenUsage = TokenUsage()


class QueryProposal(Frozen):
    """A refined query and what it cost.

    Attributes:
        query: what to search for next, empty where nothing is left to try.
        usage: tokens and calls.
    """

    query: str
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
