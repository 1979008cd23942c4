"""How alike two texts are in meaning, by any LangChain embedding model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from data_base.text_cache import text_cache

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

    from scoring.answers.scoring_options import Similarity

_KEPT = 1_000_000
"""Characters of the texts whose vectors are kept."""


def similarity_by(embeddings: Embeddings) -> Similarity:
    """The cosine of two texts' vectors, 0 where it is negative or a vector is zero.

    For ``eval.tasks.score.TaskScorer`` and ``scoring.answers.ScoringTerms``, which know no model. The vectors
    of the last texts are kept.
    """

    # Long texts, too: a server is paid for each that it is asked for.
    @text_cache(_KEPT, longest=_KEPT)
    def vector(text: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.asarray(embeddings.embed_query(text), dtype=np.float64)

    def similarity(one: str, other: str) -> float:
        first, second = vector(one), vector(other)
        length = float(np.linalg.norm(first) * np.linalg.norm(second))
        return max(float(first @ second) / length, 0.0) if length else 0.0

    return similarity
