"""Figures that the passages give under another condition than the one that is asked about.

"What is the pressure at 40 °C?" is not answered by 4.2 bar where the passages say "4.2 bar at 20 °C and
5.1 bar at 40 °C", nor by a row of another kiln where the question says "with a firing time of 12 hours" and a
table gives each kiln its firing time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.contexts import plain_terms
from scoring.mentions import mentions
from scoring.quantities import agrees, could_replace, unit_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.evidence import Evidence, Occurrence, Unit
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention

_CLAUSE = re.compile(
    r",(?!\d)|[;，、；。]|\b(?:and|but|while|whereas|against)\b|\b(?:и|а|но|против)\b|而", re.IGNORECASE
)
# What a row is called for short: F12, B-3, 甲.
_CODE = re.compile(r"(?<![\w-])(?:[A-ZА-Я]{1,3}[-–]?\d{1,3}|[A-Z]|[甲乙丙丁])(?![\w-])")


@dataclass(frozen=True, slots=True)
class _Conditions:
    """What a question asks about.

    Attributes:
        values: its quantities with a unit: "at 40 °C".
        names: short names of the rows that have such a value, where it is a column of some table.
        others: those of the other rows of such tables.
    """

    values: tuple[Mention, ...]
    names: frozenset[str]
    others: frozenset[str]


def under_asked_condition(
    findings: Sequence[FigureFinding], question: str, evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a figure that belongs to another condition than the question's is misplaced.

    An answer that names the other condition itself, or tells both figures, compares and is left alone.

    Args:
        findings: what was found of an answer's figures.
        question: as it was asked; one without a quantity sets no condition.
        evidence: the passages.
    """
    values = tuple(
        m for m in mentions(question) if m.figure and m.figure.unit and m.figure.kind == "quantity"
    )
    if not values:
        return list(findings)
    asked = _conditions(values, question, evidence)
    return [_checked(finding, findings, asked, evidence) for finding in findings]


def _conditions(values: tuple[Mention, ...], question: str, evidence: Evidence) -> _Conditions:
    words = frozenset(plain_terms(question))
    rows = [
        evidence.units[o.unit]
        for o in evidence.occurrences
        if o.tabular and any(agrees(value, o.mention) for value in values) and _column(o, evidence) & words
    ]
    names = frozenset(filter(None, map(_name, rows)))
    if not names or _CODE.search(question):
        return _Conditions(values, frozenset(), frozenset())
    heads = {(unit.row.caption, unit.row.header) for unit in rows if unit.row}
    beside = (u for u in evidence.units if u.row and (u.row.caption, u.row.header) in heads)
    return _Conditions(values, names, frozenset(filter(None, map(_name, beside))) - names)


def _column(cell: Occurrence, evidence: Evidence) -> frozenset[str]:
    """What the head of a cell's column says."""
    row = evidence.units[cell.unit].row
    return cell.context.key - frozenset(plain_terms(row.label)) if row else frozenset()


def _name(unit: Unit) -> str:
    code = _CODE.match(unit.row.label) if unit.row else None
    return code[0] if code else ""


def _checked(
    finding: FigureFinding, findings: Sequence[FigureFinding], asked: _Conditions, evidence: Evidence
) -> FigureFinding:
    figure, source = finding.figure, finding.source
    if _is_in_asked_row(finding, asked, evidence):
        return replace(finding, verdict="supported", rival=None)
    if source is None or not finding.holds or figure.given or figure.mention.is_year:
        return finding
    if any(_measures_like(figure.mention, value) for value in asked.values):
        return finding
    instead = _in_other_row(finding, asked, evidence) if source.tabular else _beside(source, asked, evidence)
    if instead is None or agrees(figure.mention, instead.rival.mention):
        return finding
    own = [f.figure for f in findings if f.figure.claim == figure.claim]
    if (
        any(
            _tells(instead.other, each.mention) or agrees(each.mention, instead.rival.mention) for each in own
        )
        or _named(instead.other) & figure.context.weights.keys()
    ):
        return finding
    return replace(finding, verdict="misplaced", rival=instead.rival)


