"""How well each figure of the passages fits the place of a figure in an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scoring.affinity import affinity, topic_factor, weighed_for
from scoring.quantities import Agreement, agrees, comparable, could_replace, gist, sort_of, which_may_agree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import ClaimFigure
    from scoring.mentions import Mention

Agreements = tuple["Mapping[int, Agreement]", ...]
"""For every figure of an answer the passages' figures, by index, that have its value."""

# Each further figure of the claim that stands in the same sentence or row.
_COMPANY = 0.35
# Each that stands elsewhere in the same passage.
_NEIGHBOURS = 0.1
_MOST_COMPANY = 2
# An answer that gives both sides of a conflict fits each to its source about as well.
_GIVEN_THERE = 0.25
# What the fit of a value in another unit of measure counts for.
_OTHER_MEASURE = 0.3


class Fit(NamedTuple):
    """A figure of the passages in the place of a figure of the answer.

    Attributes:
        occurrence: the passages' figure.
        fit: how well its surroundings fit, other figures of the claim that stand beside it counted in.
        alone: how well they fit by words and years.
        agreement: whether it has the answer's value.
    """

    occurrence: Occurrence
    fit: float
    alone: float
    agreement: Agreement


def agreements_of(found: Sequence[ClaimFigure], evidence: Evidence) -> Agreements:
    """Compare every figure of an answer with every one of the passages, once."""
    return tuple(_agreeing(figure.mention, evidence) for figure in found)


def _agreeing(claim: Mention, evidence: Evidence) -> dict[int, Agreement]:
    places = which_may_agree(gist(claim), evidence.gists)
    return {i: how for i in places if (how := agrees(claim, evidence.occurrences[i].mention))}


def fits_of(
    place: int, found: Sequence[ClaimFigure], agreements: Agreements, evidence: Evidence
) -> tuple[list[Fit], list[Fit]]:
    """The passages' figures with the answer's value, and those of another value that could stand there.

    Args:
        place: which figure of the answer.
        found: all its figures.
        agreements: see :func:`agreements_of`.
        evidence: the passages.
    """
    figure = found[place]
    company = _company(place, found, agreements, evidence)
    own = weighed_for(figure.context, evidence)
    topics = [topic_factor(own, topic) for topic in evidence.topics]
    agreed = agreements[place]

    def fit_of(index: int, occurrence: Occurrence, kin: float) -> Fit:
        alone = affinity(own, occurrence.context) * topics[occurrence.passage] * kin
        bonus = company.bonus(index, occurrence)
        return Fit(occurrence, alone * (1 + bonus), alone, agreed.get(index, ""))

    matches = [fit_of(index, evidence.occurrences[index], 1.0) for index in agreed]
    rivals = [
        fit_of(index, occurrence, kin)
        for index, occurrence in evidence.of_sort(sort_of(figure.mention))
        if index not in agreed
        and occurrence.mention.standing != "implied"
        and (kin := _kinship(figure, occurrence, company))
    ]
    if any(match.occurrence.mention.standing == "stated" for match in matches):
        # Small numbers in words stand in for the claim's only where its own value is worded too.
        rivals = [rival for rival in rivals if rival.occurrence.mention.standing == "stated"]
    return matches, rivals


def _kinship(figure: ClaimFigure, occurrence: Occurrence, company: _Company) -> float:
    """How far another value could stand in a figure's place, in [0, 1].

    One in another unit of measure only could where further figures of the claim stand beside it, and where it
    fits far better.
    """
    if not could_replace(figure.mention, occurrence.mention, tabular=occurrence.tabular):
        return 0.0
    if comparable(figure.mention, occurrence.mention):
        return 1.0
    return _OTHER_MEASURE if company.units.get(occurrence.unit) else 0.0


@dataclass(frozen=True, slots=True)
class _Company:
    """Where the other figures of the same claim stand: by unit, and by passage."""

    units: Mapping[int, frozenset[int]]
    passages: Mapping[int, frozenset[int]]
    holders: Mapping[int, frozenset[int]]

    def bonus(self, index: int, occurrence: Occurrence) -> float:
        """What an occurrence gains by the company of the claim's other figures.

        Args:
            index: the occurrence's index.
            occurrence: the occurrence.
        """
        own = self.holders.get(index, frozenset())
        beside = self.units.get(occurrence.unit, frozenset())
        around = self.passages.get(occurrence.passage, frozenset()) - beside
        return _COMPANY * min(_MOST_COMPANY, len(beside - own)) + _NEIGHBOURS * min(
            _MOST_COMPANY, len(around)
        )


def _company(
    place: int, found: Sequence[ClaimFigure], agreements: Agreements, evidence: Evidence
) -> _Company:
    units: dict[int, set[int]] = {}
    passages: dict[int, set[int]] = {}
    holders: dict[int, set[int]] = {}
    for other, figure in enumerate(found):
        if other == place or abs(figure.claim - found[place].claim) > 1 or figure.mention.is_year:
            continue
        for index in agreements[other]:
            occurrence = evidence.occurrences[index]
            units.setdefault(occurrence.unit, set()).add(other)
            passages.setdefault(occurrence.passage, set()).add(other)
            holders.setdefault(index, set()).add(other)
    frozen = ({key: frozenset(value) for key, value in table.items()} for table in (units, passages, holders))
    return _Company(*frozen)


def strongest_rival(
    place: int, rivals: Sequence[Fit], found: Sequence[ClaimFigure], evidence: Evidence
) -> Fit | None:
    """The best-fitting other value that the answer does not itself give where it fits at least as well."""
    for rival in sorted(rivals, key=lambda f: -f.fit):
        if not _is_given(rival, place, found, evidence):
            return rival
    return None


def _is_given(rival: Fit, place: int, found: Sequence[ClaimFigure], evidence: Evidence) -> bool:
    """Whether the answer gives that value too, at a place that fits it about as well."""
    return any(
        other != place
        and agrees(figure.mention, rival.occurrence.mention)
        and affinity(weighed_for(figure.context, evidence), rival.occurrence.context)
        >= rival.alone * _GIVEN_THERE
        for other, figure in enumerate(found)
    )
