"""Figures that follow from cells of a table whose rows and columns an answer names without repeating them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from scoring.arithmetic import follows_from_pair, is_told_in_points, of_one_measure
from scoring.comparison_words import references, side
from scoring.contexts import plain_terms
from scoring.grids import Spoken, most_spoken_of, sentences_grid
from scoring.mentions import years_of
from scoring.proportions import MULTIPLE, is_near
from scoring.ways_of_reckoning import speaks_of_all, ways_of_reckoning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.figures import Figure
    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_findings import ClaimFigure
    from scoring.grids import Axis, Grid
    from scoring.mentions import Mention
    from scoring.reckoning import Direction
    from scoring.ways_of_reckoning import Ways

_HUNDRED = Decimal(100)
_TWO, _MOST_ADDED, _SENTENCES_BEFORE = 2, 4, 2
_COMMA = re.compile(r"[,;，；、](?!\d)")
# The terms and the years of what something is compared with.
_Reference = tuple[frozenset[str], frozenset[int]]


@dataclass(frozen=True)
class Telling:
    """What an answer's figures are told in.

    Attributes:
        claims: its sentences.
        question: what was asked.
        evidence: the passages.
    """

    claims: Sequence[Claim]
    question: str
    evidence: Evidence
    _known: dict[tuple[int, Mention, bool], Reckoned | None] = field(
        default_factory=dict, repr=False, compare=False
    )

    def reckoned(self, figure: ClaimFigure, *, absent: bool) -> Reckoned | None:
        """What :func:`reckoned_in_table` finds, which is asked for again whenever another figure follows."""
        if (key := (figure.claim, figure.mention, absent)) not in self._known:
            self._known[key] = reckoned_in_table(figure, self, absent=absent)
        return self._known[key]

    def spoken(self, place: int) -> Spoken:
        """What a sentence names, by its index."""
        own = self.claims[place].text
        wide = [self.question, *(c.text for c in self.claims[max(0, place - _SENTENCES_BEFORE) : place + 1])]
        return Spoken(
            frozenset(plain_terms(own)),
            years_of(own),
            frozenset(term for text in wide for term in plain_terms(text)),
            frozenset(year for text in wide for year in years_of(text)),
            whole=speaks_of_all(own),
        )


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What a figure was reckoned from.

    Attributes:
        words: the terms of the rows and the column.
        right: whether the difference is told the right way round.
    """

    words: frozenset[str]
    right: bool = True


def reckoned_in_table(figure: ClaimFigure, telling: Telling, *, absent: bool = True) -> Reckoned | None:
    """The cells of the rows and columns that a figure's sentence names, where they come to the figure.

    Taken are differences, changes in percent and multiples of two cells, shares of a total, sums and averages
    of several, each only where the sentence or the question says that there is one.

    Args:
        figure: the figure of the answer.
        telling: what it is told in.
        absent: whether it stands nowhere in the passages; of one that does, its own sentence has to say that
            it was reckoned.

    Returns:
        None where no cells come to it.
    """
    result = figure.mention.figure
    if result is None or not telling.claims:
        return None
    text = telling.claims[figure.claim].text
    ways = ways_of_reckoning(figure, text, telling.question, absent=absent)
    if not ways.any:
        return None
    spoken, heard = telling.spoken(figure.claim), _heard(figure, text)
    for grid in telling.evidence.turned_grids:
        words = (
            (_difference(result, grid, spoken, heard) if ways.compares else None)
            or (_share_of_whole(result, grid, spoken) if ways.shares else None)
            or (_together(result, grid, spoken, ways) if ways.adds or ways.average else None)
        )
        if words:
            return Reckoned(words)
    if ways.adds and _adds_up_a_sentence(result, spoken, telling.evidence):
        return Reckoned(spoken.terms)
    if not ways.compares:
        return None
    return _in_sentences(result, telling.evidence.turned_grids, spoken, heard, telling.evidence)


def _in_sentences(
    result: Figure, grids: Sequence[Grid], spoken: Spoken, heard: _Heard, evidence: Evidence
) -> Reckoned | None:
    """The difference of two sentences' values; a wrong one where tables or sentences tell another."""
    sentences = sentences_grid(spoken, evidence)
    if sentences is not None:
        if words := _difference(result, sentences, spoken, heard):
            return Reckoned(words)
        grids = [*grids, sentences]
    if not heard.direction:
        return None
    other = heard.the_other_way()
    turned = any(_difference(result, grid, spoken, other) for grid in grids)
    wrong = turned or _is_compared(result, grids, spoken, heard)
    return Reckoned(frozenset(), right=False) if wrong else None