def _is_in_asked_row(finding: FigureFinding, asked: _Conditions, evidence: Evidence) -> bool:
    """Whether a figure was called misplaced for a row of the same table that is not asked about."""
    if finding.verdict != "misplaced" or finding.source is None or finding.rival is None:
        return False
    own, other = (evidence.units[place.unit] for place in (finding.source, finding.rival))
    return _name(own) in asked.names and _name(other) in asked.others


@dataclass(frozen=True, slots=True)
class _Instead:
    """The condition that a figure stands under, and what stands under the one that is asked about."""

    other: str
    rival: Occurrence


def _tells(condition: str, mention: Mention) -> bool:
    return any(agrees(mention, each) for each in mentions(condition))


def _named(condition: str) -> frozenset[str]:
    return frozenset(plain_terms(condition))


def _measures_like(one: Mention, other: Mention) -> bool:
    """Whether two quantities are told in the same unit word: hours and hours, but not hours and days."""
    if not (one.figure and other.figure and one.figure.unit == other.figure.unit):
        return False
    return unit_word(one.raw) == unit_word(other.raw)


def _in_other_row(finding: FigureFinding, asked: _Conditions, evidence: Evidence) -> _Instead | None:
    """The cell of the same column in the row that is asked about."""
    source = finding.source
    row = evidence.units[source.unit].row if source else None
    if source is None or row is None or _name(evidence.units[source.unit]) not in asked.others:
        return None
    if not frozenset(plain_terms(row.label)) <= source.context.key:
        return None  # the head of a column, of no row
    own = [
        o
        for o in evidence.occurrences
        if (unit := evidence.units[o.unit]).row
        and _name(unit) in asked.names
        and (unit.row.caption, unit.row.header) == (row.caption, row.header)
    ]
    if any(agrees(finding.figure.mention, o.mention) for o in own):
        return None
    column = _column(source, evidence)
    return next((_Instead(row.label, o) for o in own if _column(o, evidence) == column), None)


def _beside(source: Occurrence, asked: _Conditions, evidence: Evidence) -> _Instead | None:
    """The value that the same sentence gives under the condition asked about, in a clause of its own."""
    text = evidence.units[source.unit].text
    clauses = list(_clauses(text))
    own = next(((a, b) for a, b in clauses if a <= source.mention.start < b), None)
    if own is None:
        return None
    marks = list(_markers(text, asked))
    here = [(name, is_asked) for at, name, is_asked in marks if own[0] <= at < own[1]]
    if not here or any(is_asked for _, is_asked in here):
        return None
    for begin, end in clauses:
        if not any(is_asked and begin <= at < end for at, _, is_asked in marks):
            continue
        for other in evidence.occurrences:
            inside = other.unit == source.unit and begin <= other.mention.start < end
            if (
                inside
                and could_replace(source.mention, other.mention)
                and not _is_condition(other.mention, asked)
            ):
                return _Instead(here[0][0], other)
    return None


def _is_condition(value: Mention, asked: _Conditions) -> bool:
    return any(_measures_like(value, condition) for condition in asked.values)


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for cut in _CLAUSE.finditer(text):
        yield begin, cut.start()
        begin = cut.end()
    yield begin, len(text)


def _markers(text: str, asked: _Conditions) -> Iterator[tuple[int, str, bool]]:
    """The conditions that a sentence names: where, how, and whether it is one that is asked about."""
    for value in mentions(text):
        if _is_condition(value, asked):
            yield value.start, value.raw, any(agrees(condition, value) for condition in asked.values)
    for code in _CODE.finditer(text) if asked.names else ():
        if code[0] in asked.names | asked.others:
            yield code.start(), code[0], code[0] in asked.names
