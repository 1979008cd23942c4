"""Words marked where they stand in a text: claims in an answer, quotes in a passage."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from data_base.text.folding import fold

_LONGEST = 10_000
"""Characters of words that are looked for."""
_LEAST_PART, _MOST_PARTS = 4, 20
"""Characters of each piece of words in several pieces, and how many pieces there may be."""
_EDGE = "\"'“”„«»「」『』‘’ \t\r\n.。,，;；:："
_GAPS = re.compile(r"…|\.{3}|\[…\]|[;；\n]|\s[/&+]\s")
# Between two words of a quote a page may have a line break or the bar of a table, an answer a citation.
_BETWEEN = re.compile(r"(?:[\s|\u00ad]|\[[^\[\]\n]{1,300}+\])+")
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


class Searched:
    """A text in which words are looked for; to look for any is linear in the text."""

    def __init__(self, text: str) -> None:
        """Read the text once, for all words."""
        self._low = fold(text).low
        self._words, self._starts, self._shifts = _on_one_line(self._low)

    def places_of(self, words: str) -> tuple[Span, ...]:
        """Where words stand, whatever its line breaks, widths and cases are; in pieces where they do.

        Args:
            words: a claim or a quote, perhaps shortened by "…".
        """
        words = words.strip(_EDGE)
        if not words or len(words) > _LONGEST:
            return ()
        if (whole := self._find(words)) is not None:
            return (whole,)
        pieces = [piece.strip(_EDGE) for piece in _GAPS.split(words)]
        if not 1 < len(pieces) <= _MOST_PARTS:
            return ()
        found = [self._find(piece) for piece in pieces if len(piece) >= _LEAST_PART]
        spans = tuple(span for span in found if span is not None)
        return spans if len(spans) == len(found) else ()

    def _find(self, words: str) -> Span | None:
        wanted = fold(words).low
        if (start := self._low.find(wanted)) >= 0:
            return start, start + len(wanted)
        apart = _BETWEEN.sub(" ", wanted).strip()
        if not apart or (start := self._words.find(apart)) < 0:
            return None
        return self._place(start), self._place(start + len(apart) - 1) + 1

    def _place(self, at: int) -> int:
        """Where in the text a character of the words on one line is."""
        return at + self._shifts[bisect_right(self._starts, at) - 1]


def _on_one_line(low: str) -> tuple[str, list[int], list[int]]:
    """A text with one space between any two words; where its pieces begin, and how far each was moved."""
    pieces, starts, shifts, length, done = list[str](), [0], [0], 0, 0
    for gap in _BETWEEN.finditer(low):
        pieces.append(low[done : gap.start()])
        length += len(pieces[-1]) + 1
        done = gap.end()
        starts.append(length)
        shifts.append(done - length)
    return " ".join([*pieces, low[done:]]), starts, shifts


def stretches(text: str, marked: Iterable[tuple[Span, Mark]], order: Sequence[str] = ()) -> list[Stretch]:
    """Cut a text where marks begin and end; the stretches together are the whole text.

    Args:
        text: the whole text.
        marked: what is marked where; marks may overlap.
        order: kinds of marks, the most important first; others come after them.
    """
    known = [(span, mark) for span, mark in marked if span[0] < span[1]]
    return [*_cut(text, known, {kind: place for place, kind in enumerate(order)})]


def _cut(text: str, marked: Sequence[tuple[Span, Mark]], rank: dict[str, int]) -> Iterator[Stretch]:
    """Walk over the places where marks begin and end, with those that hold there."""
    changes = sorted(
        (at, number, begins)
        for number, (span, _) in enumerate(marked)
        for at, begins in zip(span, (True, False), strict=True)
    )
    here, begun, start = Counter[Mark](), set[Mark](), 0
    for at, number, begins in [*changes, (len(text), None, False)]:
        if start < at:
            marks = tuple(sorted(here, key=lambda mark: (rank.get(mark.kind, len(rank)), mark.number)))
            first = tuple(mark for mark in marks if mark not in begun)
            begun.update(first)
            yield Stretch(text[start:at], marks, first)
            start = at
        if number is not None:
            mark = marked[number][1]
            here[mark] += 1 if begins else -1
            if not here[mark]:
                del here[mark]
