"""Figures of an answer that the passages do not give, but that follow from figures which they do give."""

from __future__ import annotations

import re
from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING

from scoring.arithmetic import is_derived, of_one_measure, of_one_rate
from scoring.column_wholes import is_whole_of_another
from scoring.compared_cells import wrongly_compared
from scoring.computed_words import is_computed
from scoring.contexts import plain_terms
from scoring.proportions import falls_to_each, is_multiple_of, is_part_of, is_share_of, is_taken_several_times
from scoring.reckoning import NOT_RECKONED
from scoring.share_of_place import is_share_of_place
from scoring.time_between import lasts, lies_between
from scoring.values_over_time import is_change_of_one_thing
from scoring.ways_of_reckoning import is_reached, says_share

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from data_base.text.figures import Figure
    from scoring.compared_cells import Telling
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention

# A table that tells changes itself.
_OF_CHANGES = re.compile(
    r"\b(?:change|differ|gap|growth|increase|decrease|deviation|vs|versus|против|измен|прирост|разниц|отклон|рост|"
    r"сниж)\w*|[差增減减降變变]|±|[+Δ]",
    re.IGNORECASE,
)
# "It was 418. The year before it was 275. So it gained 143."
_REACH = 2
_TWO, _TEN = 2, 10
# What a figure is said of may be told in so many sentences.
_MOST_PLACES = 2


def with_derived(
    findings: Sequence[FigureFinding], telling: Telling, asked: Sequence[Mention] = ()
) -> list[FigureFinding]:
    """Absent figures that follow from those that hold count as derived, and may be computed with in turn.

    A figure that is called a difference or a sum may also follow from figures of one place of the passages,
    which the answer need not repeat.

    Args:
        findings: the findings so far.
        telling: the sentences that they stand in, their question and the passages.
        asked: the dates of the question, from which a time may be reckoned.
    """
    findings, evidence = list(findings), telling.evidence
    changed = True
    while changed:
        changed = False
        for place, finding in enumerate(findings):
            if finding.holds or finding.figure.mention.is_year:
                continue
            words = _follows(finding, findings, telling)
            told = _length_told(finding, findings, evidence)
            if words is not None or told is not None or _is_time(finding, findings, evidence, asked):
                findings[place] = replace(
                    finding,
                    verdict="derived",
                    source=finding.source or told,
                    rival=None,
                    reckoned_from=words or frozenset(),
                )
                changed = True
    return findings


def computed_from_misplaced(finding: FigureFinding, findings: Sequence[FigureFinding]) -> FigureFinding:
    """The finding; what was computed rightly from misplaced figures of its claim is misplaced, too."""
    if finding.figure.mention.is_year or finding.verdict not in {"absent", "derived"}:
        return finding
    beside = [f for f in findings if f.figure.claim == finding.figure.claim]
    wrong = [f for f in beside if f.verdict == "misplaced"]
    if not wrong or _follows_from(finding, [f.figure.mention for f in beside if f.holds]):
        return finding
    if not _follows_from(finding, [f.figure.mention for f in wrong]):
        return finding
    return replace(finding, verdict="misplaced", source=wrong[0].source, rival=wrong[0].rival)


def wrongly_computed(
    finding: FigureFinding, findings: Sequence[FigureFinding], evidence: Evidence
) -> FigureFinding:
    """The finding; a difference that two figures beside it do not make is misplaced.

    It stands in the passages for something else: in another sentence or row than either of them, which does
    not call it a difference.
    """
    source = finding.source
    if source is None or not finding.holds or not finding.figure.reckoned.compared or finding.figure.given:
        return finding
    compared = [
        f
        for f in findings
        if f is not finding
        and f.holds
        and f.figure.claim == finding.figure.claim
        and f.source is not None
        and _of_one_measure(finding.figure.mention, f.figure.mention)
    ]
    if len(compared) != _TWO or _follows_from(finding, [f.figure.mention for f in compared]):
        return finding
    beside = any(f.source is not None and f.source.unit == source.unit for f in compared)
    if beside or is_computed(evidence.units[source.unit].text, source.mention):
        return finding
    return replace(finding, verdict="misplaced", rival=compared[0].source)