def wrongly_compared(figure: ClaimFigure, telling: Telling, own: frozenset[str]) -> bool:
    """Whether a sentence says by how much one named row exceeds another, which no cells bear out.

    Args:
        figure: the figure of the answer.
        telling: what it is told in.
        own: the terms of the column of the cell that has its value: under "cm below surface" nothing is
            compared with a surface.
    """
    result = figure.mention.figure
    if result is None or not figure.reckoned.compared or not telling.claims:
        return False
    text, grids = telling.claims[figure.claim].text, telling.evidence.turned_grids
    heard = _heard(figure, text)
    near = _heard_in(_clause_of(figure, text)) or heard.references
    if not heard.direction or not _names_another(near, own, [grid.rows for grid in grids]):
        return False
    spoken = telling.spoken(figure.claim)
    return _is_compared(result, grids, spoken, heard) and not any(
        _difference(result, grid, spoken, heard) for grid in grids
    )


def _adds_up_a_sentence(result: Figure, spoken: Spoken, evidence: Evidence) -> bool:
    """Whether a figure is the sum of all that the sentence counts, or measures so, of which most is said."""
    for unit in most_spoken_of(spoken, evidence)[:1]:
        figures = [o.mention.figure for o in evidence.stated_in[unit] if o.mention.figure]
        alike = [figure for figure in figures if figure.unit == result.unit and figure.kind == result.kind]
        if len(alike) >= _TWO and is_near(result, sum((f.value for f in alike), Decimal(0))):
            return True
    return False


def _is_compared(result: Figure, grids: Sequence[Grid], spoken: Spoken, heard: _Heard) -> bool:
    """Whether it is told which of two rows is compared with which, and both have cells of the measure."""
    return any(
        heard.reference(grid.rows, *pair, spoken) is not None and bool(_columns(result, grid, spoken, pair))
        for grid in grids
        for pair in grid.rows.pairs(spoken)
    )


def _clause_of(figure: ClaimFigure, text: str) -> str:
    """What of a sentence stands between the commas about a figure."""
    start, end = figure.mention.start, figure.mention.end
    return _COMMA.split(text[:start])[-1] + text[start:end] + _COMMA.split(text[end:])[0]


def _names_another(references: Sequence[_Reference], own: frozenset[str], axes: Sequence[Axis]) -> bool:
    """Whether what is compared with may be a row or column, and is not only what a column's terms say."""
    return any(
        any(label & terms - own for label in axis.labels) or any(each & years for each in axis.years)
        for terms, years in references
        for axis in axes
    )


def _heard(figure: ClaimFigure, text: str) -> _Heard:
    return _Heard(side(text, figure.mention) or figure.reckoned.direction, _heard_in(text))


def _heard_in(text: str) -> tuple[_Reference, ...]:
    return tuple((frozenset(plain_terms(piece)), years_of(piece)) for piece in references(text))


@dataclass(frozen=True, slots=True)
class _Heard:
    """How a sentence compares.

    Attributes:
        direction: whether it calls the thing it speaks of the greater or the smaller.
        references: the terms and years of what it compares with.
        ordered_only: whether pairs are left aside of which is not told which is compared with which.
    """

    direction: Direction
    references: tuple[_Reference, ...]
    ordered_only: bool = False

    def the_other_way(self) -> _Heard:
        """The same with the greater called the smaller, only of what is told which is compared with which."""
        return replace(self, direction="fall" if self.direction == "rise" else "rise", ordered_only=True)

    def reference(self, axis: Axis, one: int, two: int, spoken: Spoken) -> int | None:
        """Which of two labels is what the other is compared with, None where that is not told."""
        for terms, years in self.references:
            dated = [place for place in (one, two) if axis.years[place] & years]
            named = [place for place in (one, two) if place in axis.named(terms)]
            if len(dated or named) == 1:
                return (dated or named)[0]
        if axis.years[one] and axis.years[two]:
            return min(one, two, key=lambda place: min(axis.years[place]))
        told_of = [place for place in (one, two) if place in axis.named(spoken.terms)]
        return one + two - told_of[0] if len(told_of) == 1 else None


