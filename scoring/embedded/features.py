"""What the fitted part of the judge looks at: a few numbers on one claim, or on all that an answer states."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.embedded.links import ClaimLink

WORDS = (
    "least words anywhere",
    "mean words anywhere",
    "least words in three neighbouring lines",
    "mean words in three neighbouring lines",
    "least pairs of words",
    "mean pairs of words",
    "names that stand nowhere",
    "share of values that stand nowhere",
    "length",
)
"""Features of claims, in the order of their weights."""


def words_of(links: Sequence[ClaimLink]) -> tuple[float, ...]:
    """Features of one claim or several, the longer ones counting for more."""
    sizes = [len(link.claim.terms) or 1 for link in links]
    whole = sum(sizes)

    def mean(values: Iterable[float]) -> float:
        return sum(size * value for size, value in zip(sizes, values, strict=True)) / whole

    values = [value for link in links for value in link.values if not value.asked]
    return (
        min(link.everywhere for link in links),
        mean(link.everywhere for link in links),
        min(link.window for link in links),
        mean(link.window for link in links),
        min(link.pairs for link in links),
        mean(link.pairs for link in links),
        math.log1p(sum(len(link.strange) for link in links)),
        sum(not value.how for value in values) / len(values) if values else 0.0,
        math.log1p(whole),
    )