def wrongly_compared_cells(finding: FigureFinding, telling: Telling) -> FigureFinding:
    """The finding; a cell of a table told as the difference of two rows that it is not is misplaced."""
    source = finding.source
    if source is None or not source.tabular or finding.figure.given:
        return finding
    if finding.verdict not in {"supported", "rounded"} or not finding.figure.reckoned.compared:
        return finding
    row = telling.evidence.units[source.unit].row
    if row is None or _OF_CHANGES.search(f"{row.label} {row.header} {row.caption}"):
        return finding
    column = source.context.key - _row_label(source, telling.evidence)
    if not wrongly_compared(finding.figure, telling, column):
        return finding
    return replace(finding, verdict="misplaced", rival=source)


def _follows(
    finding: FigureFinding, findings: Sequence[FigureFinding], telling: Telling
) -> frozenset[str] | None:
    """The words of the rows and columns that a figure was computed from rightly, as far as they are known.

    None where it was not computed rightly from what its answer, or else the passages, give.
    """
    absent = finding.verdict == "absent"
    text = telling.claims[finding.figure.claim].text if telling.claims else ""
    if absent and _is_reached_share(finding, text):
        return None
    own = [
        f.figure.mention
        for f in findings
        if f.holds and f.figure.claim == finding.figure.claim and f is not finding
    ]
    if (absent or _says_so(finding)) and _follows_from(finding, own):
        return frozenset()
    reckoned = telling.reckoned(finding.figure, absent=absent)
    if reckoned is not None and reckoned.right:
        return reckoned.words
    if absent and (
        is_whole_of_another(finding, findings, text, telling.evidence)
        or is_change_of_one_thing(finding, findings, telling.evidence)
        or (says_share(text) and is_share_of_place(finding, findings, telling.evidence))
    ):
        return frozenset()
    # Of cells that the answer does not name, some pair would fit.
    return frozenset() if _is_derived(finding, findings, telling.evidence, tables=reckoned is None) else None


def _is_reached_share(finding: FigureFinding, text: str) -> bool:
    """Whether a percentage is what something rose or fell to, which is no difference of two others."""
    figure = finding.figure.mention.figure
    percent = figure is not None and figure.kind == "percent"
    return percent and not finding.figure.computed and is_reached(text, finding.figure.mention)


def _of_one_measure(one: Mention, other: Mention) -> bool:
    return one.figure is not None and other.figure is not None and of_one_measure(one.figure, other.figure)


def _is_derived(
    finding: FigureFinding, findings: Sequence[FigureFinding], evidence: Evidence, *, tables: bool
) -> bool:
    own = [f for f in findings if f.holds and f.figure.claim == finding.figure.claim and f is not finding]
    if finding.verdict != "absent":
        if _says_so(finding) and (
            _follows_from(finding, [f.figure.mention for f in own])
            or _follows_from(finding, [_as_told(f) for f in own])
        ):
            return True
        return tables and finding.figure.reckoned.compared and _follows_in_column(finding, evidence)
    near = [f for f in findings if f.holds and _within_reach(f, finding)]
    return (
        _follows_from(finding, [f.figure.mention for f in near])
        or _follows_from(finding, [_as_told(f) for f in near])
        or (finding.figure.computed and _follows_in_one_place(finding, near, evidence, tables=tables))
        or _is_proportion(finding, own, evidence, tables=tables)
    )


def _as_told(finding: FigureFinding) -> Mention:
    """A figure of the answer; one without its unit as the passages give it ("it was 96.4, now 104.8")."""
    mention, source = finding.figure.mention, finding.source
    if mention.figure is None or source is None or source.mention.figure is None:
        return mention
    bare = mention.figure.unit is None and source.mention.figure.unit is not None
    return source.mention if bare else mention


def _is_time(
    finding: FigureFinding, findings: Sequence[FigureFinding], evidence: Evidence, asked: Sequence[Mention]
) -> bool:
    """Whether an absent duration lies between dates that the answer, its question or their place name."""
    figure, between = finding.figure.mention.figure, finding.figure.reckoned.between
    if figure is None or not between or finding.verdict != "absent":
        return False
    near = [f for f in findings if f.holds and abs(f.figure.claim - finding.figure.claim) <= 1]
    own = [f.figure.mention for f in near] + [f.source.mention for f in near if f.source is not None]
    own = [mention for mention in own if mention.date is not None]
    cited = {f.source.unit for f in near if f.source is not None}
    units = _with_next(cited, evidence) | _spoken_of(finding, evidence)
    others = [o.mention for o in evidence.occurrences if o.unit in units and o.mention.date is not None]
    if finding.figure.reckoned.from_begin:
        others += _begins(evidence)
    return lies_between(figure, between, [*own, *asked], others)


