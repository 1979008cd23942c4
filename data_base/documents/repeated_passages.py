"""Texts that say again what another one has said: pages of one report on several sites, overlapping cuts."""

from collections.abc import Sequence

from data_base.text.tokens import content_tokens
from data_base.text_cache import text_cache

# This share of a text's words in another one leaves it little of its own.
_SHARED = 0.8
# Of fewer words the one that differs is the point.
_FEWEST = 5


def repeats_last(texts: Sequence[str]) -> list[int]:
    """Places of the texts, those that repeat one before them moved to the end; the order is kept otherwise.

    A text repeats another if four fifths of its words and every number in it are there, too. One that
    differs in a figure is no repetition, however alike the two are, nor is one of fewer than five words.
    """
    kept = without_repeats(texts)
    rest = set(range(len(texts))).difference(kept)
    return [*kept, *sorted(rest)]


def without_repeats(texts: Sequence[str]) -> list[int]:
    """As :func:`repeats_last`, those that repeat one before them left out."""
    kept: list[int] = []
    for place, text in enumerate(texts):
        if not any(_repeats(text, texts[other]) for other in kept):
            kept.append(place)
    return kept


def _repeats(text: str, other: str) -> bool:
    words, others = _words(text), _words(other)
    if len(words) < _FEWEST or len(words & others) < _SHARED * len(words):
        return False
    return all(word in others for word in words if word[0].isdigit())


@text_cache(1_000_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(content_tokens(text))
