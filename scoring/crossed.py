"""Figures of one claim that stand in the passages side by side, but the other way round."""

from __future__ import annotations

from itertools import combinations, product
from math import fsum
from typing import TYPE_CHECKING

from scoring.labels import sides
from scoring.quantities import could_replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.contexts import Context
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding

Labels = tuple[frozenset[str], frozenset[str]]
"""What is said of one figure and of the other."""

# How much more of their subjects must agree once they change places, as a share of what agrees now.
_CLEARLY = 1.25
# How much more it must be, as a share of a word's weight that occurs nowhere else.
_ENOUGH = 0.6


def crossed_pairs(findings: Sequence[FigureFinding], evidence: Evidence) -> list[tuple[int, int]]:
    """Pairs of findings, by index, whose figures have changed places.

    "Birch 63 hours, Ash 48 hours" where the passage says it of Ash and Birch: each figure's own words agree
    better with the place of the other. Whether the words belong to the figure behind them or before them is
    not known ("431 by weather and 91 by crew"), so that reading is taken under which most agrees.
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
        and not _is_one_span(one, two)
    )


def _is_one_span(one: FigureFinding, two: FigureFinding) -> bool:
    """Whether the claim names the two in one breath ("from 4 to 7") in the order of the passage."""
    if one.source is None or two.source is None or one.source.unit != two.source.unit:
        return False
    return not two.figure.sides[0] and one.source.mention.start < two.source.mention.start


def _are_crossed(one: FigureFinding, two: FigureFinding, evidence: Evidence) -> bool:
    if one.source is None or two.source is None:
        return False
    mine, other = one.figure.context, two.figure.context
    straight_years = evidence.unknown * (_same_year(mine, one.source) + _same_year(other, two.source))
    across_years = evidence.unknown * (_same_year(mine, two.source) + _same_year(other, one.source))
    most_straight, most_across = straight_years, across_years
    for said, held in product(_claim_labels(one, two), _source_labels(one.source, two.source, evidence)):
        (label, further), (first, second) = _apart(said), _apart(held)
        straight = _shared(label, first, evidence) + _shared(further, second, evidence)
        across = _shared(label, second, evidence) + _shared(further, first, evidence)
        most_straight, most_across = (
            max(most_straight, straight + straight_years),
            max(most_across, across + across_years),
        )
    return most_across > most_straight * _CLEARLY and most_across - most_straight > _ENOUGH * evidence.unknown


def _apart(labels: Labels) -> Labels:
    """Labels without what both say."""
    return labels[0] - labels[1], labels[1] - labels[0]


def _claim_labels(one: FigureFinding, two: FigureFinding) -> Iterator[Labels]:
    for side in range(2):
        yield one.figure.sides[side], two.figure.sides[side]
    yield one.figure.context.key, two.figure.context.key


def _source_labels(one: Occurrence, two: Occurrence, evidence: Evidence) -> Iterator[Labels]:
    if not one.tabular and one.unit == two.unit:
        held = sides(evidence.units[one.unit].text)
        if one.mention.start in held and two.mention.start in held:
            for side in range(2):
                yield held[one.mention.start][side], held[two.mention.start][side]
    yield one.context.key, two.context.key


def _shared(claim: frozenset[str], source: frozenset[str], evidence: Evidence) -> float:
    return fsum(evidence.weight(term) for term in claim & source)


def _same_year(claim: Context, source: Occurrence) -> bool:
    return bool(claim.dated and source.context.dated and claim.years & source.context.years)
