"""Passages read once for checking many claims: their units of text, their figures with surroundings."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from scoring.aliases import Alias, find_aliases
from scoring.cell_units import cell_mentions
from scoring.contexts import Context, plain_terms, sentence_contexts, weigh
from scoring.date_ranges import DateRange, date_ranges, is_closed, length_in_months
from scoring.grids import grids_of
from scoring.instructions import passage_statements
from scoring.layout import layout
from scoring.mentions import Mention, mentions, stated_or_worded, worded, years_of
from scoring.quantities import Gist, Sort, gist, is_bare, sort_of
from scoring.terms import script_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scoring.grids import Grid
    from scoring.layout import Prose
    from scoring.table_cells import Cell, Row
    from scoring.terms import Script

_SCRIPTS = {
    "han": re.compile(r"[\u4e00-\u9fff]"),
    "latin": re.compile(r"[A-Za-z]{2,}"),
    "cyrillic": re.compile(r"[а-яё]{2,}", re.IGNORECASE),
}
_HEADING, _BEFORE, _CAPTION, _HEADER, _MEANT = 0.4, 0.35, 0.8, 0.15, 0.7
# A list of passages is written in a script if this share of its terms is.
_WRITTEN_IN = 0.12
_DIGIT = re.compile(r"\d")
# A passage that is longer than a chunk is hardly one of many answers' passages.
_LONGEST_KEPT = 4_000
# A sentence or row that is longer than this is hardly met again, and dear to keep.
_LONGEST_UNIT_KEPT = 600


class Unit(NamedTuple):
    """A sentence or a table row.

    Attributes:
        passage: index of its passage.
        text: as it stands there.
        terms: its own terms.
        reach: its own terms and those of heading, caption and columns over it.
        row: the row, None for a sentence.
    """

    passage: int
    text: str
    terms: frozenset[str]
    reach: frozenset[str]
    row: Row | None = None


class Occurrence(NamedTuple):
    """A figure or date of a passage, with what it speaks of.

    Attributes:
        mention: the value; the raw text of a table cell carries the unit that its table names.
        context: its surroundings.
        unit: index of the unit it stands in.
        passage: index of its passage.
        tabular: whether it stands in a table.
        gist: what it must share with a value to agree.
    """

    mention: Mention
    context: Context
    unit: int
    passage: int
    tabular: bool
    gist: Gist


@dataclass(frozen=True)
class Evidence:
    """What a list of passages holds.

    Attributes:
        passages: the texts, without what only speaks to their reader.
        units: their sentences and rows in order.
        occurrences: their figures and dates, what they only word included.
        topics: the terms of each passage.
        scripts: the scripts in which they are written, foreign names left aside.
        years: every year they name, in text or over a column.
        idf: weight of every term that occurs, rarer ones more.
        unknown: weight of a term that does not occur.
        aliases: pairs of names for one thing.
        holders: of each passage its first unit, and counted from there the units in whose reach a term is.
    """

    passages: tuple[str, ...]
    units: tuple[Unit, ...]
    occurrences: tuple[Occurrence, ...]
    topics: tuple[frozenset[str], ...]
    scripts: frozenset[Script]
    years: frozenset[int]
    idf: Mapping[str, float]
    unknown: float
    aliases: tuple[Alias, ...]
    holders: tuple[tuple[int, Mapping[str, Sequence[int]]], ...]

    def holding(self, terms: Iterable[str]) -> dict[int, set[str]]:
        """The units in whose reach some of these terms are, each with those; others are left out."""
        wanted = list(terms)
        found: dict[int, set[str]] = {}
        for first, holders in self.holders:
            for term in wanted:
                for place in holders.get(term, ()):
                    found.setdefault(first + place, set()).add(term)
        return found

    def script(self, unit: int) -> str:
        """The script that a unit, or where it holds no words its passage, is mainly written in."""
        own = self.units[unit]
        return script_of_text(own.text if own.terms else self.passages[own.passage])

    @cached_property
    def reworded(self) -> Evidence:
        """The same passages with the words of one group of synonyms as one term.

        For wording alone: what a figure belongs to is told in stricter terms.
        """
        units = tuple(_reworded_unit(unit) for unit in self.units)
        holders: dict[str, list[int]] = defaultdict(list)
        for place, unit in enumerate(units):
            for term in unit.reach:
                holders[term].append(place)
        idf = {term: _idf(len(places), len(units)) for term, places in holders.items()}
        return replace(self, units=units, idf=idf, holders=((0, holders),))

    @cached_property
    def stated(self) -> tuple[Occurrence, ...]:
        """The figures and dates that are stated as such, small numbers in words left aside."""
        return tuple(o for o in self.occurrences if o.mention.standing == "stated")

    @cached_property
    def stated_in(self) -> Mapping[int, Sequence[Occurrence]]:
        """Those of :attr:`stated` by the unit that they stand in."""
        found: dict[int, list[Occurrence]] = defaultdict(list)
        for occurrence in self.stated:
            found[occurrence.unit].append(occurrence)
        return dict(found)

    @cached_property
    def grids(self) -> tuple[Grid, ...]:
        """The tables as grids, in order."""
        return tuple(grids_of(self.units))

    @cached_property
    def turned_grids(self) -> tuple[Grid, ...]:
        """Each table as it is and with its columns as rows."""
        return tuple(grid for table in self.grids for grid in (table, table.turned()))

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Where each unit begins in its passage; -1 for one that is not written there as it reads.

        A sentence or row that is repeated is found once for each of its units.
        """
        ends: dict[tuple[int, bool], int] = {}
        found = []
        for unit in self.units:
            order = (unit.passage, unit.row is None)
            at = self.passages[unit.passage].find(unit.text, ends.get(order, 0))
            ends[order] = max(ends.get(order, 0), at + len(unit.text)) if at >= 0 else ends.get(order, 0)
            found.append(at)
        return tuple(found)

    @cached_property
    def date_ranges(self) -> tuple[DateRange, ...]:
        """The ranges of dates that a sentence tells; see :func:`scoring.date_ranges.date_ranges`."""
        return date_ranges(self.stated, self.units)

    @cached_property
    def closed_ranges(self) -> tuple[DateRange, ...]:
        """Those of them that are surely meant as one."""
        return tuple(found for found in self.date_ranges if is_closed(found, self.units))

    @cached_property
    def lengths_in_months(self) -> tuple[Mention, ...]:
        """How many months, to the half, each of these lasts."""
        return tuple(filter(None, map(length_in_months, self.closed_ranges)))

    @cached_property
    def gists(self) -> tuple[Gist, ...]:
        """The gist of each figure and date."""
        return tuple(o.gist for o in self.occurrences)

    def of_sort(self, sort: Sort) -> Sequence[tuple[int, Occurrence]]:
        """The figures and dates of a sort, with their index; see :func:`scoring.quantities.sort_of`."""
        return self._by_sort.get(sort, ())

    @cached_property
    def _by_sort(self) -> Mapping[Sort, Sequence[tuple[int, Occurrence]]]:
        sorts: dict[Sort, list[tuple[int, Occurrence]]] = defaultdict(list)
        for index, occurrence in enumerate(self.occurrences):
            sorts[sort_of(occurrence.mention)].append((index, occurrence))
        return dict(sorts)

    @cached_property
    def once(self) -> float:
        """How much a term tells that is in reach of a single sentence or row."""
        return _idf(1, len(self.units))

    def weight(self, term: str) -> float:
        """How much a term tells."""
        return self.idf.get(term, self.unknown)

    def mass(self, terms: Iterable[str]) -> float:
        """How much some terms tell together."""
        return math.fsum(map(self.weight, terms))

    def masses(self, weights: Mapping[str, float]) -> dict[int, float]:
        """How much of some weighed terms is in reach of each unit, by index; others are left out."""
        return {
            place: math.fsum(weights[term] for term in sorted(held))
            for place, held in self.holding(weights).items()
        }


