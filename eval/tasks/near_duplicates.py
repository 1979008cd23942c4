"""Texts that say nearly the same, found without comparing each with each."""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from math import ceil

from data_base.text.han_variants import fold_variants
from data_base.text.normalise import squeeze

NEARLY = 0.8
"""Jaccard index of character trigrams from which two texts are near-duplicates."""
_SHINGLE = 3
_SHARED = 3
"""Rare trigrams that two texts must have in common to be compared."""
_FIGURE = re.compile(r"[0-9]+")


def near_duplicates(texts: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """All pairs of near-duplicates: the earlier text, the later one, and how alike they are.

    Two sets as alike as that share some of the rarest fifth of each, so that only texts with rare trigrams in
    common are compared (prefix filtering: Bayardo et al., "Scaling up all pairs similarity search", 2007).

    Texts whose figures differ are no near-duplicates: "in 2022" and "in 2023" ask for different things.
    """
    shingles = [_shingles(text) for text in texts]
    figures = [_FIGURE.findall(text) for text in texts]
    counts = Counter(chain.from_iterable(shingles))
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for later, own in enumerate(shingles):
        rarest = sorted(own, key=lambda part: (counts[part], part))
        least = ceil(NEARLY * len(own))
        prefix = rarest[: len(own) - least + _SHARED]
        together = Counter(chain.from_iterable(holders[part] for part in prefix))
        for earlier in sorted(number for number, count in together.items() if count >= min(_SHARED, least)):
            shared = len(own & shingles[earlier])
            likeness = shared / (len(own) + len(shingles[earlier]) - shared)
            if likeness >= NEARLY and figures[earlier] == figures[later]:
                yield earlier, later, likeness
        for part in prefix:
            holders[part].append(later)


def _shingles(text: str) -> frozenset[str]:
    spelled = fold_variants(squeeze(text))
    parts = (spelled[start : start + _SHINGLE] for start in range(max(len(spelled) - _SHINGLE + 1, 1)))
    return frozenset(map(sys.intern, parts))