def _with_next(units: Iterable[int], evidence: Evidence) -> set[int]:
    """Sentences and those behind them that may go on about it: "It was back on 9 February."."""
    return {
        near
        for unit in units
        for near in range(unit, min(unit + _REACH + 1, len(evidence.units)))
        if near == unit
        or (evidence.units[near].row is None and evidence.units[near].passage == evidence.units[unit].passage)
    }


def _begins(evidence: Evidence) -> list[Mention]:
    """The dates with which a range begins that a sentence of the passages tells."""
    return [found.first.mention for found in evidence.date_ranges]


def _length_told(
    finding: FigureFinding, findings: Sequence[FigureFinding], evidence: Evidence
) -> Occurrence | None:
    """The first of two dates that an absent duration is the time between; None where it is no such time.

    That is a range of dates where the passages speak of what it is said of, or the time since the first date
    of such a place, where its words say that it lies between events.
    """
    figure, reckoned = finding.figure.mention.figure, finding.figure.reckoned
    if figure is None or figure.unit not in {"s", "month"} or finding.verdict != "absent":
        return None
    near = [f for f in findings if f.holds and f.figure.claim == finding.figure.claim]
    units = {f.source.unit for f in near if f.source is not None} | _spoken_of(finding, evidence)
    for first, last in evidence.closed_ranges:
        begin, end = first.mention.date, last.mention.date
        if first.unit in units and begin and end and lasts(figure, begin, end, rough=reckoned.roughly):
            return first
    for unit in sorted(units):
        days = _days_in(unit, evidence)
        others = [day.mention for day in days[1:]]
        if others and lies_between(figure, reckoned.between, [days[0].mention], others):
            return days[0]
    return None


def _days_in(unit: int, evidence: Evidence) -> list[Occurrence]:
    """The dates of a sentence that name their day."""
    return [o for o in evidence.stated_in.get(unit, ()) if o.mention.date and o.mention.date.day]


def _spoken_of(finding: FigureFinding, evidence: Evidence) -> set[int]:
    """The sentences that share most with what a figure is said of."""
    weights = finding.figure.context.weights
    shared = {
        unit: fsum(evidence.weight(term) * weights[term] for term in sorted(held))
        for unit, held in evidence.holding(sorted(weights)).items()
    }
    return set(sorted(shared, key=lambda unit: (-shared[unit], unit))[:_MOST_PLACES])


def _says_so(finding: FigureFinding) -> bool:
    """Whether the words next to a figure say that it was computed."""
    reckoned = finding.figure.reckoned
    return finding.figure.computed or reckoned.multiple or reckoned.for_each


def _follows_from(finding: FigureFinding, operands: Sequence[Mention]) -> bool:
    figure, reckoned = finding.figure.mention.figure, finding.figure.reckoned
    if figure is None:
        return False
    if _is_small_count(figure) and not (finding.figure.computed or reckoned != NOT_RECKONED):
        return False
    known = of_one_rate(_figures(operands))
    return (
        is_derived(finding.figure.mention, operands, reckoned.direction)
        or (reckoned.multiple and is_multiple_of(figure, known))
        or (reckoned.for_each and falls_to_each(figure, known))
    )


def _is_small_count(figure: Figure) -> bool:
    """Whether it is a bare number below ten, which some sum or difference comes to by chance."""
    return figure.unit is None and figure.kind == "number" and figure.value < _TEN


def _within_reach(one: FigureFinding, result: FigureFinding) -> bool:
    """Whether a figure may be computed with: it stands near, or the result says that it was computed."""
    return result.figure.computed or abs(one.figure.claim - result.figure.claim) <= _REACH


def _follows_in_one_place(
    finding: FigureFinding, near: Sequence[FigureFinding], evidence: Evidence, *, tables: bool
) -> bool:
    """Whether a figure follows from those of the sentence or row that fits it best, or its claim cites."""
    return any(
        _follows_from(finding, _in_its_measure(held, finding) if tabular else held)
        for held, tabular in _places(finding, near, evidence)
        if tables or not tabular
    )