@lru_cache(maxsize=8192)
def script_of_text(text: str) -> str:
    """The script that a text is mainly written in: han, latin or cyrillic."""
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPTS.items()}
    return max(counts, key=lambda name: counts[name])


def read_evidence(passages: Sequence[str]) -> Evidence:
    """Read passages; the last few lists are remembered, since many answers are judged on the same ones."""
    return _read(tuple(passages))


@lru_cache(maxsize=8)
def _read(raw: tuple[str, ...]) -> Evidence:
    read = [_kept(text) if len(text) <= _LONGEST_KEPT else _read_passage(text) for text in raw]
    passages = tuple(passage.text for passage in read)
    units: list[Unit] = []
    occurrences: list[Occurrence] = []
    counts: dict[str, int] = defaultdict(int)
    firsts: list[int] = []
    for index, passage in enumerate(read):
        first = len(units)
        firsts.append(first)
        units += [Unit(index, *unit[1:]) for unit in passage.units]
        occurrences += [
            Occurrence(mention, context, first + unit, index, tabular, kind)
            for mention, context, unit, _, tabular, kind in passage.found
        ]
        for term, places in passage.holders.items():
            counts[term] += len(places)
    # Few counts are different, so that few logarithms are.
    weights = {count: _idf(count, len(units)) for count in set(counts.values())}
    return Evidence(
        passages,
        tuple(units),
        tuple(occurrences),
        tuple(passage.topic for passage in read),
        _scripts([passage.scripts for passage in read]),
        frozenset().union(*(passage.years for passage in read)),
        {term: weights[count] for term, count in counts.items()},
        _idf(0, len(units)),
        find_aliases(passages),
        tuple((first, passage.holders) for first, passage in zip(firsts, read, strict=True)),
    )


