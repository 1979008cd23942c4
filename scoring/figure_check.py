"""Figures and dates of an answer against those of the passages: the value, and what it is attached to.

A figure is not supported by standing somewhere. Among the passages' figures of its kind the one with the
best-fitting surroundings must have its value; if a figure of another value fits clearly better, the claim
has put its figure in the wrong place.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from math import fsum
from typing import TYPE_CHECKING

from data_base.text.figures import Figure
from scoring.affinity import other_time, subject_cover, weighed_for, year_factor
from scoring.arithmetic import is_derived
from scoring.crossed import crossed_pairs
from scoring.figure_findings import ClaimFigure, FigureFinding
from scoring.figure_fit import Agreements, Fit, agreements_of, fits_of, strongest_rival
from scoring.mentions import Mention
from scoring.quantities import near_in_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureVerdict

# A rival must fit this much better, and by this much, before the claim's own figure counts as misplaced.
_BETTER, _BY = 1.35, 0.02
# Dates hardly agree by chance, so more is asked for.
_BETTER_DATE = 1.5
# A neighbour in the same sentence shares most of its words; which of them is whose is hard to tell.
_BETTER_BESIDE = 2.0
# Where claim and passages are not all in one script, words say little.
_BETTER_ABROAD = 2.5
# A figure that fits worse than this, or than this share of what a neighbour in the same sentence does, stands
# in the passages by chance, unless another figure of the answer stands beside it.
_BY_CHANCE, _BY_CHANCE_BESIDE = 0.008, 0.05
# A figure's place is where it fits at least this share as well as anywhere, years left aside.
_LIKELY = 0.3
# Two sources speak of one thing where both fit nearly equally well and the claim speaks of their subject.
_EQUAL, _SAME_SUBJECT = 0.6, 0.78
# "It was 418. The year before it was 275. So it gained 143."
_REACH = 2
# They name one thing where this share of what they call it is the same.
_ONE_THING = 0.5
_EQUAL_ABROAD, _SAME_SUBJECT_ABROAD = 0.15, 0.35


def check_figures(found: Sequence[ClaimFigure], evidence: Evidence) -> list[FigureFinding]:
    """Check all figures of an answer.

    They are checked together, so that two that contradict each other in the passages are each given to the
    source they fit best.

    Returns:
        One finding for each figure, in order.
    """
    found = [_as_count(figure, evidence) for figure in found]
    agreements = agreements_of(found, evidence)
    findings = _with_derived([_check(place, found, agreements, evidence) for place in range(len(found))])
    findings = [_attached(finding, findings, evidence) for finding in findings]
    for one, two in crossed_pairs(findings, evidence):
        first, second = findings[one], findings[two]
        findings[one] = replace(first, verdict="misplaced", rival=second.source)
        findings[two] = replace(second, verdict="misplaced", rival=first.source)
    return findings


def _as_count(figure: ClaimFigure, evidence: Evidence) -> ClaimFigure:
    """A number that looks like a year which no passage names, as the amount that it is: 1950 for £1,950."""
    mention = figure.mention
    if not mention.is_year or mention.year in evidence.years or not mention.raw.isdecimal():
        return figure
    value = Decimal(mention.raw)
    if not any(o.mention.figure and o.mention.figure.value == value for o in evidence.occurrences):
        return figure
    number = Figure(value, None, "number", mention.start, mention.end, mention.raw, count=value)
    return replace(figure, mention=Mention(mention.start, mention.end, mention.raw, figure=number))


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
    """Whether two figures stand in claims near each other."""
    return abs(one.figure.claim - other.figure.claim) <= _REACH


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
    if any(other.holds and _are_neighbours(other, finding) for other in findings):
        return finding
    if evidence.script(source.unit) == figure.script:
        bar = max(bar, beside * _BY_CHANCE_BESIDE)
    return replace(finding, verdict="unattached", rival=None) if finding.fit < bar else finding


def _are_neighbours(one: FigureFinding, other: FigureFinding) -> bool:
    """Whether two figures stand in the same sentence of a passage or in neighbouring ones."""
    if one.source is None or other.source is None or one.source is other.source:
        return False
    near = abs(one.source.unit - other.source.unit) <= 1 and one.source.passage == other.source.passage
    return near and not one.figure.mention.is_year


def _check(
    place: int, found: Sequence[ClaimFigure], agreements: Agreements, evidence: Evidence
) -> FigureFinding:
    figure = found[place]
    if figure.mention.is_year and (finding := _check_year(figure, found, evidence)):
        return finding
    matches, rivals = fits_of(place, found, agreements, evidence)
    if not matches:
        nearest = max(rivals, key=lambda f: f.fit, default=None)
        return FigureFinding(figure, "absent", None, nearest.occurrence if nearest else None, 0.0)
    best = max(matches, key=lambda f: f.fit)
    if figure.given or figure.in_time:
        return FigureFinding(figure, "supported", best.occurrence, None, best.fit)
    rival = strongest_rival(place, rivals, found, evidence)
    disputed = rival is not None and _equal_right(rival, best, figure, evidence)
    if rival and not disputed and _clearly_better(rival, best, figure, evidence):
        return FigureFinding(figure, "misplaced", best.occurrence, rival.occurrence, best.fit)
    if figure.mention.figure and _of_another_year(figure, best, matches):
        return FigureFinding(figure, "misplaced", best.occurrence, best.occurrence, best.fit)
    contrary = rival.occurrence if rival and disputed else None
    verdict: FigureVerdict = "supported" if best.agreement == "exact" else "rounded"
    return FigureFinding(figure, verdict, best.occurrence, contrary, best.fit)


def _check_year(
    figure: ClaimFigure, others: Sequence[ClaimFigure], evidence: Evidence
) -> FigureFinding | None:
    """A year beside other figures only dates them, which is checked with them; it must occur at all."""
    year = figure.mention.year
    if year is None or year not in evidence.years:
        return FigureFinding(figure, "absent", None, None, 0.0)
    beside = any(o.claim == figure.claim and o is not figure and not o.mention.is_year for o in others)
    return FigureFinding(figure, "supported", None, None, 0.0) if beside else None


def _clearly_better(rival: Fit, best: Fit, figure: ClaimFigure, evidence: Evidence) -> bool:
    factor = _BETTER_DATE if figure.mention.date else _BETTER
    if rival.occurrence.unit == best.occurrence.unit and not rival.occurrence.tabular:
        factor = _BETTER_BESIDE
    scripts = {figure.script, evidence.script(rival.occurrence.unit), evidence.script(best.occurrence.unit)}
    if len(scripts) > 1:
        factor = _BETTER_ABROAD
    return rival.fit > best.fit * factor + _BY


def _of_another_year(figure: ClaimFigure, best: Fit, matches: Sequence[Fit]) -> bool:
    """Whether the passages date the figure, and not to the year that the claim gives it."""
    bar = best.alone / year_factor(figure.context, best.occurrence.context) * _LIKELY
    likely = [
        context
        for f in matches
        if f.alone / year_factor(figure.context, context := f.occurrence.context) >= bar
    ]
    if any(year_factor(figure.context, context) > 1 for context in likely):
        return False
    return any(other_time(figure.context, context) for context in likely)


def _equal_right(rival: Fit, best: Fit, figure: ClaimFigure, evidence: Evidence) -> bool:
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
        and subject_cover(weighed_for(figure.context, evidence), other.context) >= same_subject
        and (abroad or _speak_of_one_thing(mine, other, evidence))
        and near_in_value(mine.mention, other.mention)
    )


def _speak_of_one_thing(one: Occurrence, other: Occurrence, evidence: Evidence) -> bool:
    """Whether two places of the passages name the same subject."""
    both = fsum(map(evidence.weight, one.context.key & other.context.key))
    most = max(fsum(map(evidence.weight, o.context.key)) for o in (one, other))
    return both >= most * _ONE_THING
