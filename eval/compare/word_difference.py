"""Two texts word by word: what one has and the other lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from rapidfuzz.distance import Indel

_LONGEST = 200_000
"""Characters of both texts beyond which they are not compared."""
_MOST_PAIRS = 200_000_000
"""Pairs of words beyond which they are not: each takes time and a bit of memory, 0.1 s and 25 MB in all."""
# Chinese and Japanese words are not set apart by spaces, so each character counts as one.
_ALONE = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[^\W_{_ALONE}]+|\s+|.", re.DOTALL)


class DifferencePart(NamedTuple):
    """A stretch of text."""

    kind: Literal["same", "removed", "added"]
    """Whether both texts have it, or only the first or the second."""
    text: str
    """The words."""


def word_difference(first: str, second: str) -> tuple[DifferencePart, ...] | None:
    """The parts of two texts, in order; what was replaced is first removed, then added.

    Args:
        first: the older text.
        second: the newer one.

    Returns:
        The parts; None for texts too long to compare: of more than 200,000 characters together, or some
        14,000 words each, spaces and punctuation counted.
    """
    if first == second:
        return (DifferencePart("same", first),) if first else ()
    if len(first) + len(second) > _LONGEST:
        return None
    before, after = _WORD.findall(first), _WORD.findall(second)
    return None if len(before) * len(after) > _MOST_PAIRS else tuple(_parts(before, after))


def _parts(first: list[str], second: list[str]) -> Iterator[DifferencePart]:
    removed, added = "", ""
    steps = list(Indel.opcodes(first, second))
    for place, step in enumerate(steps):
        before = "".join(first[step.src_start : step.src_end])
        after = "".join(second[step.dest_start : step.dest_end])
        # Words that changed one after the other are read more easily as one change.
        between = before.isspace() and (removed or added) and place + 1 < len(steps)
        if step.tag == "equal" and not between:
            yield from _changed(removed, added)
            removed, added = "", ""
            yield DifferencePart("same", before)
        else:
            removed, added = removed + before, added + after
    yield from _changed(removed, added)


def _changed(removed: str, added: str) -> Iterator[DifferencePart]:
    if removed:
        yield DifferencePart("removed", removed)
    if added:
        yield DifferencePart("added", added)
