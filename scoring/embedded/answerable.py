"""Whether the passages contain what a part of the question asks for."""

from scoring.embedded.document import Document
from scoring.embedded.links import fits
from scoring.embedded.question import Part
from scoring.embedded.words import root
from scoring.words.windows import best_window, items_by_sentence

ANSWERABLE = (
    "words of the question in the best place",
    "words of the question in three neighbouring lines",
    "words of the question that stand nowhere",
)
"""Features of a part and the passages, in the order of their weights."""
_WIDTH = 3


def answerable(part: Part, document: Document) -> tuple[float, ...]:
    """Features of how well the passages speak of what a part asks."""
    asked = {term: document.weight[term] for term in part.terms if not term[0].isdigit()}
    if not asked:
        return (1.0, 1.0, 0.0)
    weights = {root(term): weight for term, weight in asked.items()}
    score, _ = fits(weights, document)
    places = {term: document.lines_with.get(term, ()) for term in asked}
    window = best_window(sum(asked.values()), items_by_sentence(asked, places), document.lines, _WIDTH)
    missing = sum(term not in document.lines_with for term in asked)
    return (max(score, default=0.0) / sum(weights.values()), window.recall, missing / len(asked))