def _idf(count: int, total: int) -> float:
    """Weight of a term that stands in so many of all units."""
    return math.log(1 + (total + 0.5) / (count + 0.5))


@dataclass(frozen=True, slots=True)
class _PassageReading:
    """What a passage holds, wherever it stands among others.

    Attributes:
        text: what it states, without what only speaks to its reader.
        units: its sentences and rows in order.
        found: its figures and dates.
        holders: the units, by index, in whose reach each term is.
        topic: all its terms.
        scripts: how many terms of its units are of each script.
        years: every year it names.
    """

    text: str
    units: tuple[Unit, ...]
    found: tuple[Occurrence, ...]
    holders: Mapping[str, Sequence[int]]
    topic: frozenset[str]
    scripts: Mapping[Script, int]
    years: frozenset[int]


@lru_cache(maxsize=256)
def _kept(raw: str) -> _PassageReading:
    """A passage as it was read; the same ones are found again for other questions, in other company."""
    return _read_passage(raw)


def _read_passage(raw: str) -> _PassageReading:
    text = passage_statements(raw)
    read = tuple(_units(text))
    units = tuple(unit for unit, _ in read)
    found = tuple(
        Occurrence(mention, context, place, 0, tabular, gist(mention))
        for place, (_, inside) in enumerate(read)
        for mention, context, tabular in inside
    )
    holders: dict[str, list[int]] = defaultdict(list)
    for place, unit in enumerate(units):
        for term in unit.reach:
            holders[term].append(place)
    years = (year for o in found for year in (*o.context.years, o.mention.year))
    return _PassageReading(
        text,
        units,
        found,
        dict(holders),
        frozenset(holders),
        Counter(script_of(term) for unit in units for term in unit.terms),
        frozenset(year for year in years if year),
    )


def _scripts(counted: Iterable[Mapping[Script, int]]) -> frozenset[Script]:
    counts: Counter[Script] = Counter()
    for scripts in counted:
        counts.update(scripts)
    del counts["concept"]
    total = sum(counts.values())
    return frozenset(script for script, count in counts.items() if count >= total * _WRITTEN_IN)


