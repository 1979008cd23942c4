"""A text cut where marks begin and end: claims in an answer, quotes in a passage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from data_base.text.quotes import Span


@dataclass(frozen=True, slots=True)
class Mark:
    """What is marked."""

    number: int
    """Which of the claims or citations it is, from 1."""
    kind: str
    """How it is shown, the name of a class of the style sheet."""
    target: str
    """The anchor that it leads to."""
    title: str = ""
    """What it is, in a word or two."""
    anchor: str = ""
    """The anchor of it on the page, empty where nothing leads to it."""


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """A stretch of a text."""

    text: str
    """The words."""
    marks: tuple[Mark, ...] = ()
    """What is marked there, the most important first."""
    begins: tuple[Mark, ...] = ()
    """The marks whose first stretch this is."""


def stretches(text: str, marked: Iterable[tuple[Span, Mark]], order: Sequence[str] = ()) -> list[MarkedSpan]:
    """Cut a text where marks begin and end; the stretches together are the whole text.

    Args:
        text: the whole text.
        marked: what is marked where; marks may overlap.
        order: kinds of marks, the most important first; others come after them.
    """
    known = [(span, mark) for span, mark in marked if span[0] < span[1]]
    return [*_cut(text, known, {kind: place for place, kind in enumerate(order)})]


def _cut(text: str, marked: Sequence[tuple[Span, Mark]], rank: dict[str, int]) -> Iterator[MarkedSpan]:
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
            yield MarkedSpan(text[start:at], marks, first)
            start = at
        if number is not None:
            mark = marked[number][1]
            here[mark] += 1 if begins else -1
            if not here[mark]:
                del here[mark]
