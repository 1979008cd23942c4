"""Figures and dates of an answer against those of the passages: the value, and what it is attached to.

A figure is not supported by standing somewhere. Among the passages' figures of its kind the one with the
best-fitting surroundings must have its value; if a figure of another value fits clearly better, the claim
has put its figure in the wrong place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from scoring.affinity import affinity, other_time, subject_cover, topic_factor, year_factor
from scoring.arithmetic import is_derived
from scoring.crossed import crossed_pairs
from scoring.quantities import agrees, comparable, could_replace, near_in_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.contexts import Context
    from scoring.evidence import Evidence, Occurrence
    from scoring.mentions import Mention

FigureVerdict = Literal["supported", "rounded", "derived", "misplaced", "unattached", "absent"]

# A rival must fit this much better, and by this much, before the claim's own figure counts as misplaced.
_BETTER, _BY = 1.35, 0.02
# Dates hardly agree by chance, so more is asked for.
_BETTER_DATE = 1.5
# Where claim and passages are not all in one script, words say little.
_BETTER_ABROAD = 2.5
# A figure that fits worse than this, or than this share of what a neighbour in the same sentence does, stands
# in the passages by chance. (Over the bank's gold answers and paraphrases the least were 0.010 and 0.15.)
_BY_CHANCE, _BY_CHANCE_BESIDE = 0.008, 0.1
# Each further figure of the claim that stands in the same sentence or row.
_COMPANY = 0.35
# Each that stands elsewhere in the same passage.
_NEIGHBOURS = 0.1
# An answer that gives both sides of a conflict fits each to its source about as well.
_GIVEN_THERE = 0.75
# Two sources speak of one thing where both fit nearly equally well and the claim speaks of their subject.
_EQUAL, _SAME_SUBJECT = 0.6, 0.78
_EQUAL_ABROAD, _SAME_SUBJECT_ABROAD = 0.15, 0.35


@dataclass(frozen=True, slots=True)
class ClaimFigure:
    """A figure of an answer.

    Attributes:
        claim: index of the claim it stands in.
        mention: the figure.
        context: its surroundings.
        script: the script the claim is written in.
        given: whether the question itself names it.
        in_time: whether it is a date within a time that the question names.
    """

    claim: int
    mention: Mention
    context: Context
    script: str
    given: bool
    in_time: bool


@dataclass(frozen=True, slots=True)
class FigureFinding:
    """What the passages say of one figure.

    Attributes:
        figure: the figure of the answer.
        verdict: supported; rounded (fewer digits than the passage's); derived (computed from figures that
            the passages hold); misplaced (something else stands where it should); unattached (it occurs, but
            of nothing that the claim speaks of); absent.
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
    alone: float


def check_figures(found: Sequence[ClaimFigure], evidence: Evidence) -> list[FigureFinding]:
    """Check all figures of an answer.

    They are checked together, so that two that contradict each other in the passages are each given to the
    source they fit best.

    Returns:
        One finding for each figure, in order.
    """
    findings = _with_derived([_check(figure, found, evidence) for figure in found])
    findings = [_attached(finding, findings, evidence) for finding in findings]
    for one, two in crossed_pairs(findings, evidence):
        first, second = findings[one], findings[two]
        findings[one] = replace(first, verdict="misplaced", rival=second.source)
        findings[two] = replace(second, verdict="misplaced", rival=first.source)
    return findings


def _with_derived(findings: Sequence[FigureFinding]) -> list[FigureFinding]:
    """Absent figures that follow from those that hold count as derived, and may be computed with in turn."""
    findings = list(findings)
    changed = True
    while changed:
        changed = False
        for place, finding in enumerate(findings):
            if finding.verdict != "absent" or finding.figure.mention.is_year:
                continue
            near = [f.figure.mention for f in findings if f.holds and _within_reach(f, finding)]
            if is_derived(finding.figure.mention, near):
                findings[place] = replace(finding, verdict="derived", rival=None)
                changed = True
    return findings


def _within_reach(one: FigureFinding, other: FigureFinding) -> bool:
    """Whether two figures stand in the same claim or in neighbouring ones."""
    return abs(one.figure.claim - other.figure.claim) <= 1


def _attached(finding: FigureFinding, findings: Sequence[FigureFinding], evidence: Evidence) -> FigureFinding:
    """The finding, or that the figure only occurs by chance."""
    figure, source = finding.figure, finding.source
    if source is None or not finding.holds or figure.mention.is_year or figure.given or figure.in_time:
        return finding
    beside = max(
        (f.fit for f in findings if f is not finding and f.figure.claim == figure.claim and f.holds),
        default=0.0,
    )
    bar = _BY_CHANCE
    if evidence.script(source.unit) == figure.script:
        bar = max(bar, beside * _BY_CHANCE_BESIDE)
    return replace(finding, verdict="unattached", rival=None) if finding.fit < bar else finding


