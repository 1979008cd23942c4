"""Chooses the passages that a judge is shown: whole ones, the most relevant first."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.text.tokens import content_tokens, estimate_tokens

if TYPE_CHECKING:
    from data_base.schemas.passage import Passage

DEFAULT_LIMIT = 10
DEFAULT_TOKEN_BUDGET = 24_000
_SATURATION = 1.2  # k1 of BM25: how soon repeats of a word stop counting
_LENGTH = 0.5  # b of BM25: how much long passages are discounted
_CITED_BONUS = 0.5


@dataclass(frozen=True)
class PassageChoice:
    """Passages shown to the judge, in order, and those left out."""

    shown: tuple[Passage, ...]
    """The passages shown, in order."""
    left_out: tuple[Passage, ...]
    """The passages omitted."""


def choose_passages(
    question: str,
    answer: str,
    passages: Sequence[Passage],
    *,
    limit: int = DEFAULT_LIMIT,
    token_budget: int = DEFAULT_TOKEN_BUDGET,
) -> PassageChoice:
    """Choose what fits.

    Where all fit, all are shown in the given order, so that shared passages look the same to each answer.
    Otherwise they are in the order of their relevance to question and answer; one that does not fit the
    budget makes room for the next. The most relevant one is shown even if it alone exceeds the budget and no
    other fits.

    Args:
        question: the user's question.
        answer: the answer to be judged; passages it cites by id count for more.
        passages: what there is, with distinct ids.
        limit: passages shown at most.
        token_budget: estimated tokens of all passages shown.
    """
    costs = {passage.id: estimate_tokens(passage.text) for passage in passages}
    if len(passages) <= limit and sum(costs.values()) <= token_budget:
        return PassageChoice(tuple(passages), ())
    ranked = _by_relevance(question, answer, passages)
    shown: list[Passage] = []
    left = token_budget
    for passage in ranked:
        if len(shown) < limit and costs[passage.id] <= left:
            shown.append(passage)
            left -= costs[passage.id]
    shown = shown or ranked[:1]
    kept = {passage.id for passage in shown}
    return PassageChoice(tuple(shown), tuple(item for item in passages if item.id not in kept))


def _by_relevance(question: str, answer: str, passages: Sequence[Passage]) -> list[Passage]:
    """Best first; equal ones stay in the given order."""
    counts = [Counter(content_tokens(passage.text)) for passage in passages]
    spread = Counter(token for count in counts for token in count)
    weights = {
        token: math.log(1 + (len(passages) - seen + 0.5) / (seen + 0.5)) for token, seen in spread.items()
    }
    mean_length = sum(map(Counter.total, counts)) / max(1, len(counts)) or 1.0
    by_question = _shares(set(content_tokens(question)), counts, weights, mean_length)
    by_answer = _shares(set(content_tokens(_without_marks(answer, passages))), counts, weights, mean_length)
    cited = [_CITED_BONUS if f"[{passage.id}]" in answer else 0.0 for passage in passages]
    totals = [sum(parts) for parts in zip(by_question, by_answer, cited, strict=True)]
    order = sorted(range(len(passages)), key=lambda index: (-totals[index], index))
    return [passages[index] for index in order]


def _without_marks(answer: str, passages: Sequence[Passage]) -> str:
    """The answer without its citation marks: a file's name is no word of the answer."""
    for passage in passages:
        answer = answer.replace(f"[{passage.id}]", " ")
    return answer


def _shares(
    query: AbstractSet[str], counts: Sequence[Counter[str]], weights: dict[str, float], mean_length: float
) -> list[float]:
    """BM25 of each passage for a query as a share of the best: a long answer must not drown the question."""
    terms = sorted(query & weights.keys())
    scores = [_bm25(terms, count, weights, mean_length) for count in counts]
    best = max(scores, default=0.0)
    return [score / best if best else 0.0 for score in scores]


def _bm25(terms: Sequence[str], count: Counter[str], weights: dict[str, float], mean_length: float) -> float:
    norm = _SATURATION * (1 - _LENGTH + _LENGTH * count.total() / mean_length)
    return sum(weights[term] * count[term] * (_SATURATION + 1) / (count[term] + norm) for term in terms)
