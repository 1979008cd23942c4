"""Words marked where they stand in a text: claims in an answer, quotes in a passage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from data_base.text.folding import fold

_LONGEST = 10_000
"""Characters of words that are looked for."""
_LEAST_PART = 4
"""Characters of each piece of words in several pieces."""
_EDGE = "\"'“”„«»「」『』‘’ \t\r\n.。,，;；:："
_GAPS = re.compile(r"…|\.{3}|\[…\]|[;；\n]|\s[/&+]\s")
# Between two words of a quote a page may have a line break or the bar of a table, an answer a citation.
_BETWEEN = r"(?:[\s|\u00ad]|\[[^\[\]\n]{1,300}\])+"
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """What is marked.

    Attributes:
        number: which of the claims or citations it is, from 1.
        kind: how it is shown, the name of a class of the style sheet.
        target: the anchor that it leads to.
        title: what it is, in a word or two.
    """

    number: int
    kind: str
    target: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a text.

    Attributes:
        text: the words.
        marks: what is marked there, the most important first.
        begins: the marks whose first stretch this is.
    """

    text: str
    marks: tuple[Mark, ...] = ()
    begins: tuple[Mark, ...] = ()


def places_of(words: str, text: str) -> tuple[Span, ...]:
    """Where words stand in a text, whatever its line breaks, widths and cases are; in pieces where they do.

    Args:
        words: a claim or a quote, perhaps shortened by "…".
        text: where they are looked for.
    """
    words = words.strip(_EDGE)
    if not words or len(words) > _LONGEST:
        return ()
    low = fold(text).low
    if (whole := _find(words, low)) is not None:
        return (whole,)
    pieces = [piece.strip(_EDGE) for piece in _GAPS.split(words)]
    found = [_find(piece, low) for piece in pieces if len(piece) >= _LEAST_PART]
    spans = tuple(span for span in found if span is not None)
    return spans if len(pieces) > 1 and len(spans) == len(found) else ()


def stretches(text: str, marked: Iterable[tuple[Span, Mark]], order: Sequence[str] = ()) -> list[Stretch]:
    """Cut a text where marks begin and end; the stretches together are the whole text.

    Args:
        text: the whole text.
        marked: what is marked where; marks may overlap.
        order: kinds of marks, the most important first; others come after them.
    """
    known = list(marked)
    cuts = sorted({0, len(text), *(at for span, _ in known for at in span)})
    return [*_cut(text, known, cuts, {kind: place for place, kind in enumerate(order)})]


def _cut(
    text: str, marked: Sequence[tuple[Span, Mark]], cuts: Sequence[int], rank: dict[str, int]
) -> Iterator[Stretch]:
    begun: set[Mark] = set()
    for start, end in pairwise(cuts):
        here = {mark: None for (first, last), mark in marked if first <= start and end <= last}
        marks = tuple(sorted(here, key=lambda mark: (rank.get(mark.kind, len(rank)), mark.number)))
        begins = tuple(mark for mark in marks if mark not in begun)
        begun.update(begins)
        yield Stretch(text[start:end], marks, begins)


def _find(words: str, low: str) -> Span | None:
    """Where words stand in a folded text."""
    wanted = fold(words).low
    if (start := low.find(wanted)) >= 0:
        return start, start + len(wanted)
    found = re.search(_BETWEEN.join(map(re.escape, wanted.split())), low)
    return None if found is None else found.span()
