"""Where the other figures of a claim stand in the passages: figures of one claim are found together."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import ClaimFigure
    from scoring.quantities import Agreement

# Each further figure of the claim that stands in the same sentence or row.
_COMPANY = 0.35
# Each that stands elsewhere in the same passage.
_NEIGHBOURS = 0.1
_MOST_COMPANY = 2


@dataclass(frozen=True, slots=True)
class _Places:
    """In how many units and passages, and at which of the passages' figures, figures of an answer stand."""

    units: Counter[int]
    passages: Counter[int]
    holders: Counter[int]


@dataclass(frozen=True, slots=True)
class Company:
    """Where the other figures of a figure's claim, and of the claims next to it, stand.

    Attributes:
        all: of these claims, how many figures stand in each place.
        own: the places of the figure itself, which is no company of its own.
    """

    all: _Places
    own: _Places

    def is_in(self, unit: int) -> bool:
        """Whether another figure stands in a unit of the passages."""
        return self.all.units[unit] > self.own.units[unit]

    def bonus(self, index: int, occurrence: Occurrence) -> float:
        """What an occurrence gains by the company of the claim's other figures.

        Args:
            index: the occurrence's index.
            occurrence: the occurrence.
        """
        same = self.all.holders[index] - self.own.holders[index]
        beside = self.all.units[occurrence.unit] - self.own.units[occurrence.unit]
        around = self.all.passages[occurrence.passage] - self.own.passages[occurrence.passage] - beside
        return _COMPANY * min(_MOST_COMPANY, beside - same) + _NEIGHBOURS * min(_MOST_COMPANY, around)


def companies(
    found: Sequence[ClaimFigure], agreeing: Sequence[Mapping[int, Agreement]], evidence: Evidence
) -> list[Company]:
    """The company of every figure of an answer; years, which stand everywhere, are none.

    Args:
        found: the figures.
        agreeing: for each the passages' figures, by index, that have its value.
        evidence: the passages.
    """
    own = [
        _places_of({} if figure.mention.is_year else agreed, evidence)
        for figure, agreed in zip(found, agreeing, strict=True)
    ]
    claims: dict[int, list[_Places]] = defaultdict(list)
    for figure, places in zip(found, own, strict=True):
        claims[figure.claim].append(places)
    near = {
        claim: _together(
            [places for other in (claim - 1, claim, claim + 1) for places in claims.get(other, ())]
        )
        for claim in list(claims)
    }
    return [Company(near[figure.claim], places) for figure, places in zip(found, own, strict=True)]


def _places_of(agreed: Mapping[int, Agreement], evidence: Evidence) -> _Places:
    occurrences = [evidence.occurrences[index] for index in agreed]
    return _Places(
        Counter({occurrence.unit for occurrence in occurrences}),
        Counter({occurrence.passage for occurrence in occurrences}),
        Counter(agreed.keys()),
    )


def _together(each: Sequence[_Places]) -> _Places:
    whole = _Places(Counter(), Counter(), Counter())
    for places in each:
        whole.units.update(places.units)
        whole.passages.update(places.passages)
        whole.holders.update(places.holders)
    return whole
