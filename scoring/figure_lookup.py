"""Figures and dates looked up in texts, by the reading of the embedded judge: in any unit, scale and script.

More counts as found than agrees there: the same number in whatever unit, and with a scale left out.
"""

from collections.abc import Sequence
from functools import lru_cache

from data_base.text.folding import spaces_as_groups
from scoring.embedded.document import Document, read
from scoring.embedded.links import equal_places
from scoring.embedded.values import Value, value_of
from scoring.values.mentions import Mention

_LEFT_OUT = frozenset({2, 3, 4, 6, 8, 9, 12})
"""Powers of ten that a scale word or the head of a table may stand for; not the ten of a slipped point."""


def is_found(mention: Mention, texts: Sequence[str]) -> bool:
    """Whether a figure or date is in one of the texts, in digits or in words, rounded or not."""
    value = value_of(mention)
    readings = (reading for text in texts for reading in {text: None, spaces_as_groups(text): None})
    return any(equal_places(value, there) or _is_rescaled(value, there) for there in map(_document, readings))


@lru_cache(maxsize=256)
def _document(text: str) -> Document:
    return read([text])


def _is_rescaled(value: Value, document: Document) -> bool:
    figure = value.mention.figure
    if figure is None or not figure.amount:
        return False
    for _, other in document.alike_in_digits(value):
        there = other.mention.figure
        if there is None or not there.amount:
            continue
        ratio = abs(figure.amount / there.amount)
        power = ratio.adjusted()
        left_out = power == 0 or (abs(power) in _LEFT_OUT and 1 in {figure.scale, there.scale})
        if left_out and ratio.scaleb(-power) == 1:
            return True
    return False


def places_of(mention: Mention, text: str) -> list[str]:
    """The sentences and rows of a text that contain a figure or date."""
    there = _document(text)
    return list(dict.fromkeys(there.places[i].text for i, _, _ in equal_places(value_of(mention), there)))
