"""A sentence cut into the stretches in which words belong to a figure."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

# The class in front holds what a break may begin with, so that the engine passes over all else quickly.
_BREAK = re.compile(
    r"(?=[，,；;：:（）()、。！？!?／\n|\s.atfvwboicиадспнв以而至到升增降減减低高較较比但卻却與与和及由從从其])"
    r"(?:[，,；;：:（）()、。！？!?／\n|]|\s[–—-]\s|(?<=\w)\.(?=\s|$)|"
    r"\b(?:and|to|from|against|after|versus|vs|than|while|whereas|but|or|instead of|compared with|"
    r"compared to|of which)\b|"
    r"\b(?:и|а|до|с|со|против|или|после|но|вместо|по сравнению)\b|"
    r"(?:以及|而|至|到|升至|增至|降至|減至|减至|低於|低于|高於|高于|較|较|比|但|卻|却|與|与|和|及|由|"
    r"從|从|其中))",
    re.IGNORECASE,
)
_ELSEWHERE = 0.8
_AFTER = 0.55
_OWNED = 0.4
_TOPIC = 0.6


def cut(
    text: str, held: Sequence[tuple[int, int]], notes: Sequence[tuple[int, int]] = ()
) -> list[tuple[int, int]]:
    """Cut a sentence at punctuation and at words that join or contrast.

    Args:
        text: the sentence.
        held: spans that must stay whole (figures, dates), ascending.
        notes: bracketed spans that belong to what stands before them.

    Returns:
        (start, end) of each stretch, ascending, covering the sentence.
    """
    starts = [start for start, _ in held]

    def is_held(place: int) -> bool:
        i = bisect_right(starts, place) - 1
        return i >= 0 and held[i][0] < place < held[i][1]

    def is_noted(place: int) -> bool:
        return any(start <= place < end for start, end in notes)

    breaks = (match.start() for match in _BREAK.finditer(text))
    cuts = [0, *(place for place in breaks if not is_held(place) and not is_noted(place)), len(text)]
    places = sorted(set(cuts))
    return [(a, b) for a, b in pairwise(places) if text[a:b].strip()] or [(0, len(text))]


def index_of(place: int, stretches: Sequence[tuple[int, int]]) -> int:
    """Which stretch a position lies in."""
    return max(0, bisect_right(stretches, place, key=itemgetter(0)) - 1)


def closeness(own: int, other: int, owned: Collection[int]) -> float:
    """How far words of one stretch speak of the figure in another, in [0, 1].

    Args:
        own: index of the figure's stretch.
        other: index of the words' stretch.
        owned: stretches that hold a like figure of their own, whose words speak of that one first.
    """
    if own == other:
        return 1.0
    weight = max(_ELSEWHERE ** (own - other), 0.35) if other < own else max(_AFTER ** (other - own), 0.15)
    if other == 0:
        weight = max(weight, _TOPIC)
    return weight * _OWNED if other in owned else weight
