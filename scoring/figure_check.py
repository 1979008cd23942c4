"""Figures and dates of an answer against those of the passages: the value, and what it is attached to.

A figure is not supported by standing somewhere. Among the passages' figures of its kind the one with the
best-fitting surroundings must have its value; if a figure of another value fits clearly better, the claim
has put its figure in the wrong place.
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING

from scoring.affinity import other_time, subject_cover, weighed_for, year_factor
from scoring.altered_values import with_altered_values
from scoring.asked_condition import under_asked_condition
from scoring.asked_year import in_asked_year
from scoring.changes import replaced_values
from scoring.compared_cells import Telling
from scoring.contexts import plain_terms
from scoring.counted_days import counted_there
from scoring.crossed import exchanged
from scoring.derived_figures import (
    computed_from_misplaced,
    with_derived,
    wrongly_compared_cells,
    wrongly_computed,
)
from scoring.dropped_units import measures_something_unknown
from scoring.figure_findings import ClaimFigure, FigureFinding
from scoring.figure_fit import Agreements, Fit, agreements_of, fits_of, strongest_rival
from scoring.figures_in_name import as_names
from scoring.found_together import found_together
from scoring.mentions import mentions
from scoring.moved_dates import moved_dates_told, plans_told_as_new, told_by_distance
from scoring.named_rows import under_named_rows
from scoring.passage_readings import as_fall, as_loss, as_passages_write
from scoring.poles import poles_of
from scoring.quantities import agrees, comparable, is_bare, near_in_value
from scoring.reckoning import reckoning
from scoring.remainders import remainders_told
from scoring.times_beside import times_beside
from scoring.told_periods import periods_told
from scoring.under_conditions import under_other_conditions
from scoring.values_before import values_before
from scoring.values_over_time import with_values_held_on
from scoring.worded_ones import ones_told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureVerdict
    from scoring.mentions import Mention

# A rival must fit this much better, and by this much, before the claim's own figure counts as misplaced.
_BETTER, _BY = 1.35, 0.02
# Dates hardly agree by chance, so more is asked for.
_BETTER_DATE = 1.5
# Where claim and passages are not all in one script, words say little.
_BETTER_ABROAD = 2.5
# A figure that fits worse than this, or than this share of what a neighbour in the same sentence does, stands
# in the passages by chance, unless another figure of the answer stands beside it.
_BY_CHANCE, _BY_CHANCE_BESIDE = 0.008, 0.05
_NO_WORD = 0.0005
# What of that is enough where a word of its subject stands nowhere else.
_TOLD_ONCE = 0.5
# In fewer sentences most words stand once.
_MANY = 12
# A figure's place is where it fits at least this share as well as anywhere, years left aside.
_LIKELY = 0.3
# Two sources speak of one thing where both fit nearly equally well and the claim speaks of their subject.
_EQUAL, _SAME_SUBJECT = 0.6, 0.78
# A place names what a figure is of where it says so much of it, and another hardly does by half as much.
_NAMED, _HARDLY_NAMED = 0.8, 0.5
# "Target 95%." of one item and "Target 90%." of another: a sentence of fewer terms does not say of what.
_TELLING = 2
# They name one thing where this share of what they call it is the same.
_ONE_THING = 0.5
# So many values of one measure in a sentence are a list.
_A_LIST = 3
_TEN_YEARS = 10
_PART_OF, _WHOLE = ("whole", "part"), ("whole", "whole")
_VERSION = re.compile(r"\d{1,2}\.\d{1,2}")
_EQUAL_ABROAD, _SAME_SUBJECT_ABROAD = 0.15, 0.35


def check_figures(
    found: Sequence[ClaimFigure], evidence: Evidence, claims: Sequence[Claim], question: str = ""
) -> list[FigureFinding]:
    """Check all figures of an answer.

    They are checked together, so that two that contradict each other in the passages are each given to the
    source they fit best.

    Args:
        found: the figures.
        evidence: the passages.
        claims: the claims that they stand in.
        question: what was asked; may set a condition that the figures must stand under.

    Returns:
        One finding for each figure, in order.
    """
    found = [_as_written_there(figure, claims, evidence) for figure in found]
    agreements = agreements_of(found, evidence)
    asked = [mention for mention in mentions(question) if mention.date is not None]
    telling = Telling(claims, question, evidence)
    findings = [_check(i, found, agreements, evidence) for i in range(len(found))]
    findings = [_by_chance(finding) for finding in found_together(findings, claims, evidence)]
    findings = with_values_held_on(findings, claims, evidence)
    findings = with_derived(moved_dates_told(findings, claims, evidence), telling, asked)
    findings = [_attached(finding, findings, evidence) for finding in findings]
    # A difference may happen to stand in the passages for something else.
    findings = with_derived(findings, telling, asked)
    findings = under_other_conditions(exchanged(findings, claims, question, evidence), claims, evidence)
    findings = under_named_rows(findings, claims, question, evidence)
    findings = [wrongly_computed(finding, findings, evidence) for finding in findings]
    findings = [wrongly_compared_cells(finding, telling) for finding in findings]
    findings = periods_told(counted_there(findings, claims, evidence), claims, evidence)
    findings = remainders_told(ones_told(findings, evidence), evidence)
    findings = values_before(findings, claims, evidence)
    findings = told_by_distance(moved_dates_told(findings, claims, evidence))
    findings = times_beside(findings, claims, question, evidence)
    findings = plans_told_as_new(findings, claims, question, evidence)
    findings = as_names(under_asked_condition(findings, question, evidence), claims, evidence)
    findings = in_asked_year(
        with_altered_values(findings, agreements, claims, question), claims, question, evidence
    )
    return [computed_from_misplaced(finding, findings) for finding in findings]


def _as_written_there(figure: ClaimFigure, claims: Sequence[Claim], evidence: Evidence) -> ClaimFigure:
    """The figure; one that the passages write in another way as they do."""
    read = as_passages_write(figure.mention, claims[figure.claim].text, evidence)
    read = as_fall(read, evidence) if figure.reckoned.direction == "fall" else as_loss(read, evidence)
    return figure if read is figure.mention else replace(figure, mention=read)


def _by_chance(finding: FigureFinding) -> FigureFinding:
    """The finding; a misplaced value whose place shares no word with what is said of it is nowhere told."""
    if finding.verdict != "misplaced" or finding.fit >= _NO_WORD or finding.figure.mention.date is not None:
        return finding
    return replace(finding, verdict="absent", source=None)


def _attached(finding: FigureFinding, findings: Sequence[FigureFinding], evidence: Evidence) -> FigureFinding:
    """The finding, or that the figure only occurs by chance."""
    figure, source = finding.figure, finding.source
    if source is None or finding.verdict not in {"supported", "rounded"}:
        return finding
    if figure.mention.is_year or figure.given or figure.in_time:
        return finding
    if measures_something_unknown(figure, source, evidence):
        return replace(finding, verdict="unattached", rival=None)
    beside = max(
        (f.fit for f in findings if f is not finding and f.figure.claim == figure.claim and f.holds),
        default=0.0,
    )
    bar = _BY_CHANCE
    if any(other.holds and _are_neighbours(other, finding) for other in findings):
        return finding
    if _is_of_named_row(figure, source, evidence) or _moves_the_same_way(figure, source, evidence):
        return finding
    if evidence.script(source.unit) == figure.script:
        bar = max(bar, beside * _BY_CHANCE_BESIDE)
    if _shares_a_word_told_once(figure, source, evidence):
        bar *= _TOLD_ONCE
    return replace(finding, verdict="unattached", rival=None) if finding.fit < bar else finding


def _moves_the_same_way(figure: ClaimFigure, source: Occurrence, evidence: Evidence) -> bool:
    """Whether claim and passage both say that something of one name rose, or fell, by that much."""
    direction = figure.reckoned.direction
    if not direction or figure.mention.is_year or source.tabular:
        return False
    told = reckoning(evidence.units[source.unit].text, source.mention)
    return told.direction == direction and not figure.context.key.isdisjoint(source.context.weights)


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
    matches, rivals = fits_of(place, agreements)
    rivals = [
        f
        for f in rivals
        if not _was_replaced_by(f.occurrence, figure, evidence)
        and _is_spoken_of(f.occurrence, figure, evidence)
    ]
    if not matches:
        nearest = max(rivals, key=lambda f: f.fit, default=None)
        return FigureFinding(figure, "absent", None, nearest.occurrence if nearest else None, 0.0)
    best = max(matches, key=lambda f: f.fit)
    if figure.given or figure.in_time or _names_a_version(figure, matches):
        return FigureFinding(figure, "supported", best.occurrence, None, best.fit)
    rivals = [f for f in rivals if not _only_limits(f.occurrence, best.occurrence, figure, evidence)]
    rival = strongest_rival(place, rivals, agreements)
    disputed = rival is not None and _equal_right(rival, best, figure, evidence)
    told = [other.mention for other in found if other is not figure and other.claim == figure.claim]
    instead = _stands_instead(figure, best, matches, None if disputed else rival, evidence)
    if instead is not None and _is_told_beside(instead, told, best, evidence):
        instead = None
    if instead is not None:
        return FigureFinding(figure, "misplaced", best.occurrence, instead, best.fit)
    contrary = rival.occurrence if rival and disputed else None
    verdict: FigureVerdict = "supported" if best.agreement == "exact" else "rounded"
    return FigureFinding(figure, verdict, best.occurrence, contrary, best.fit)


def _is_spoken_of(cell: Occurrence, figure: ClaimFigure, evidence: Evidence) -> bool:
    """Whether answer or question speak of the row that a value stands in, where it stands in a named one."""
    row = evidence.units[cell.unit].row
    if row is not None and cell.mention.raw in row.label and not comparable(figure.mention, cell.mention):
        return False  # "noise (at 1 m)": what it was measured at is no value in another unit
    label = plain_terms(row.label) if row else ()
    return not label or any(term in figure.context.weights for term in label)


def _shares_a_word_told_once(figure: ClaimFigure, source: Occurrence, evidence: Evidence) -> bool:
    """Whether answer or question have a word of what a value is of that many passages tell nowhere else."""
    if len(evidence.units) < _MANY:
        return False
    shared = source.context.key & figure.context.weights.keys()
    return any(evidence.weight(term) >= evidence.once for term in shared)


def _is_of_named_row(figure: ClaimFigure, cell: Occurrence, evidence: Evidence) -> bool:
    """Whether answer or question say all of the label of the row that a cell stands in."""
    row = evidence.units[cell.unit].row
    label = plain_terms(row.label) if row is not None else ()
    return bool(label) and all(term in figure.context.weights for term in label)


def _only_limits(other: Occurrence, cell: Occurrence, figure: ClaimFigure, evidence: Evidence) -> bool:
    """Whether a sentence only limits what a table gives for the row that is spoken of: "at least 14.5 %"."""
    limit, own = other.mention.figure, figure.mention.figure
    if other.tabular or limit is None or own is None or not _is_of_named_row(figure, cell, evidence):
        return False
    return limit.bound is not None and own.bound is None


def _names_a_version(figure: ClaimFigure, matches: Sequence[Fit]) -> bool:
    """Whether a bare decimal stands bare in several sentences: "3.2" names a program and measures nothing.

    Where it is written otherwise ("3 nodes" beside the version 3.0) it is something else.
    """
    if not (is_bare(figure.mention) and _VERSION.fullmatch(figure.mention.raw)):
        return False
    alike = [m.occurrence for m in matches if m.occurrence.mention.raw == figure.mention.raw]
    return (
        all(is_bare(occurrence.mention) for occurrence in alike)
        and len({occurrence.unit for occurrence in alike if not occurrence.tabular}) > 1
    )


def _stands_instead(
    figure: ClaimFigure, best: Fit, matches: Sequence[Fit], rival: Fit | None, evidence: Evidence
) -> Occurrence | None:
    """What stands in the passages where a claim puts another value; None where it is put rightly."""
    new = _replaced(best.occurrence, evidence) if figure.of_the_past else None
    successor = rival is not None and new is not None and bool(agrees(rival.occurrence.mention, new))
    if rival is not None and not successor and _clearly_better(rival, best, figure, evidence):
        return rival.occurrence
    if figure.mention.figure and _of_another_year(figure, best, matches):
        return rival.occurrence if rival is not None else best.occurrence
    return None if figure.of_the_past else _replacement(best, matches, evidence)


def _is_told_beside(instead: Occurrence, told: Sequence[Mention], best: Fit, evidence: Evidence) -> bool:
    """Whether the claim itself tells what took a value's place, or that of which a rival is only a part."""
    new = _replaced(best.occurrence, evidence)
    if new is not None and instead.mention == new:
        return any(agrees(mention, new) for mention in told)
    if instead.tabular:
        return False
    poles = poles_of(evidence.units[instead.unit].text)
    if _PART_OF not in poles.get(instead.mention.start, ()):
        return False
    return any(
        agrees(mention, place.mention)
        for place in evidence.stated_in.get(instead.unit, ())
        if _WHOLE in poles.get(place.mention.start, ())
        for mention in told
    )


