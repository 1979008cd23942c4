"""Cells that an answer gives to another row or column of a table than the one that they stand in.

"The Pro delivers 1.5 litres" where the table gives 1.5 to the Standard and 2.1 to the Pro; "the north wing
has 19 rooms, the south wing 31" where it is the other way round. Only what is named beyond doubt counts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from scoring.change_columns import stands_among_changes
from scoring.contexts import plain_terms
from scoring.labelled import without_rank_marks
from scoring.pieces import pieces
from scoring.poles import poles_named
from scoring.quantities import agrees, comparable
from scoring.table_cells import cell_of, corner_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from data_base.text.figures import Figure
    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding

Axis = Literal["row", "column"]
_ACROSS: Mapping[Axis, Axis] = {"row": "column", "column": "row"}
# What is named beside these words may only be compared with.
_COMPARES = re.compile(
    r"\b(?:than|unlike|except|besides|instead|compar\w+|against|versus|vs|behind|ahead|below|above|"
    r"чем|отлич\w+|кроме|вместо|сравн\w+|против|ниже|выше)\b|[比较較除]|不同|不像|以外|對|对",
    re.IGNORECASE,
)
# A row may be called by its number and the head over it; such names begin with a mark.
_SHORT_NUMBER, _NUMBERED = re.compile(r"\d{1,3}"), "#"
# Values of one row that differ by more measure different things.
_SIZE, _MOSTLY = 10, 2 / 3
# Rows that say what the others are together.
_TOTALS = frozenset({"§total", "§sum", "§average", "всег", "итог", "合计", "总计", "平均", "overal", "all"})


@dataclass(frozen=True, slots=True)
class _Cell:
    """A value of a table with the label of its row and the head of its column."""

    occurrence: Occurrence
    row: str
    column: str

    def on(self, axis: Axis) -> str:
        """Its label on one of the two axes."""
        return self.row if axis == "row" else self.column


@dataclass(frozen=True, slots=True)
class _Given:
    """A cell that an answer gives to a row or column that it does not stand in.

    Attributes:
        place: which figure of the answer.
        to: the label that the answer gives it to.
        of: the label that it stands under.
        rival: what stands there instead.
        unnamed: whether the answer and its question name its own nowhere.
    """

    place: int
    to: str
    of: str
    rival: Occurrence
    unnamed: bool


@dataclass(frozen=True)
class _Tables:
    """The tables of the passages, each read once.

    Attributes:
        evidence: the passages.
    """

    evidence: Evidence

    @cached_property
    def _read(self) -> dict[tuple[int, str, str], list[_Cell]]:
        return {}

    def grid_of(self, source: Occurrence) -> list[_Cell]:
        """The values of the table that a cell stands in."""
        row = self.evidence.units[source.unit].row
        if row is None:
            return []
        table = (source.passage, row.header, row.caption)
        if table not in self._read:
            self._read[table] = [
                _Cell(occurrence, row.label, cell.column)
                for occurrence in self.evidence.occurrences
                if occurrence.tabular
                and (row := self.evidence.units[occurrence.unit].row) is not None
                and (occurrence.passage, row.header, row.caption) == table
                and (cell := cell_of(occurrence.mention.raw, row)) is not None
            ]
        return self._read[table]


def under_named_rows(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], question: str, evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a cell of another row or column than is named with it counts as misplaced.

    The other must be named beyond doubt: alone in the piece of a sentence about the figure or in one before
    it, else alone in a question whose answer names none. The cell's own must be named nowhere, unless the
    answer exchanges the two.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        question: what was asked.
        evidence: the passages.
    """
    texts = [without_rank_marks(claim.text) for claim in claims]
    tables = _Tables(evidence)
    given = [
        each
        for place, finding in enumerate(findings)
        for each in _given(place, finding, texts, question, tables)
    ]
    exchanged = {(each.of, each.to) for each in given}
    wrong = {each.place: each.rival for each in given if each.unnamed or (each.to, each.of) in exchanged}
    return [
        replace(finding, verdict="misplaced", rival=wrong[place]) if place in wrong else finding
        for place, finding in enumerate(findings)
    ]


def _given(
    place: int, finding: FigureFinding, texts: Sequence[str], question: str, tables: _Tables
) -> Iterator[_Given]:
    evidence, source, figure = tables.evidence, finding.source, finding.figure
    if source is None or not source.tabular or not finding.holds or figure.given or figure.mention.date:
        return
    differs = figure.computed or figure.reckoned.compared
    if differs and not stands_among_changes(source, evidence):
        return  # a difference stands in no cell, but by chance
    grid = tables.grid_of(source)
    if differs:
        grid = _but_for_others(grid, source)
    own = next((cell for cell in grid if cell.occurrence is source), None)
    for axis in (("row",) if differs else _axes(grid)) if own else ():
        names = _own_words({cell.on(axis) for cell in grid})
        if axis == "row" and (row := evidence.units[source.unit].row):
            names |= _numbers(grid, corner_of(row))
        to = _named_with(finding, texts, question, names, axis)
        if own is None or to in {"", own.on(axis)} or own.on(axis) not in names:
            continue
        there = [cell for cell in grid if cell.on(axis) == to]
        rival = _instead(own, there, axis)
        if rival is None or _is_told_there(finding, there, names[to], evidence):
            continue
        unnamed = own.on(axis) not in _touched_in(" ".join((question, *texts)), names)
        yield _Given(place, to, own.on(axis), rival, unnamed)


