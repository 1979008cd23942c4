"""How many questions a report shows in full, so that it stays small enough to be sent and opened anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

LARGEST_REPORT = 3_000_000
"""Bytes of a report at most."""
LARGEST_STILL = 400_000
"""Characters of a still chart in the page at most; a longer one is left to the folder of charts."""

HEADING_CELLS = 240
"""Width of a question in the list and the charts, in half-width characters; it is below in full."""
NAME_CELLS = 60
"""Width of a question's id in the charts."""


@dataclass(frozen=True, slots=True)
class QuestionDetail:
    """All that a page shows of a question beyond its scores."""

    html: Markup
    """The answers, claims and attempts."""
    passages: Mapping[str, Markup]
    """The passages it leads to, by their anchors; several questions may lead to the same one."""


def size(text: str) -> int:
    """Bytes of a text in a file."""
    return len(text.encode())


def fitting(details: Sequence[QuestionDetail], room: int) -> int:
    """How many details fit, counted from the first; a passage takes its place once.

    Args:
        details: of all questions, in order.
        room: bytes there are for them.
    """
    used, there = 0, set[str]()
    for count, detail in enumerate(details):
        new = detail.passages.keys() - there
        used += size(detail.html) + sum(size(detail.passages[anchor]) for anchor in new)
        if used > room:
            return count
        there |= new
    return len(details)
