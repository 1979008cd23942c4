"""Chooses the passages that a judge is shown: the most relevant first, long ones in pieces."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from data_base.cancellation import go_on
from data_base.documents.cutting import PASSAGE_TOKENS, cut_pages
from data_base.documents.markdown import markdown_blocks
from data_base.documents.page import PageBlocks
from data_base.logs import module_logger
from data_base.marks.citation_marks import cited_numbers, strip_citations
from data_base.text.tokens import content_tokens, estimate_tokens
from scoring.embedded.wording import say

if TYPE_CHECKING:
    from data_base.schemas.passage import Passage
    from data_base.text.language import Language

DEFAULT_LIMIT = 10
DEFAULT_TOKEN_BUDGET = 24_000
_SATURATION = 1.2  # k1 of BM25: how soon repeats of a word stop counting
_LENGTH = 0.5  # b of BM25: how much long passages are discounted
_CITED_BONUS = 0.5
_PIECE, _PIECES = 1 / 40, 4
"""Of the budget what a piece may take; of pieces what is not cut."""
_log = module_logger(__name__)


@dataclass(frozen=True)
class PassageChoice:
    """Passages shown to the judge, in order, and those left out; pieces of a long one have its id."""

    shown: tuple[Passage, ...]
    """The passages shown, in order."""
    left_out: tuple[Passage, ...]
    """The passages omitted."""
    numbers: Mapping[str, str]
    """Id to number: ``"3"``, or ``"1, 2"`` of a passage that was handed in twice."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of what is shown, each once."""
        return tuple(dict.fromkeys(passage.id for passage in self.shown))

    @property
    def ids_left_out(self) -> tuple[str, ...]:
        """The ids of passages of which nothing is shown."""
        shown = set(self.ids)
        return tuple(dict.fromkeys(each.id for each in self.left_out if each.id not in shown))

    def with_note(self, reason: str, language: Language) -> str:
        """A judge's reason, with how many passages were left out or shown in part; that is logged, too."""
        if not self.left_out:
            return reason
        shown, left_out = len(self.ids), len(self.ids_left_out)
        in_part = len({each.id for each in self.left_out}) - left_out
        _warn_of_left_out(shown, left_out, in_part)
        counts = {"left_out": left_out, "shown_in_part": in_part}
        notes = [
            say(name, language, str(count)).replace("{shown}", str(shown))
            for name, count in counts.items()
            if count
        ]
        return " ".join([reason, *notes]).strip()


@lru_cache(maxsize=1024)
def _warn_of_left_out(shown: int, left_out: int, in_part: int) -> None:
    """Say once of each such choice that it is one."""
    _log.warning(
        "%s passages are shown to the judge (%s in part), %s left out; raise passage_limit or token_budget "
        "to show more",
        shown,
        in_part,
        left_out,
    )


def choose_passages(  # noqa: PLR0913  (each says something else of the passages)
    question: str,
    answer: str,
    passages: Sequence[Passage],
    *,
    numbers: Sequence[int] = (),
    limit: int = DEFAULT_LIMIT,
    token_budget: int = DEFAULT_TOKEN_BUDGET,
    cut: bool = True,
) -> PassageChoice:
    """Choose what fits.

    Where all fit, all are shown in the given order, so that shared passages look the same to each answer.
    Otherwise they are in the order of their relevance to question and answer; one that does not fit the
    budget makes room for the next. One that takes more than a tenth of the budget is cut into pieces, which
    are chosen as passages are and shown in their own order. The most relevant one is shown even if it alone
    exceeds the budget and no other fits.

    Args:
        question: the user's question.
        answer: the answer to be judged, without a list of sources; passages that it cites by id, link or
            number count for more.
        passages: what there is; one that is there twice is shown once.
        numbers: the number of each; its place, from 1, if there are none.
        limit: passages shown at most, pieces of one being one.
        token_budget: estimated tokens of all passages shown.
        cut: whether long ones may be cut into pieces.
    """
    found = tuple(dict.fromkeys(passages))
    places = _places(passages, numbers)
    named = {name: ", ".join(map(str, own)) for name, own in places.items()}
    costs = [estimate_tokens(passage.text) for passage in found]
    if len(found) <= limit and sum(costs) <= token_budget:
        return PassageChoice(found, (), named)
    if cut:
        size = max(PASSAGE_TOKENS, int(token_budget * _PIECE))
        whole = size * _PIECES
        found = tuple(
            piece
            for passage, cost in zip(found, costs, strict=True)
            for piece in ((passage,) if cost <= whole else _pieces(passage, size))
        )
    cited = cited_numbers(answer)
    marked = {
        name
        for name, own in places.items()
        if f"[{name}]" in answer or f"]({name})" in answer or not cited.isdisjoint(own)
    }
    ranked = _by_relevance(question, strip_citations(answer, named), found, marked)
    taken = _taken(ranked, found, limit, token_budget)
    first = {found[index].id: rank for rank, index in reversed(list(enumerate(taken)))}
    order = sorted(taken, key=lambda index: (first[found[index].id], index))
    left_out = sorted(set(range(len(found))).difference(taken))
    return PassageChoice(
        tuple(found[index] for index in order), tuple(found[index] for index in left_out), named
    )


def _places(passages: Sequence[Passage], numbers: Sequence[int]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for number, passage in zip(numbers or range(1, len(passages) + 1), passages, strict=True):
        places.setdefault(passage.id, []).append(number)
    return places


def _pieces(passage: Passage, size: int) -> Sequence[Passage]:
    """A long passage in pieces of so many tokens, each with its place in the name of the document."""
    go_on()
    texts = [cut.text for cut in cut_pages([PageBlocks(None, markdown_blocks(passage.text))], size=size)]
    if len(texts) <= 1:
        return (passage,)
    return [
        passage.model_copy(update={"text": text, "doc_id": f"{passage.doc_id} (part {n} of {len(texts)})"})
        for n, text in enumerate(texts, start=1)
    ]


def _taken(ranked: Sequence[int], found: Sequence[Passage], limit: int, token_budget: int) -> list[int]:
    """Those that fit, the best first."""
    taken: list[int] = []
    shown: set[str] = set()
    left = token_budget
    for index in ranked:
        name, cost = found[index].id, estimate_tokens(found[index].text)
        if cost <= left and (name in shown or len(shown) < limit):
            taken.append(index)
            shown.add(name)
            left -= cost
    return taken or list(ranked[:1])


def _by_relevance(
    question: str, answer: str, passages: Sequence[Passage], cited: AbstractSet[str]
) -> list[int]:
    """The places of passages, the best first; equal ones stay in the given order."""
    counts = [Counter(content_tokens(passage.text)) for passage in passages]
    spread = Counter(token for count in counts for token in count)
    weights = {
        token: math.log(1 + (len(passages) - seen + 0.5) / (seen + 0.5)) for token, seen in spread.items()
    }
    mean_length = sum(map(Counter.total, counts)) / max(1, len(counts)) or 1.0
    by_question = _shares(set(content_tokens(question)), counts, weights, mean_length)
    by_answer = _shares(set(content_tokens(answer)), counts, weights, mean_length)
    bonus = [_CITED_BONUS if passage.id in cited else 0.0 for passage in passages]
    totals = [sum(parts) for parts in zip(by_question, by_answer, bonus, strict=True)]
    return sorted(range(len(passages)), key=lambda index: (-totals[index], index))


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
