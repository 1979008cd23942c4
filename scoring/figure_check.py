"""Figures and dates of an answer against those of the passages: the value, and what it is attached to.

A figure is not supported by standing somewhere. Among the passages' figures of its kind the one with the
best-fitting surroundings must have its value; if a figure of another value fits clearly better, the claim
has put its figure in the wrong place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoring.affinity import affinity, other_time, year_factor
from scoring.arithmetic import is_derived
from scoring.quantities import agrees, comparable, could_replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.contexts import Context
    from scoring.evidence import Evidence, Occurrence
    from scoring.mentions import Mention

FigureVerdict = Literal["supported", "rounded", "derived", "misplaced", "absent"]

# A rival must fit this much better, and by this much, before the claim's own figure counts as misplaced.
_BETTER, _BY = 1.18, 0.02
# Dates hardly agree by chance, so more is asked for.
_BETTER_DATE = 1.6
# Where the two stand in passages of different languages, one shares words with the claim and one cannot.
_BETTER_ABROAD = 2.5
# How much better a figure of another kind must fit.
_MUCH_BETTER = 4.0
# Each further figure of the claim that stands in the same sentence or row.
_COMPANY = 0.2
# An answer that gives both sides of a conflict fits each to its source about as well.
_GIVEN_THERE = 0.75
# Two sources speak of one thing where both fit nearly equally well, and well.
_EQUAL, _WELL = 0.85, 0.5


@dataclass(frozen=True, slots=True)
class ClaimFigure:
    """A figure of an answer with its surroundings and the claim it stands in."""

    claim: int
    mention: Mention
    context: Context


@dataclass(frozen=True, slots=True)
class FigureFinding:
    """What the passages say of one figure.

    Attributes:
        figure: the figure of the answer.
        verdict: supported; rounded (fewer digits than the passage's); derived (computed from figures that
            the passages hold); misplaced (it stands there, but of something else); absent.
        source: the passages' figure that bears it, None where none does.
        rival: the figure that stands where the claim's should; for a supported one, a source that says
            otherwise with equal right.
        fit: how well the surroundings of ``source`` fit, 0 where there is none.
    """

    figure: ClaimFigure
    verdict: FigureVerdict
    source: Occurrence | None
    rival: Occurrence | None
    fit: float

    @property
    def holds(self) -> bool:
        """Whether the passages bear the figure."""
        return self.verdict in {"supported", "rounded", "derived"}


@dataclass(frozen=True, slots=True)
class _Fit:
    occurrence: Occurrence
    fit: float


def check_figures(found: Sequence[ClaimFigure], evidence: Evidence) -> list[FigureFinding]:
    """Check all figures of an answer together, so that two that contradict each other in the passages are
    each given to the source they fit best.

    Returns:
        One finding for each figure, in order.
    """
    return [_check(figure, found, evidence) for figure in found]


def _check(figure: ClaimFigure, others: Sequence[ClaimFigure], evidence: Evidence) -> FigureFinding:
    if figure.mention.is_year and (found := _check_year(figure, others, evidence)):
        return found
    like = [o for o in evidence.occurrences if comparable(figure.mention, o.mention)]
    company = _company(figure, others, evidence)
    fits = [_Fit(o, affinity(figure.context, o.context, evidence) * company.get(o.unit, 1.0)) for o in like]
    matches = [f for f in fits if agrees(figure.mention, f.occurrence.mention)]
    rivals = [
        f
        for f in fits
        if not agrees(figure.mention, f.occurrence.mention)
        and could_replace(figure.mention, f.occurrence.mention)
    ]
    if not matches:
        return _without_match(figure, others, rivals, evidence)
    best = max(matches, key=lambda f: f.fit)
    rival = _strongest(figure, rivals, others, evidence)
    if rival and _clearly_better(rival, best, figure, evidence):
        return FigureFinding(figure, "misplaced", best.occurrence, rival.occurrence, best.fit)
    if _fits_elsewhere(figure, best, evidence):
        return FigureFinding(figure, "misplaced", best.occurrence, best.occurrence, best.fit)
    if all(other_time(figure.context, f.occurrence.context) for f in matches) and figure.mention.figure:
        return FigureFinding(figure, "misplaced", best.occurrence, best.occurrence, best.fit)
    exact = agrees(figure.mention, best.occurrence.mention) == "exact"
    contrary = rival.occurrence if rival and _equal_right(rival, best, figure) else None
    return FigureFinding(figure, "supported" if exact else "rounded", best.occurrence, contrary, best.fit)


def _check_year(figure: ClaimFigure, others: Sequence[ClaimFigure], evidence: Evidence) -> FigureFinding | None:
    """A year beside other figures only dates them, which is checked with them; it must occur at all."""
    year = figure.mention.year
    if year is None or year not in evidence.years:
        return FigureFinding(figure, "absent", None, None, 0.0)
    beside = any(o.claim == figure.claim and o is not figure and not o.mention.is_year for o in others)
    return FigureFinding(figure, "supported", None, None, 0.0) if beside else None


def _company(figure: ClaimFigure, others: Sequence[ClaimFigure], evidence: Evidence) -> dict[int, float]:
    """Units that hold other figures of the same claim too, and how much more likely that makes them."""
    beside = [o.mention for o in others if o is not figure and o.claim == figure.claim and not o.mention.is_year]
    held: dict[int, set[int]] = {}
    for occurrence in evidence.occurrences:
        for index, mention in enumerate(beside):
            if agrees(mention, occurrence.mention):
                held.setdefault(occurrence.unit, set()).add(index)
    return {unit: 1 + _COMPANY * min(2, len(found)) for unit, found in held.items()}


def _without_match(
    figure: ClaimFigure, others: Sequence[ClaimFigure], rivals: Sequence[_Fit], evidence: Evidence
) -> FigureFinding:
    if is_derived(figure.mention, [o.mention for o in others if o is not figure], evidence, figure.context):
        return FigureFinding(figure, "derived", None, None, 0.0)
    rival = max(rivals, key=lambda f: f.fit, default=None)
    return FigureFinding(figure, "absent", None, rival.occurrence if rival else None, 0.0)


def _strongest(
    figure: ClaimFigure, rivals: Sequence[_Fit], others: Sequence[ClaimFigure], evidence: Evidence
) -> _Fit | None:
    """The best-fitting other value that the answer does not itself give where it fits at least as well."""
    for rival in sorted(rivals, key=lambda f: -f.fit):
        if not any(
            other is not figure
            and agrees(other.mention, rival.occurrence.mention)
            and affinity(other.context, rival.occurrence.context, evidence) >= rival.fit * _GIVEN_THERE
            for other in others
        ):
            return rival
    return None


def _clearly_better(rival: _Fit, best: _Fit, figure: ClaimFigure, evidence: Evidence) -> bool:
    factor = _BETTER_DATE if figure.mention.date else _BETTER
    if evidence.script(rival.occurrence.unit) != evidence.script(best.occurrence.unit):
        factor = _BETTER_ABROAD
    return rival.fit > best.fit * factor + _BY


def _fits_elsewhere(figure: ClaimFigure, best: _Fit, evidence: Evidence) -> bool:
    """Whether a figure of whatever kind fits so much better that this one stands here by mistake."""
    if figure.mention.date:
        return False
    script = evidence.script(best.occurrence.unit)
    elsewhere = max(
        (
            affinity(figure.context, o.context, evidence)
            for o in evidence.occurrences
            if o.mention.figure and o.passage != best.occurrence.passage and evidence.script(o.unit) == script
        ),
        default=0.0,
    )
    return elsewhere > best.fit * _MUCH_BETTER + _BY


def _equal_right(rival: _Fit, best: _Fit, figure: ClaimFigure) -> bool:
    if figure.mention.is_year or rival.occurrence.unit == best.occurrence.unit:
        return False
    same_time = year_factor(figure.context, rival.occurrence.context) >= 1
    return same_time and best.fit >= _WELL and rival.fit >= best.fit * _EQUAL
