"""How many figures of an answer are looked at.

Figures are held against each other and against all of the passages, so that an answer of thousands would take
minutes. No answer that a person reads has as many as are looked at here; what comes behind them is never
called right, but said not to have been checked.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from scoring.mentions import mentions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence

# So many at most, fewer the more figures the passages hold, but never fewer than the last.
_MOST, _PAIRS, _LEAST = 300, 200_000, 50


def most_checked(evidence: Evidence) -> int:
    """How many figures of an answer are held against these passages."""
    return max(_LEAST, min(_MOST, _PAIRS // max(1, len(evidence.occurrences))))


def first_unchecked(claims: Sequence[Claim], most: int) -> int | None:
    """The claim, by index, that the first figure beyond so many stands in; None where there is none."""
    counted = accumulate(len(mentions(claim.text)) for claim in claims)
    return next((index for index, count in enumerate(counted) if count > most), None)
