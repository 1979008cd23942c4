"""Citations of known passages: their ids in square brackets."""

from collections.abc import Collection, Iterator
from typing import NamedTuple


class PassageMark(NamedTuple):
    """A citation."""

    start: int
    """Where its opening bracket is."""
    end: int
    """Where the text goes on behind its closing bracket."""
    name: str
    """The passage id between them."""


def passage_marks(text: str, names: Collection[str]) -> Iterator[PassageMark]:
    """Where passages are cited, in order; of ids that begin alike the longest counts.

    The time is linear in the text however many passages there are: what is between two brackets is looked up.

    Args:
        text: an answer with ids in square brackets.
        names: the ids of the passages.
    """
    known = frozenset(names)
    longest = max(map(len, known), default=0)
    # An id may have brackets of its own.
    closing = 1 + max((name.count("]") for name in known), default=0)
    start = text.find("[") if known else -1
    while start >= 0:
        found, end = None, start
        for _ in range(closing):
            end = text.find("]", end + 1, start + longest + 2)
            if end < 0:
                break
            if text[start + 1 : end] in known:
                found = PassageMark(start, end + 1, text[start + 1 : end])
        if found is not None:
            yield found
        start = text.find("[", start + 1 if found is None else found.end)
