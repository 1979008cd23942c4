"""Figures of one claim that stand in the passages side by side, but the other way round."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from scoring.quantities import could_replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.contexts import Context
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding

# How much more of their subjects must agree once they change places, as a share of what agrees now.
_CLEARLY = 1.25


def crossed_pairs(findings: Sequence[FigureFinding], evidence: Evidence) -> list[tuple[int, int]]:
    """Pairs of findings, by index, whose figures have changed places.

    "Birch 63 hours, Ash 48 hours" where the passage says it of Ash and Birch: each figure's own words agree
    better with the place of the other.
    """
    return [
        (i, j)
        for (i, one), (j, two) in combinations(enumerate(findings), 2)
        if _could_cross(one, two) and _are_crossed(one, two, evidence)
    ]


def _could_cross(one: FigureFinding, two: FigureFinding) -> bool:
    if one.source is None or two.source is None or not (one.holds and two.holds):
        return False
    return (
        one.figure.claim == two.figure.claim
        and one.source.passage == two.source.passage
        and one.source.mention != two.source.mention
        and not one.figure.mention.is_year
        and could_replace(one.figure.mention, two.figure.mention)
    )


def _are_crossed(one: FigureFinding, two: FigureFinding, evidence: Evidence) -> bool:
    if one.source is None or two.source is None:
        return False
    straight = _shared(one.figure.context, one.source, evidence) + _shared(
        two.figure.context, two.source, evidence
    )
    across = _shared(one.figure.context, two.source, evidence) + _shared(
        two.figure.context, one.source, evidence
    )
    return across > straight * _CLEARLY


def _shared(claim: Context, source: Occurrence, evidence: Evidence) -> float:
    """Weight of what the two say of their figure in its own clause or row, years counted as words."""
    words = sum(evidence.weight(term) for term in claim.key & source.context.key)
    same_year = claim.dated and source.context.dated and claim.years & source.context.years
    return words + (evidence.unknown if same_year else 0.0)
