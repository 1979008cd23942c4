"""What the fitted part of the judge looks at: a few numbers on one claim, or on all that an answer states."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.embedded.links import ClaimLink

WORDS = (
    "words anywhere",
    "words in three neighbouring lines",
    "a name that stands nowhere",
    "share of claims with a value that stands nowhere",
    "share of values that belong elsewhere",
    "number of claims",
)
"""Features of claims, in the order of their weights."""


def words_of(links: Sequence[ClaimLink]) -> tuple[float, ...]:
    """Features of one claim or several, the longer ones counting for more."""
    sizes = [len(link.claim.terms) or 1 for link in links]

    def mean(shares: Iterable[float]) -> float:
        return sum(size * share for size, share in zip(sizes, shares, strict=True)) / sum(sizes)

    values = [value for link in links for value in link.values if not value.asked]
    nowhere = sum(any(not value.how and not value.asked for value in link.values) for link in links)
    return (
        mean(link.everywhere for link in links),
        mean(link.window for link in links),
        float(any(link.strange for link in links)),
        nowhere / len(links),
        sum(bool(value.how) and value.misplaced() for value in values) / len(values) if values else 0.0,
        math.log(len(links)),
    )