def _replaced(occurrence: Occurrence, evidence: Evidence) -> Mention | None:
    """The value that took an old one's place, None for one that no sentence says was changed."""
    if occurrence.tabular:
        return None
    return replaced_values(evidence.units[occurrence.unit].text).get(occurrence.mention.start)


def _was_replaced_by(old: Occurrence, figure: ClaimFigure, evidence: Evidence) -> bool:
    """Whether a change-log gives another value only as what the claim's took the place of."""
    new = _replaced(old, evidence)
    return new is not None and (bool(agrees(figure.mention, new)) or bool(agrees(new, figure.mention)))


def _replacement(best: Fit, matches: Sequence[Fit], evidence: Evidence) -> Occurrence | None:
    """What now holds, where every likely place of a value says that it was changed."""
    likely = [f.occurrence for f in matches if f.fit >= best.fit * _LIKELY]
    if not all(_replaced(occurrence, evidence) for occurrence in likely):
        return None
    new = _replaced(best.occurrence, evidence)
    return next(
        (o for o in evidence.occurrences if o.unit == best.occurrence.unit and o.mention == new), None
    )


def _check_year(
    figure: ClaimFigure, others: Sequence[ClaimFigure], evidence: Evidence
) -> FigureFinding | None:
    """A year beside other figures only dates them, which is checked with them; it must occur at all."""
    if not _is_told(figure.mention, evidence):
        return FigureFinding(figure, "absent", None, None, 0.0)
    beside = any(o.claim == figure.claim and o is not figure and not o.mention.is_year for o in others)
    return FigureFinding(figure, "supported", None, None, 0.0) if beside else None


