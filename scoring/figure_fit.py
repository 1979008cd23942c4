"""How well each figure of the passages fits the place of a figure in an answer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scoring.affinity import affinity, topic_factor, weighed_for
from scoring.figure_company import Company, companies
from scoring.quantities import (
    Agreement,
    comparable,
    could_replace,
    gist,
    sort_of,
    unit_word,
    which_may_agree,
)
from scoring.years_over import agrees_there

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.affinity import Weighed
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import ClaimFigure
    from scoring.mentions import Mention

# An answer that gives both sides of a conflict fits each to its source about as well.
_GIVEN_THERE = 0.25
# What the fit of a value in another unit of measure counts for.
_OTHER_MEASURE = 0.3
# What that of a whole number counts for in the place of a decimal one, of one told in another unit, and of a
# number of quite another size.
_OTHER_PRECISION, _OTHER_UNIT_WORD, _OTHER_SIZE, _FAR = 0.6, 0.7, 0.7, 10
# What that of counted things counts for in the place of a decimal, which counts none.
_COUNTED = 0.3


class Fit(NamedTuple):
    """A figure of the passages in the place of a figure of the answer.

    Attributes:
        number: the index of the passages' figure.
        occurrence: the passages' figure.
        fit: how well its surroundings fit, other figures of the claim that stand beside it counted in.
        alone: how well they fit by words and years.
        agreement: whether it has the answer's value.
    """

    number: int
    occurrence: Occurrence
    fit: float
    alone: float
    agreement: Agreement


@dataclass(frozen=True)
class Agreements:
    """The figures of an answer held against those of the passages, once.

    Attributes:
        found: the answer's figures.
        evidence: the passages.
        by_figure: for every figure of the answer the passages' figures, by index, that have its value.
        companies: for every figure where the others of its claim stand.
    """

    found: Sequence[ClaimFigure]
    evidence: Evidence
    by_figure: Sequence[Mapping[int, Agreement]]
    companies: Sequence[Company]

    @cached_property
    def givers(self) -> Mapping[int, Sequence[int]]:
        """For each of the passages' figures, by index, the answer's figures that have its value."""
        givers: dict[int, list[int]] = defaultdict(list)
        for place, agreed in enumerate(self.by_figure):
            for index in agreed:
                givers[index].append(place)
        return givers

    @cached_property
    def weighed(self) -> Sequence[Weighed]:
        """What each figure of the answer speaks of, as the passages weigh it."""
        return [weighed_for(figure.context, self.evidence) for figure in self.found]


def agreements_of(found: Sequence[ClaimFigure], evidence: Evidence) -> Agreements:
    """Compare every figure of an answer with every one of the passages."""
    by_figure = tuple(_agreeing(figure.mention, evidence) for figure in found)
    return Agreements(found, evidence, by_figure, companies(found, by_figure, evidence))


def _agreeing(claim: Mention, evidence: Evidence) -> dict[int, Agreement]:
    places = which_may_agree(gist(claim), evidence.gists)
    return {i: how for i in places if (how := agrees_there(claim, evidence.occurrences[i], evidence))}


def fits_of(place: int, agreements: Agreements) -> tuple[list[Fit], list[Fit]]:
    """The passages' figures with the answer's value, and those of another value that could stand there.

    Args:
        place: which figure of the answer.
        agreements: see :func:`agreements_of`.
    """
    evidence, figure = agreements.evidence, agreements.found[place]
    company, own = agreements.companies[place], agreements.weighed[place]
    topics = [topic_factor(own, topic) for topic in evidence.topics]
    agreed = agreements.by_figure[place]

    def fit_of(index: int, occurrence: Occurrence, kin: float) -> Fit:
        alone = affinity(own, occurrence.context) * topics[occurrence.passage] * kin
        bonus = company.bonus(index, occurrence)
        return Fit(index, occurrence, alone * (1 + bonus), alone, agreed.get(index, ""))

    multiple = figure.reckoned.multiple
    matches = [
        fit_of(index, evidence.occurrences[index], 1.0)
        for index in agreed
        if not (multiple and _counts(evidence.occurrences[index]))
    ]
    rivals = [
        fit_of(index, occurrence, kin)
        for index, occurrence in evidence.of_sort(sort_of(figure.mention))
        if index not in agreed
        and occurrence.mention.standing != "implied"
        and not (multiple and _counts(occurrence))
        and (kin := _kinship(figure, occurrence, company))
    ]
    if any(match.occurrence.mention.standing == "stated" for match in matches):
        # Small numbers in words stand in for the claim's only where its own value is worded too.
        rivals = [rival for rival in rivals if rival.occurrence.mention.standing == "stated"]
    return matches, rivals


def _counts(occurrence: Occurrence) -> bool:
    """Whether a figure of a sentence counts something, so that it is no multiple of anything."""
    figure = occurrence.mention.figure
    return figure is not None and figure.unit is None and figure.kind == "number" and not occurrence.tabular


def _kinship(figure: ClaimFigure, occurrence: Occurrence, company: Company) -> float:
    """How far another value could stand in a figure's place, in [0, 1].

    One in another unit of measure only could where further figures of the claim stand beside it, and where it
    fits far better.
    """
    if not could_replace(figure.mention, occurrence.mention, tabular=occurrence.tabular):
        return 0.0
    if comparable(figure.mention, occurrence.mention):
        return _likeness(figure.mention, occurrence.mention)
    return _OTHER_MEASURE if company.is_in(occurrence.unit) else 0.0


def _likeness(claim: Mention, source: Mention) -> float:
    """How much two values look like values of one thing: a mean of 3.8 and a count of 212 hardly do.

    Nor do 205 m and 612 mm: people seldom change a unit, and into one of the same script.
    """
    one, other = claim.figure, source.figure
    if one is None or other is None:
        return 1.0
    small, large = sorted((abs(one.value), abs(other.value)))
    factor = _OTHER_SIZE if large > small * _FAR else 1.0
    if bool(one.precision) != bool(other.precision):
        counts_none = one.noun is None and one.quantum < 1
        factor *= _COUNTED if counts_none and other.noun else _OTHER_PRECISION
    mine, others = unit_word(claim.raw), unit_word(source.raw)
    alike = mine == others or not (one.unit and mine and others) or mine[0].isascii() != others[0].isascii()
    return factor * (1.0 if alike else _OTHER_UNIT_WORD)


def strongest_rival(place: int, rivals: Sequence[Fit], agreements: Agreements) -> Fit | None:
    """The best-fitting other value that the answer does not itself give where it fits at least as well."""
    for rival in sorted(rivals, key=lambda f: -f.fit):
        if not _is_given(rival, place, agreements):
            return rival
    return None


def _is_given(rival: Fit, place: int, agreements: Agreements) -> bool:
    """Whether the answer gives that value too, at a place that fits it about as well."""
    return any(
        other != place
        and affinity(agreements.weighed[other], rival.occurrence.context) >= rival.alone * _GIVEN_THERE
        for other in agreements.givers.get(rival.number, ())
    )