def _is_proportion(
    finding: FigureFinding, own: Sequence[FigureFinding], evidence: Evidence, *, tables: bool
) -> bool:
    """Whether a figure follows by multiplying or dividing what stands in its claim or one place it cites.

    A percentage that the claim gives itself is the one it speaks of; no other of that place will do.
    """
    figure, reckoned = finding.figure.mention.figure, finding.figure.reckoned
    if figure is None:
        return False
    beside = _figures([f.figure.mention for f in own])
    if is_part_of(figure, beside, beside):
        return True
    shares_given = any(each.kind == "percent" for each in beside)
    for held, tabular in _places(finding, own, evidence):
        if tabular and not tables:
            continue
        known = _figures(held)
        if (
            (not shares_given and is_part_of(figure, beside, known))
            or (not reckoned.direction and is_share_of(figure, known, beside))
            or (reckoned.for_each and falls_to_each(figure, known))
            or (reckoned.for_a_day and is_taken_several_times(figure, known))
        ):
            return True
    return False


def _places(
    finding: FigureFinding, near: Sequence[FigureFinding], evidence: Evidence
) -> list[tuple[list[Mention], bool]]:
    """The values of each sentence, row or column that fits a figure best or that its claim cites.

    With each place comes whether what its bare numbers measure may be something else than what the others do.
    """
    cited = [f.source for f in near if f.source and f.figure.claim == finding.figure.claim]
    places = [place for place in (finding.rival, *cited) if place is not None]
    units = sorted({place.unit for place in places})
    rows = [
        ([o.mention for o in evidence.occurrences if o.unit == unit], evidence.units[unit].row is not None)
        for unit in units
    ]
    columns = [(_column(place, finding, evidence), True) for place in cited if place.tabular]
    return (
        rows
        + columns
        + [
            (_measured_alike(f.figure.mention, f.source, held), False)
            for f in near
            if f.source in cited and f.source.tabular
            for held, _ in (*rows, *columns)
            if f.source.mention in held
        ]
    )


def _in_its_measure(held: Sequence[Mention], finding: FigureFinding) -> Sequence[Mention]:
    """The values of a row or column; where some have the figure's unit, bare ones measure something else."""
    figure = finding.figure.mention.figure
    if figure is None or figure.unit is None or figure.kind in {"percent", "points"}:
        return held
    alike = [mention for mention in held if mention.figure and mention.figure.unit == figure.unit]
    return alike or held


def _measured_alike(claim: Mention, cell: Occurrence, held: Sequence[Mention]) -> list[Mention]:
    """Bare cells in the measure that an answer gives one of them: if 908 is 908万千瓦, so is 633."""
    given, bare = claim.figure, cell.mention.figure
    if given is None or bare is None or bare.unit is not None or not bare.value or given.value == bare.value:
        return []
    factor = given.value / bare.value
    return [
        replace(
            mention, figure=replace(figure, value=figure.value * factor, unit=given.unit, kind=given.kind)
        )
        for mention in held
        if (figure := mention.figure) is not None and figure.unit is None
    ]


def _follows_in_column(finding: FigureFinding, evidence: Evidence) -> bool:
    """Whether a figure follows from the cells of named rows in the column of the cell that fits it best."""
    rival = finding.rival
    if rival is None or not rival.tabular:
        return False
    spoken = frozenset(finding.figure.context.weights)
    return bool(_row_label(rival, evidence) & spoken) and _follows_from(
        finding, _column(rival, finding, evidence)
    )


def _column(cell: Occurrence, finding: FigureFinding, evidence: Evidence) -> list[Mention]:
    """A cell with those of its column whose rows the claim or its question names."""
    label, spoken = _row_label(cell, evidence), frozenset(finding.figure.context.weights)
    head = cell.context.key - label
    others = [
        o
        for o in evidence.occurrences
        if o.tabular
        and o.passage == cell.passage
        and o.unit != cell.unit
        and (named := _row_label(o, evidence))
        and o.context.key - named == head
        and named & spoken
    ]
    return [cell.mention, *(o.mention for o in others)]


def _row_label(cell: Occurrence, evidence: Evidence) -> frozenset[str]:
    row = evidence.units[cell.unit].row
    return frozenset(plain_terms(row.label)) if row else frozenset()


def _figures(found: Sequence[Mention]) -> list[Figure]:
    return [mention.figure for mention in found if mention.figure is not None]