def _is_told(time: Mention, evidence: Evidence) -> bool:
    """Whether the passages name a year, or the decade or any year of it where the claim gives a decade."""
    if time.year is not None or time.date is None:
        return time.year in evidence.years
    within = {year // _TEN_YEARS * _TEN_YEARS for year in evidence.years}
    told = {o.mention.date.decade for o in evidence.occurrences if o.mention.date}
    return time.date.decade in within | told


def _clearly_better(rival: Fit, best: Fit, figure: ClaimFigure, evidence: Evidence) -> bool:
    factor = _BETTER_DATE if figure.mention.date else _BETTER
    if rival.occurrence.unit == best.occurrence.unit and not rival.occurrence.tabular:
        return False  # which of two is meant that stand side by side is told apart below
    named = _named_by(figure, best, evidence)
    if named >= _NAMED and _named_by(figure, rival, evidence) <= named * _HARDLY_NAMED:
        return False  # the place names all that the claim says of the figure, the other one does not
    scripts = {figure.script, evidence.script(rival.occurrence.unit), evidence.script(best.occurrence.unit)}
    if len(scripts) > 1:
        factor = _BETTER_ABROAD
    return rival.fit > best.fit * factor + _BY


def _named_by(figure: ClaimFigure, place: Fit, evidence: Evidence) -> float:
    """Share of what is said of a figure in its own clause that a place says of its value in its own."""
    own, held = figure.context.key, place.occurrence.context.key
    total = fsum(map(evidence.weight, own))
    return fsum(map(evidence.weight, own & held)) / total if total else 0.0


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
    if not (_names_row_of(mine, other, evidence) and _names_row_of(other, mine, evidence)):
        return False
    if not other.tabular and _is_listed(other, evidence):
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


def _names_row_of(cell: Occurrence, other: Occurrence, evidence: Evidence) -> bool:
    """Whether another place names the row of a table's cell; what stands in no row is of none."""
    row = evidence.units[cell.unit].row
    label = frozenset(plain_terms(row.label)) if row else frozenset()
    return not label or bool(label & (evidence.units[other.unit].reach | frozenset(other.context.weights)))


def _is_listed(place: Occurrence, evidence: Evidence) -> bool:
    """Whether a sentence gives several values of one measure, of which none is the value of one thing."""
    own = place.mention.figure
    figures = (o.mention.figure for o in evidence.occurrences if o.unit == place.unit)
    return own is not None and len({f.value for f in figures if f and f.unit == own.unit}) >= _A_LIST


def _speak_of_one_thing(one: Occurrence, other: Occurrence, evidence: Evidence) -> bool:
    """Whether two places of the passages name the same subject."""
    if all(len(evidence.units[place.unit].terms) < _TELLING and not place.tabular for place in (one, other)):
        return False
    both = fsum(map(evidence.weight, one.context.key & other.context.key))
    most = max(fsum(map(evidence.weight, o.context.key)) for o in (one, other))
    return both >= most * _ONE_THING