def _but_for_others(grid: Sequence[_Cell], source: Occurrence) -> list[_Cell]:
    """The cells of the rows that are compared with another, which has no such cell itself."""
    column = next((cell.column for cell in grid if cell.occurrence is source), "")
    differing = {cell.row for cell in grid if cell.column == column}
    return [cell for cell in grid if cell.row in differing]


def _axes(grid: Sequence[_Cell]) -> tuple[Axis, ...]:
    """The axes on which a table lists things: its columns, too, where the rows give like values for all."""
    rows: dict[str, list[Figure]] = defaultdict(list)
    for cell in grid:
        if cell.occurrence.mention.figure is not None:
            rows[cell.row].append(cell.occurrence.mention.figure)
    alike = sum(map(_are_alike, rows.values()))
    return ("row", "column") if alike >= _MOSTLY * len(rows) else ("row",)


def _are_alike(values: Sequence[Figure]) -> bool:
    sizes = [abs(value.value) for value in values]
    return len({value.unit for value in values}) == 1 and max(sizes) <= min(sizes) * _SIZE


def _own_words(labels: Iterable[str]) -> dict[str, frozenset[str]]:
    """For each label the words that no other has, if it does not only sum up the others or oppose one."""
    known = {label: frozenset(plain_terms(f"{label} |")) for label in labels}
    own = {
        label: words - frozenset().union(*(other for name, other in known.items() if name != label))
        for label, words in known.items()
    }
    return {
        label: words
        for label, words in own.items()
        if words and not words & _TOTALS and not poles_named(label, of_date=False)
    }


def _numbers(grid: Sequence[_Cell], corner: str) -> dict[str, frozenset[str]]:
    """For each label that is a number what the row is called with the head over it: "#route204"."""
    if not corner:
        return {}
    return {
        cell.row: frozenset({f"{_NUMBERED}{''.join(corner.split()).lower()}{cell.row}"})
        for cell in grid
        if _SHORT_NUMBER.fullmatch(cell.row)
    }


def _is_numbered(text: str, own: frozenset[str]) -> bool:
    """Whether a text names a row by its number: "route 204", "route No. 204"."""
    for word in own:
        if word.startswith(_NUMBERED):
            head = word.rstrip("0123456789")
            number = word[len(head) :]
            called = rf"{re.escape(head[1:])}\w{{0,2}}(?:№|no\.?)?{number}(?!\d|[.,]\d)"
            return re.search(called, "".join(text.lower().split())) is not None
    return False


def _touched_in(text: str, names: Mapping[str, frozenset[str]]) -> list[str]:
    """The labels of which a text says any own word."""
    said = frozenset(plain_terms(text))
    return [label for label, own in names.items() if own & said or _is_numbered(text, own)]


def _only_named(text: str, touched: Sequence[str], names: Mapping[str, frozenset[str]]) -> str:
    """The label that a text names whole and alone, compared with nothing; empty where there is none."""
    own = names[touched[0]] if len(touched) == 1 else frozenset[str]()
    whole = bool(own) and (own <= frozenset(plain_terms(text)) or _is_numbered(text, own))
    return touched[0] if whole and not _COMPARES.search(text) else ""


def _named_with(
    finding: FigureFinding,
    texts: Sequence[str],
    question: str,
    names: Mapping[str, frozenset[str]],
    axis: Axis,
) -> str:
    """The one row or column that is named with a figure, empty where none is, or more than one.

    What a figure is of is told once for several ("the Pro: 2.1 litres, 1,600 litres"), what it measures not.
    """
    about, *before = pieces(texts[finding.figure.claim], finding.figure.mention)
    for piece in (about, *before) if axis == "row" else (about,):
        if touched := _touched_in(piece, names):
            return _only_named(piece, touched, names)
    if any(_touched_in(text, names) for text in texts):
        return ""
    return _only_named(question, _touched_in(question, names), names)


def _instead(own: _Cell, there: Sequence[_Cell], axis: Axis) -> Occurrence | None:
    """What stands in the named row or column where the cell stands in its own."""
    return next(
        (
            cell.occurrence
            for cell in there
            if cell.on(_ACROSS[axis]) == own.on(_ACROSS[axis])
            and comparable(own.occurrence.mention, cell.occurrence.mention)
        ),
        None,
    )


def _is_told_there(
    finding: FigureFinding, there: Sequence[_Cell], words: frozenset[str], evidence: Evidence
) -> bool:
    """Whether the value stands there after all, or in a sentence that names what the answer names."""
    mention = finding.figure.mention
    if any(agrees(mention, cell.occurrence.mention) for cell in there):
        return True
    return any(
        not place.tabular and words <= evidence.units[place.unit].reach and agrees(mention, place.mention)
        for place in evidence.occurrences
    )
