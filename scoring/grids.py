"""Tables as grids: which of their rows and columns the words of an answer name."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import fsum
from typing import TYPE_CHECKING

from scoring.cell_units import cell_mentions
from scoring.contexts import plain_terms
from scoring.mentions import years_of
from scoring.table_cells import corner_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from data_base.text.figures import Figure
    from scoring.evidence import Evidence, Unit
    from scoring.table_cells import Row

# A label is named where so large a share of the words that no other label has is said.
_NAMED = 0.33
_TWO, _MOST_NAMED = 2, 6
# What a word of the question counts for beside one of the claim.
_LESS = 0.5
_DIGIT = re.compile(r"\d")
# Units of three words would make most of a head that has one of its own.
_BRACKETED = re.compile(r"\s*[(（\[【][^()（）\[\]【】]{1,40}[)）\]】]\s*$")
_TOTAL = re.compile(
    r"[\W_]*(?:(?:grand |over)?(?:all|total)s?\b|sum\b|итог\w*|всего|"
    r"合[計计]|[總总][計计]|[總总][數数]|全部)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a claim names: its words and years.

    Attributes:
        terms: of the claim itself.
        years: of the claim itself.
        wide: terms of the question and of the sentences before it, too.
        wide_years: years of these, too.
        whole: whether the claim speaks of all together ("overall", 全部).
    """

    terms: frozenset[str]
    years: frozenset[int]
    wide: frozenset[str]
    wide_years: frozenset[int]
    whole: bool = False


