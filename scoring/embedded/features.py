"""What the fitted part of the judge looks at: a few numbers on the whole of an answer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.embedded.links import ClaimLink

PROSE = (
    "least words anywhere",
    "mean words anywhere",
    "mean words in two neighbours",
    "names that stand nowhere",
    "length",
    "words that stand nowhere",
    "share of values that stand nowhere",
)
"""Features of a whole answer, in the order of their weights."""

CLAIM = (
    "new words anywhere",
    "words in two neighbours",
    "share of names that stand nowhere",
    "share of values that stand nowhere",
)
"""Features of a sentence, or of a few of them together."""


def claim(links: Sequence[ClaimLink]) -> tuple[float, ...]:
    """Features of one claim or several, the longer ones counting for more."""
    sizes = [len(link.claim.terms) or 1 for link in links]
    whole = sum(sizes) or 1

    def mean(values: Iterable[float]) -> float:
        return sum(size * value for size, value in zip(sizes, values, strict=True)) / whole

    values = [value for link in links for value in link.values if not value.asked]
    return (
        mean(link.new for link in links),
        mean(link.window for link in links),
        sum(len(link.strange) for link in links) / whole,
        sum(not value.how for value in values) / len(values) if values else 0.0,
    )


def prose(links: Sequence[ClaimLink]) -> tuple[float, ...]:
    """Features of what an answer states."""
    facts = [link for link in links if link.claim.kind == "fact" and link.claim.terms]
    if not facts:
        return (1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0)
    count = len(facts)
    nowhere = sum(not value.how and not value.asked for link in facts for value in link.values)
    return (
        min(link.everywhere for link in facts),
        sum(link.everywhere for link in facts) / count,
        sum(link.window for link in facts) / count,
        math.log1p(sum(len(link.strange) for link in facts)),
        math.log1p(sum(len(link.claim.terms) for link in facts)),
        math.log1p(sum(len(link.unheld) for link in facts)),
        nowhere / max(1, sum(len(link.values) for link in facts)),
    )
