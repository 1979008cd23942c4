"""What is shown of each of many passages: how it begins, and the lines nearest to a question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from data_base.text.sentences import sentence_spans
from data_base.text.tokens import content_tokens, estimate_tokens

if TYPE_CHECKING:
    from data_base.schemas.passage import Passage

# Two thirds of a passage of the usual length.
EXCERPT_TOKENS = 160
_LEFT_OUT = " … "


def best_lines(passage: Passage, *asked: str, limit: int = EXCERPT_TOKENS) -> Passage:
    """The passage cut to its first sentence and those that share most words with what is asked.

    Sentences and rows stay whole and in order; a passage within the limit is not cut.

    Args:
        passage: the passage; its first line says what it is about.
        asked: what is looked for, the most urgent first. Each in turn has its next best sentence shown, so
            that a long question does not drown the part of it that is still open.
        limit: estimated tokens that are kept.
    """
    text = passage.text
    spans = sentence_spans(text) if estimate_tokens(text) > limit else []
    if not spans:
        return passage
    words = [frozenset(content_tokens(text[start:end])) for start, end in spans]
    ranked = [_nearest_first(words, frozenset(content_tokens(each))) for each in asked]
    left = limit
    kept: set[int] = set()
    for place in dict.fromkeys((0, *chain.from_iterable(zip(*ranked, strict=True)))):
        size = estimate_tokens(text[slice(*spans[place])])
        if not kept or size <= left:
            kept.add(place)
            left -= size
    return passage.model_copy(update={"text": _joined(text, spans, sorted(kept))})


def _nearest_first(sentences: Sequence[frozenset[str]], wanted: frozenset[str]) -> list[int]:
    """Places of the sentences, those that share most words with what is wanted first."""
    return sorted(range(len(sentences)), key=lambda place: -len(wanted & sentences[place]))


def _joined(text: str, spans: list[tuple[int, int]], kept: list[int]) -> str:
    """The kept pieces with what is between neighbours, and a mark where something is left out."""
    pieces = [text[slice(*spans[kept[0]])]]
    for before, place in pairwise(kept):
        between = text[spans[before][1] : spans[place][0]] if place == before + 1 else _LEFT_OUT
        pieces += [between, text[slice(*spans[place])]]
    return "".join(pieces) + (_LEFT_OUT.rstrip() if kept[-1] < len(spans) - 1 else "")
