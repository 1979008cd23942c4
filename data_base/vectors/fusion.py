"""One order of two: the passages that share words with a question, and those that mean the same."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from data_base.rank_fusion import worth
from data_base.schemas.passage import Passage
from data_base.text.language import detect_language
from data_base.vectors.kept_vectors import Vectors

# Raised when the order changes, since runs are compared by what they searched.
FUSION_VERSION = "1"


def most_alike(likeness: Vectors, count: int) -> list[int]:
    """The rows of so many passages, the most alike first."""
    return [int(row) for row in np.argsort(-likeness, kind="stable")[:count]]


def fused(
    query: str, passages: Mapping[int, Passage], by_words: Mapping[int, float], likeness: Vectors
) -> dict[int, float]:
    """The score of every passage by its places in both orders (reciprocal rank fusion), above 0, at most 1.

    Where a passage is in another script than the query, only figures and names can be shared, so that its
    place among all that is alike counts for both.

    Args:
        query: the question.
        passages: the candidates, by row.
        by_words: BM25 of those that share words with the question.
        likeness: the cosine of every passage of the index with the question, by row.
    """
    script = _script(query)
    alike = {row: place for place, row in enumerate(most_alike(likeness, len(likeness)))}
    readable = {row for row, passage in passages.items() if _script(passage.text) == script}
    by_score = sorted(readable & by_words.keys(), key=lambda row: (-by_words[row], row))
    worded = {row: place for place, row in enumerate(by_score)}

    def score(row: int) -> float:
        meant = worth(alike[row])
        if row not in readable:
            return 2 * meant
        return meant + worth(worded[row]) if row in worded else meant

    return {row: score(row) for row in passages}


def _script(text: str) -> str:
    """Chinese, Latin or Cyrillic, whatever the language."""
    return detect_language(text)[:2]