def _difference(result: Figure, grid: Grid, spoken: Spoken, heard: _Heard) -> frozenset[str] | None:
    for one, two in grid.rows.pairs(spoken):
        reference = heard.reference(grid.rows, one, two, spoken)
        if reference is None and heard.ordered_only:
            continue
        for column in _columns(result, grid, spoken, (one, two)):
            first, second = grid.cells[one, column], grid.cells[two, column]
            if reference == one:
                first, second = second, first
            if _fits(result, first, second, heard.direction, ordered=reference is not None):
                return grid.words((one, two), column)
    return None


def _fits(result: Figure, first: Figure, second: Figure, direction: Direction, *, ordered: bool) -> bool:
    """Whether a figure says how the first differs from the second; unordered, either from the other."""
    ways = [(first, second)] if ordered else [(first, second), (second, first)]
    for one, two in ways:
        if not one.value or not two.value:
            continue
        if direction and one.value != two.value and (direction == "rise") != (one.value > two.value):
            continue
        if result.unit == MULTIPLE:
            large, small = sorted((abs(one.value), abs(two.value)), reverse=True)
            if of_one_measure(one, two) and is_near(result, large / small):
                return True
        elif follows_from_pair(result, one, two, direction):
            return True
    return False


def _columns(result: Figure, grid: Grid, spoken: Spoken, rows: Sequence[int]) -> list[int]:
    """The columns with cells of some rows that the result may be reckoned from: first what is spoken of."""
    proportion = result.kind in {"percent", "points"} or result.unit == MULTIPLE or is_told_in_points(result)
    # Where some cells have the result's unit, bare ones measure something else.
    with_unit = not proportion and result.unit is not None and result.unit in grid.units
    among = [
        column
        for column in range(len(grid.columns.labels))
        if all(
            (cell := grid.cells.get((row, column))) is not None
            and (proportion or of_one_measure(cell, result))
            and not (with_unit and cell.unit is None)
            for row in rows
        )
    ]
    return grid.columns.spoken_of(spoken, among)


def _share_of_whole(result: Figure, grid: Grid, spoken: Spoken) -> frozenset[str] | None:
    if not (grid.rows.totals or spoken.whole):
        return None
    for rows in _groups(grid, spoken):
        columns = _columns(result, grid, spoken, rows)
        for column in columns if len(columns) <= _TWO else ():
            parts = [grid.cells[row, column] for row in rows]
            whole, part = _whole(grid, column), sum((figure.value for figure in parts), Decimal(0))
            if parts[0].kind != "percent" and part < whole and is_near(result, part / whole * _HUNDRED):
                return grid.words(rows, column)
    return None


def _groups(grid: Grid, spoken: Spoken) -> list[tuple[int, ...]]:
    """Rows that a claim may take together, or alone: those that it names, or else its question does."""
    for said in (spoken.terms, spoken.wide):
        named = [row for row in grid.rows.named(said) if row not in grid.rows.totals][:_MOST_ADDED]
        if named:
            return [group for size in range(1, len(named) + 1) for group in combinations(named, size)]
    return []


def _whole(grid: Grid, column: int) -> Decimal:
    totals = [grid.cells[row, column] for row in grid.rows.totals if (row, column) in grid.cells]
    if totals:
        return totals[0].value
    alike = [figure for (_, place), figure in grid.cells.items() if place == column]
    one_measure = all(of_one_measure(alike[0], figure) for figure in alike)
    return sum((figure.value for figure in alike), Decimal(0)) if one_measure else Decimal(0)


def _together(result: Figure, grid: Grid, spoken: Spoken, ways: Ways) -> frozenset[str] | None:
    for rows in _added(grid, spoken):
        for column in _columns(result, grid, spoken, rows):
            figures = [grid.cells[row, column] for row in rows]
            if not all(of_one_measure(figures[0], figure) for figure in figures):
                continue
            whole = sum((figure.value for figure in figures), Decimal(0))
            if (ways.adds and is_near(result, whole)) or (
                ways.average and is_near(result, whole / len(figures))
            ):
                return grid.words(rows, column)
    return None


def _added(grid: Grid, spoken: Spoken) -> Iterator[tuple[int, ...]]:
    """Rows that a claim may add up: those that it names, else those of the question, else all."""
    for said in (spoken.terms, spoken.wide):
        named = tuple(row for row in grid.rows.named(said) if row not in grid.rows.totals)
        if len(named) >= _TWO:
            yield named
            return
    every = tuple(row for row in range(len(grid.rows.labels)) if row not in grid.rows.totals)
    if len(every) >= _TWO:
        yield every
