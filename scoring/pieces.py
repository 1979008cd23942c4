"""The pieces of a sentence in which something is said of one thing each: "Pro: 2.1 litres, Basic: 1.5"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.mentions import Mention

# What parts what is said of one thing from what is said of another; "зона А" is no "а".
_BREAK = re.compile(
    r",(?!\d)|[;:，；：、。()（）—–]|\b(?:and|but|while|whereas|(?-i:и|а|но))\b|[而與与和]", re.IGNORECASE
)


def pieces(text: str, mention: Mention) -> Iterator[str]:
    """The piece of a sentence about a figure, then those before it, the nearest first."""
    start, end = mention.start, mention.end
    cuts = [(match.start(), match.end()) for match in _BREAK.finditer(text)]
    begin = max((stop for _, stop in cuts if stop <= start), default=0)
    yield text[begin : min((at for at, _ in cuts if at >= end), default=len(text))]
    bounds = [0, *(stop for _, stop in cuts if stop <= begin)]
    for first, last in reversed(list(pairwise(bounds))):
        yield text[first:last]


def all_pieces(text: str) -> list[str]:
    """All pieces of a sentence, in order."""
    return [piece for piece in _BREAK.split(text) if piece.strip()]
