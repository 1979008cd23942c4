"""Whether the passages hold what a part of the question asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.embedded.links import fits
from scoring.embedded.words import root

if TYPE_CHECKING:
    from scoring.embedded.document import Document
    from scoring.embedded.question import Part

ANSWERABLE = ("words of the question in the best place", "words of the question that stand nowhere")
"""Features of a part and the passages, in the order of their weights."""


def answerable(part: Part, document: Document) -> tuple[float, ...]:
    """Features of how well the passages speak of what a part asks."""
    asked = list(dict.fromkeys(term for term in part.terms if not term[0].isdigit()))
    if not asked:
        return (1.0, 0.0)
    weights = {root(term): document.weight[term] for term in asked}
    score, _ = fits(weights, document)
    missing = sum(term not in document.held for term in asked)
    return (max(score, default=0.0) / sum(weights.values()), missing / len(asked))
