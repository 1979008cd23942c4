"""Where an answer contains words that a judge quotes from it, and those that its key points were found by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from data_base.text.quotes import quote_spans
from eval.reports.text_marks import Mark

if TYPE_CHECKING:
    from data_base.text.quotes import Span
    from eval.reports.key_points_view import KeyPointsView

_MOST_POINTS = 200
"""Key points whose words are looked for in the answer."""
_CITATION = re.compile(r"\[(?![.…⋯]+\])[^\[\]\n]{1,300}\]")


def point_marks(points: KeyPointsView | None, answer: str, prefix: str = "") -> Iterator[tuple[Span, Mark]]:
    """Where the answer contains the words that key points were found by.

    Args:
        points: the answer's key points, None where it has none.
        answer: the text that the judge read, see :func:`.read_answer`.
        prefix: what anchors begin with; a point's own is ``k3``, that of its words ``w3``.
    """
    for each in points.points[:_MOST_POINTS] if points else ():
        words = each.finding.words
        if words and each.finding.words_found is not False:
            target, anchor = f"{prefix}k{each.number}", f"{prefix}w{each.number}"
            mark = Mark(each.number, each.standing, target, each.finding.text, anchor)
            yield from ((span, mark) for span in places_in(answer, words))


def places_in(answer: str, words: str) -> list[Span]:
    """Where the answer contains words, whatever it cites within them."""
    return [span for _, span in quote_spans(_uncited(words), [_uncited(answer)])]


def _uncited(text: str) -> str:
    """The text with spaces for its citations, which may be within a claim; positions stay."""
    return _CITATION.sub(lambda found: " " * len(found[0]), text)
