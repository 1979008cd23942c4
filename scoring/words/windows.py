"""The neighbouring sentences that contain most of what is looked for."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

# So many sentences that contain most are looked around; the rest contain less.
_CANDIDATES = 8
_HAIR = 1e-9


class Window(NamedTuple):
    """A run of neighbouring sentences of one passage."""

    first: int
    """Index of the first."""
    last: int
    """Index of the last."""
    recall: float
    """Weighted share of what is looked for that is there, in [0, 1]."""


def items_by_sentence(
    weights: Mapping[str, float], places: Mapping[str, Sequence[int]]
) -> dict[int, dict[str, float]]:
    """What each sentence contains of what is looked for."""
    by_sentence: dict[int, dict[str, float]] = {}
    for item, weight in weights.items():
        for place in places.get(item, ()):
            by_sentence.setdefault(place, {})[item] = weight
    return by_sentence


def best_window(
    total: float, by_sentence: Mapping[int, Mapping[str, float]], passages: Sequence[int], width: int
) -> Window:
    """The run of up to ``width`` sentences that contains most; the narrower and earlier one of equals.

    Args:
        total: the weight of all that is looked for.
        by_sentence: what each sentence contains of it, see :func:`items_by_sentence`.
        passages: for every sentence, the index of its passage.
        width: how many may be together.
    """
    if not by_sentence or not total:
        return Window(0, 0, 0.0)
    alone = {place: sum(items.values()) for place, items in by_sentence.items()}
    ranked = sorted(by_sentence, key=lambda place: (-alone[place], place))[:_CANDIDATES]
    best, found = 0.0, (ranked[0], ranked[0])
    for middle in ranked:
        # No sentence around it that has not been looked at contains more than it does.
        if width * alone[middle] <= best + _HAIR:
            break
        for size in range(1, width + 1):
            for first in range(max(0, middle - size + 1), middle + 1):
                last = first + size - 1
                if last >= len(passages) or passages[first] != passages[last]:
                    continue
                run = [place for place in range(first, last + 1) if place in alone]
                # Together they contain no more than each by itself.
                if sum(map(alone.__getitem__, run)) <= best + _HAIR:
                    continue
                union: dict[str, float] = {}
                for place in run:
                    union.update(by_sentence[place])
                mass = sum(union.values())
                if mass > best + _HAIR:
                    best, found = mass, (first, last)
    return Window(*found, min(1.0, best / total))