def _check(figure: ClaimFigure, others: Sequence[ClaimFigure], evidence: Evidence) -> FigureFinding:
    if figure.mention.is_year and (found := _check_year(figure, others, evidence)):
        return found
    like = [o for o in evidence.occurrences if comparable(figure.mention, o.mention)]
    company = _company(figure, others, evidence)
    fits = [_fit(figure, o, company, evidence) for o in like]
    matches = [f for f in fits if agrees(figure.mention, f.occurrence.mention)]
    rivals = [
        f
        for f in fits
        if not agrees(figure.mention, f.occurrence.mention)
        and could_replace(figure.mention, f.occurrence.mention, tabular=f.occurrence.tabular)
    ]
    if not matches:
        rival = max(rivals, key=lambda f: f.fit, default=None)
        return FigureFinding(figure, "absent", None, rival.occurrence if rival else None, 0.0)
    best = max(matches, key=lambda f: f.fit)
    if figure.given or figure.in_time:
        return FigureFinding(figure, "supported", best.occurrence, None, best.fit)
    rival = _strongest(figure, rivals, others, evidence)
    disputed = rival is not None and _equal_right(rival, best, figure, evidence)
    if rival and not disputed and _clearly_better(rival, best, figure, evidence):
        return FigureFinding(figure, "misplaced", best.occurrence, rival.occurrence, best.fit)
    if figure.mention.figure and _of_another_year(figure, best, matches):
        return FigureFinding(figure, "misplaced", best.occurrence, best.occurrence, best.fit)
    exact = agrees(figure.mention, best.occurrence.mention) == "exact"
    contrary = rival.occurrence if rival and disputed else None
    return FigureFinding(figure, "supported" if exact else "rounded", best.occurrence, contrary, best.fit)


def _check_year(
    figure: ClaimFigure, others: Sequence[ClaimFigure], evidence: Evidence
) -> FigureFinding | None:
    """A year beside other figures only dates them, which is checked with them; it must occur at all."""
    year = figure.mention.year
    if year is None or year not in evidence.years:
        return FigureFinding(figure, "absent", None, None, 0.0)
    beside = any(o.claim == figure.claim and o is not figure and not o.mention.is_year for o in others)
    return FigureFinding(figure, "supported", None, None, 0.0) if beside else None


def _fit(
    figure: ClaimFigure, occurrence: Occurrence, company: Mapping[int, Sequence[Mention]], evidence: Evidence
) -> _Fit:
    alone = affinity(figure.context, occurrence.context, evidence) * topic_factor(
        figure.context, evidence.topics[occurrence.passage], evidence
    )
    beside = sum(not agrees(mention, occurrence.mention) for mention in company.get(occurrence.unit, ()))
    around = {
        mention.raw
        for unit, held in company.items()
        if unit != occurrence.unit and evidence.units[unit].passage == occurrence.passage
        for mention in held
    }
    more = _COMPANY * min(2, beside) + _NEIGHBOURS * min(2, len(around))
    return _Fit(occurrence, alone * (1 + more), alone)


def _company(
    figure: ClaimFigure, others: Sequence[ClaimFigure], evidence: Evidence
) -> dict[int, list[Mention]]:
    """Units that hold other figures of the same claim too, with those figures."""
    beside = [
        o.mention for o in others if o is not figure and o.claim == figure.claim and not o.mention.is_year
    ]
    held: dict[int, list[Mention]] = {}
    for occurrence in evidence.occurrences:
        here = [mention for mention in beside if agrees(mention, occurrence.mention)]
        if here:
            held.setdefault(occurrence.unit, []).extend(here)
    return held


def _strongest(
    figure: ClaimFigure, rivals: Sequence[_Fit], others: Sequence[ClaimFigure], evidence: Evidence
) -> _Fit | None:
    """The best-fitting other value that the answer does not itself give where it fits at least as well."""
    for rival in sorted(rivals, key=lambda f: -f.fit):
        if not _is_given(rival.occurrence, rival.alone, figure, others, evidence):
            return rival
    return None


def _is_given(
    occurrence: Occurrence, fit: float, figure: ClaimFigure, others: Sequence[ClaimFigure], evidence: Evidence
) -> bool:
    """Whether the answer gives that value too, at a place that fits it about as well."""
    return any(
        other is not figure
        and agrees(other.mention, occurrence.mention)
        and affinity(other.context, occurrence.context, evidence) >= fit * _GIVEN_THERE
        for other in others
    )


def _clearly_better(rival: _Fit, best: _Fit, figure: ClaimFigure, evidence: Evidence) -> bool:
    factor = _BETTER_DATE if figure.mention.date else _BETTER
    scripts = {figure.script, evidence.script(rival.occurrence.unit), evidence.script(best.occurrence.unit)}
    if len(scripts) > 1:
        factor = _BETTER_ABROAD
    return rival.fit > best.fit * factor + _BY


def _of_another_year(figure: ClaimFigure, best: _Fit, matches: Sequence[_Fit]) -> bool:
    """Whether the passages date the figure, and not to the year that the claim gives it."""
    bar = best.alone / year_factor(figure.context, best.occurrence.context) / 2
    likely = [
        context
        for f in matches
        if f.alone / year_factor(figure.context, context := f.occurrence.context) >= bar
    ]
    if any(year_factor(figure.context, context) > 1 for context in likely):
        return False
    return any(other_time(figure.context, context) for context in likely)


def _equal_right(rival: _Fit, best: _Fit, figure: ClaimFigure, evidence: Evidence) -> bool:
    """Whether another place gives a near value of the very same thing: the passages contradict each other.

    Rows of one table speak of different things, and values far from each other are hardly rival claims.
    """
    mine, other = best.occurrence, rival.occurrence
    if figure.mention.is_year or mine.unit == other.unit:
        return False
    if other.mention.date and other.mention.raw not in evidence.units[other.unit].text:
        return False  # the date of a whole table
    if mine.tabular and other.tabular and mine.passage == other.passage:
        return False
    abroad = evidence.script(mine.unit) != evidence.script(other.unit)
    equal, same_subject = (_EQUAL_ABROAD, _SAME_SUBJECT_ABROAD) if abroad else (_EQUAL, _SAME_SUBJECT)
    return (
        year_factor(figure.context, other.context) >= 1
        and rival.alone >= best.alone * equal
        and subject_cover(figure.context, other.context, evidence) >= same_subject
        and near_in_value(mine.mention, other.mention)
    )