_Found = tuple[Mention, Context, bool]


def _units(text: str) -> Iterator[tuple[Unit, tuple[_Found, ...]]]:
    parts = layout(text)
    for prose in parts.prose:
        yield _kept_prose_unit(prose) if len(prose.text) <= _LONGEST_UNIT_KEPT else _prose_unit(prose)
    for row in parts.rows:
        yield _kept_row_unit(row) if len(row.text) <= _LONGEST_UNIT_KEPT else _row_unit(row)


def _prose_unit(prose: Prose) -> tuple[Unit, tuple[_Found, ...]]:
    own, before, heading = (plain_terms(text) for text in (prose.text, prose.before, prose.heading))
    meant = plain_terms(prose.meant)
    background = (
        (before, _BEFORE),
        (heading, _HEADING),
        (plain_terms(prose.item), _BEFORE),
        (meant, _MEANT),
    )
    years = years_of(prose.before) or years_of(prose.heading)
    unit = Unit(0, prose.text, frozenset(own), frozenset((*own, *heading)))
    found = sentence_contexts(prose.text, background, years, worded(prose.text), frozenset(meant))
    return unit, tuple(
        (mention, context, False) for mention, context in found if not _is_page_number(prose.text, mention)
    )


def _is_page_number(text: str, mention: Mention) -> bool:
    """Whether a bare number ends a line that is no sentence: the head or foot of a printed page."""
    return is_bare(mention) and mention.end == len(text) and bool(mention.start) and text[-1:].isdigit()


def _reworded_unit(unit: Unit) -> Unit:
    own = frozenset(plain_terms(unit.text, synonyms=True))
    return unit._replace(terms=own, reach=own | (unit.reach - unit.terms))


def _row_unit(row: Row) -> tuple[Unit, tuple[_Found, ...]]:
    label, caption, header = plain_terms(row.label), plain_terms(row.caption), plain_terms(row.header)
    words = frozenset(term for cell in row.cells for term in plain_terms(cell.text))
    own = frozenset(label) | words
    unit = Unit(0, row.text, own, own | frozenset((*caption, *header)), row)
    found = [
        (mention, _cell_context(row, cell, label, (caption, header)), True)
        for cell in row.cells
        for mention in cell_mentions(row, cell)
    ]
    stands = Context(weigh([(label, 1.0), (caption, _CAPTION), (header, _HEADER)]), frozenset(label))
    found += [
        (mention, stands, True) for mention in mentions(row.caption) if mention.date and not mention.is_year
    ]
    found += [
        (mention, Context(weigh([(own, 1.0)]), own), True)
        for mention in stated_or_worded(row.label)
        if not mention.is_year
    ]
    heads = dict.fromkeys(cell.column for cell in row.cells if _DIGIT.search(cell.column))
    found += [
        (
            mention,
            Context(weigh([(plain_terms(head), 1.0), (caption, _CAPTION)]), frozenset(plain_terms(head))),
            True,
        )
        for head in heads
        for mention in mentions(head)
        if not mention.is_year
    ]
    return unit, tuple(found)


def _cell_context(
    row: Row, cell: Cell, label: tuple[str, ...], around: tuple[tuple[str, ...], tuple[str, ...]]
) -> Context:
    column = plain_terms(cell.column)
    caption, header = around
    key = frozenset(label) | frozenset(column)
    own_years = years_of(cell.column) or years_of(row.label)
    years = own_years or years_of(row.caption)
    if not own_years and all(mention.is_year for mention in mentions(row.caption) if mention.date):
        own_years = years
    return Context(
        weigh(
            [
                (label, 1.0),
                (column, 1.0),
                (plain_terms(cell.text), 1.0),
                (caption, _CAPTION),
                (header, _HEADER),
            ]
        ),
        key,
        years,
        dated=bool(own_years),
    )


_kept_prose_unit = lru_cache(maxsize=4096)(_prose_unit)
_kept_row_unit = lru_cache(maxsize=4096)(_row_unit)
