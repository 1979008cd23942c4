"""Where texts state a figure or date: in any unit, scale and script, rounded or not."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from data_base.text.folding import spaces_as_groups
from data_base.text_cache import text_cache
from scoring.embedded.document import DocumentPassage
from scoring.embedded.values import Value, value_of
from scoring.values.mentions import Mention

_LEFT_OUT = frozenset({2, 3, 4, 6, 8, 9, 12})
"""Powers of ten that a scale word or the head of a table may stand for; not the ten of a slipped point."""
_IN_NUMBERS = frozenset(".,:/-–—−+'’^%\u00a0\u202f ")
"""What may be between the digits of one number or date."""


def is_stated(mention: Mention, texts: Sequence[str]) -> bool:
    """Whether a figure or date is in one of the texts.

    More counts as stated than agrees there: the same number in whatever unit, and with a scale left out. It
    is read in the texts only where none has it as it is written.
    """
    if any(_as_written(mention.raw, text) for text in texts):
        return True
    value = value_of(mention)
    return any(
        any(_equal(value, passage)) or _is_rescaled(value, passage)
        for text in texts
        for passage in _readings(text)
    )


def sentences_with(mention: Mention, text: str) -> list[str]:
    """The sentences and rows of a text that contain a figure or date."""
    found = _equal(value_of(mention), _readings(text)[0])
    return list(dict.fromkeys(line for _, line in sorted(place for place, _, _ in found)))


def _as_written(raw: str, text: str) -> bool:
    """Whether a text contains a figure to the letter, and not within another number or a word."""
    start = text.find(raw)
    while start >= 0:
        end = start + len(raw)
        if _is_free(text[max(start - 2, 0) : start][::-1]) and _is_free(text[end : end + 2]):
            return True
        start = text.find(raw, start + 1)
    return False


def _is_free(outward: str) -> bool:
    """Whether the two characters next to a figure, the nearest first, leave it a number of its own."""
    near, next_ = outward[:1], outward[1:]
    return not near.isalnum() and not (near in _IN_NUMBERS and next_.isdigit())


@text_cache(100_000)
def _readings(text: str) -> tuple[DocumentPassage, ...]:
    """The text, and where spaces may group digits, the text with them grouping."""
    return tuple(map(DocumentPassage, dict.fromkeys((text, spaces_as_groups(text)))))


def _equal(value: Value, passage: DocumentPassage) -> Iterator[tuple[tuple[int, str], Value, str]]:
    return passage.by_digits.equal(value, itemgetter(1))


def _is_rescaled(value: Value, passage: DocumentPassage) -> bool:
    figure = value.mention.figure
    if figure is None or not figure.amount:
        return False
    for _, other in passage.by_digits.alike(value):
        there = other.mention.figure
        if there is None or not there.amount:
            continue
        ratio = abs(figure.amount / there.amount)
        power = ratio.adjusted()
        left_out = power == 0 or (abs(power) in _LEFT_OUT and 1 in {figure.scale, there.scale})
        if left_out and ratio.scaleb(-power) == 1:
            return True
    return False