@dataclass(frozen=True)
class Axis:
    """The labels of the rows, or of the columns, of a table.

    Attributes:
        labels: the terms of each.
        years: the years of each.
        totals: the places of those that stand for all others.
        generic: terms that name what all of them are, such as the head over the labels of the rows.
    """

    labels: tuple[frozenset[str], ...]
    years: tuple[frozenset[int], ...]
    totals: frozenset[int]
    generic: frozenset[str] = frozenset()

    def named(self, said: frozenset[str]) -> list[int]:
        """The places of the labels that some words name."""
        return [
            place
            for place, (label, own) in enumerate(zip(self.labels, self._own, strict=True))
            if (len(own & said) > len(own) * _NAMED if own else label and label <= said)
        ]

    @cached_property
    def _own(self) -> list[frozenset[str]]:
        """For each label the terms that no other has."""
        counts = Counter(term for label in self.labels for term in label)
        return [
            frozenset(term for term in label - self.generic if counts[term] == 1) for label in self.labels
        ]

    def pairs(self, spoken: Spoken) -> list[tuple[int, int]]:
        """The pairs of places that a claim may compare; where it names years, those of one thing."""
        if sum(map(bool, self.years)) >= _TWO:
            return self._pairs_of_years(spoken)
        own = self.named(spoken.terms)
        more = own if len(own) >= _TWO else self.named(spoken.wide)
        if len(more) < _TWO and len(self.labels) == _TWO:
            more = [0, 1]
        pairs = combinations(more[:_MOST_NAMED], _TWO)
        return [(one, two) for one, two in pairs if not own or len(own) >= _TWO or own[0] in {one, two}]

    def _pairs_of_years(self, spoken: Spoken) -> list[tuple[int, int]]:
        dated = [place for place, years in enumerate(self.years) if years]
        for said in (spoken.years, spoken.wide_years):
            chosen = [place for place in dated if self.years[place] & said]
            if len({self.years[place] for place in chosen}) >= _TWO:
                dated = chosen
                break
        else:
            if len({self.years[place] for place in dated}) != _TWO:
                return []
        pairs = combinations(dated, _TWO)
        return [
            (one, two)
            for one, two in pairs
            if self.labels[one] == self.labels[two] and self.years[one] != self.years[two]
        ]

    def spoken_of(self, spoken: Spoken, among: Sequence[int]) -> list[int]:
        """Which of some places a claim speaks of: those that it names, or its question does, or all."""
        for said, years in ((spoken.terms, spoken.years), (spoken.wide, spoken.wide_years)):
            dated = [place for place in among if self.years[place] & years]
            named = set(self.named(said)) & set(among)
            if spoken.whole:
                named |= self.totals & set(among)
            both = [place for place in dated if place in named]
            if found := both or dated or sorted(named):
                return found
        return list(among)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table.

    Attributes:
        rows: its rows.
        columns: its columns.
        cells: its figures by row and column.
    """

    rows: Axis
    columns: Axis
    cells: Mapping[tuple[int, int], Figure]

    @property
    def units(self) -> frozenset[str | None]:
        """The units of its figures."""
        return frozenset(figure.unit for figure in self.cells.values())

    def words(self, rows: Iterable[int], column: int) -> frozenset[str]:
        """The terms of some rows and of a column."""
        return self.columns.labels[column].union(*(self.rows.labels[row] for row in rows))

    def turned(self) -> Grid:
        """The table with its columns as rows."""
        return Grid(
            self.columns,
            self.rows,
            {(column, row): figure for (row, column), figure in self.cells.items()},
        )


def grids_of(units: Sequence[Unit]) -> list[Grid]:
    """The tables among the units of passages, in order."""
    tables: dict[tuple[int, str, str], list[Row]] = {}
    for unit in units:
        if unit.row is not None:
            tables.setdefault((unit.passage, unit.row.header, unit.row.caption), []).append(unit.row)
    return [_grid(tuple(rows)) for rows in tables.values()]


def most_spoken_of(spoken: Spoken, evidence: Evidence) -> list[int]:
    """The sentences with figures that share words with what a claim names, by index, the nearest first."""
    shared: dict[int, float] = {}
    for unit, held in evidence.holding(sorted(spoken.wide)).items():
        if evidence.units[unit].row is None and unit in evidence.stated_in:
            own = fsum(evidence.weight(term) for term in sorted(held & spoken.terms))
            shared[unit] = own + fsum(evidence.weight(term) for term in sorted(held)) * _LESS
    return sorted(shared, key=lambda unit: (-shared[unit], unit))


def sentences_grid(spoken: Spoken, evidence: Evidence) -> Grid | None:
    """The two sentences that share most with what a claim names as rows, their measures as columns.

    A measure is a column where each of the two gives it exactly once.
    """
    best = most_spoken_of(spoken, evidence)[:_TWO]
    if len(best) < _TWO:
        return None
    measures = [
        Counter(o.mention.figure.unit for o in evidence.stated_in[unit] if o.mention.figure) for unit in best
    ]
    units = sorted(unit for unit in measures[0] if unit and measures[0][unit] == measures[1][unit] == 1)
    cells = {
        (row, units.index(figure.unit)): figure
        for row, unit in enumerate(best)
        for o in evidence.stated_in[unit]
        if (figure := o.mention.figure) is not None and figure.unit in units
    }
    rows = Axis(tuple(evidence.units[unit].terms for unit in best), (frozenset(),) * _TWO, frozenset())
    heads = Axis((frozenset(),) * len(units), (frozenset(),) * len(units), frozenset())
    return Grid(rows, heads, cells) if units else None


@lru_cache(maxsize=256)
def _grid(rows: tuple[Row, ...]) -> Grid:
    heads: dict[str, int] = {}
    cells: dict[tuple[int, int], Figure] = {}
    for place, row in enumerate(rows):
        for position, cell in enumerate(row.cells):
            # Without a head, cells that stand in one position stand under each other.
            column = heads.setdefault(cell.column or f"\n{position}", len(heads))
            found = [mention.figure for mention in cell_mentions(row, cell) if mention.figure is not None]
            if len(found) == 1:
                cells[place, column] = found[0]
    generic = frozenset(plain_terms(corner_of(rows[0])))
    return Grid(_axis((row.label for row in rows), generic), _axis(_without_units(list(heads))), cells)


def _without_units(heads: list[str]) -> list[str]:
    """The heads without what stands in brackets at their end, where they still differ."""
    short = [head if _DIGIT.search(head) else _BRACKETED.sub("", head) for head in heads]
    return short if all(short) and len(set(short)) == len(heads) else heads


def _axis(labels: Iterable[str], generic: frozenset[str] = frozenset()) -> Axis:
    texts = list(labels)
    return Axis(
        tuple(frozenset(plain_terms(text)) for text in texts),
        tuple(years_of(text) for text in texts),
        frozenset(place for place, text in enumerate(texts) if _TOTAL.match(text)),
        generic,
    )
