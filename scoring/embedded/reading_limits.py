"""How much of one text is looked at closely: more than anybody writes for readers."""

from collections.abc import Sequence
from itertools import islice

from data_base.text.folding import fold
from data_base.text.numbers.numerals import numeral_pattern

_LONGEST, _MOST_FIGURES, _MOST_SENTENCES = 200_000, 10_000, 10_000


def end_of_figures(text: str) -> int:
    """Where reading the figures of a text ends: at 200,000 characters or 10,000 figures, else at its end."""
    if len(text) <= _MOST_FIGURES * 2:
        return len(text)  # each takes a character, and one that parts it from the next
    head = fold(text[:_LONGEST]).low
    beyond = next(islice(numeral_pattern().finditer(head), _MOST_FIGURES, None), None)
    return beyond.start() if beyond else len(head)


def in_groups(spans: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Sentences as they are; of more than 10,000 neighbours as one, so that none is left out."""
    size = -(-len(spans) // _MOST_SENTENCES)
    if size <= 1:
        return spans
    groups = [spans[first : first + size] for first in range(0, len(spans), size)]
    return [(group[0][0], group[-1][1]) for group in groups]
