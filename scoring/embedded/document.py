"""The passages as places: sentences, table rows and cells, each with its words, values and surroundings."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from operator import attrgetter
from typing import Literal

from data_base.cancellation import go_on
from data_base.text.dates import DateMention
from data_base.text.names import names
from data_base.text.sentences import sentence_spans
from data_base.text_cache import text_cache
from scoring.embedded.clauses import is_labelled
from scoring.embedded.reading_limits import end_of_figures, in_groups
from scoring.embedded.tables.table import SaidUnits, TableRow, cell_period, rows
from scoring.embedded.values import MOST_VALUES, Value, ValueIndex, is_fall, value_of
from scoring.embedded.words import letters, root, terms
from scoring.values.mentions import Mention, stated_or_worded
from scoring.values.periods import only_period, periods_in, periods_of
from scoring.words.rarity import Rarity

_LONGEST_HEADING = 80
STOPS = (".", "!", "?", "。", "！", "？", ";", "；")


@dataclass(frozen=True, slots=True)
class DocumentPlace:
    """Where something is."""

    kind: Literal["sentence", "row", "cell"]
    """A sentence, a row of a table, or one cell of it."""
    start: int
    """Where it begins in its passage."""
    text: str
    """As written; of a cell, its row."""
    own: frozenset[str]
    """The roots of its words; of a cell, those of its row's label and column's heading."""
    around: frozenset[str]
    """Roots of the headings over it, and of the sentences next to it."""
    terms: tuple[str, ...]
    """Its words in order."""
    values: tuple[Value, ...] = ()
    """Of a cell, the figures and dates in it."""
    column: str = ""
    """Of a cell, the heading of its column."""
    table: int = 0
    """Of a cell, where its table begins."""
    keys: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """Of a cell, the roots that name its row, and those that name its column."""
    period: DateMention | None = None
    """The year or day that the heading over it names, of a cell those of its row or column."""


@dataclass(frozen=True)
class Document:
    """All passages, read once."""

    places: tuple[DocumentPlace, ...]
    """In reading order."""
    sources: tuple[int, ...]
    """For each place, the index of its passage."""
    passages: tuple[DocumentPassage, ...]
    """As they were read."""
    _known: dict[str, list[tuple[int, float]]] = field(default_factory=dict, repr=False)

    @cached_property
    def texts(self) -> tuple[int, ...]:
        """Which places are sentences or rows: what words are looked up in."""
        return tuple(i for i, place in enumerate(self.places) if place.kind != "cell")

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The indices of their passages."""
        return tuple(self.sources[i] for i in self.texts)

    def line_of(self, place: int) -> int:
        """Which of the lines a place is, or is a cell of."""
        return bisect_right(self.texts, place) - 1

    @cached_property
    def lines_with(self) -> dict[str, list[int]]:
        """Every word with the lines that contain it."""
        found: dict[str, list[int]] = defaultdict(list)
        for line, i in enumerate(self.texts):
            for term in self.places[i].terms:
                lines = found[term]
                if not lines or lines[-1] != line:
                    lines.append(line)
        return dict(found)

    @cached_property
    def weight(self) -> Rarity:
        """How much each word is worth."""
        return Rarity(self.lines_with, len(self.texts) + 0.5)

    @cached_property
    def roots(self) -> frozenset[str]:
        """The roots of all words."""
        return frozenset(map(root, self.lines_with))

    def places_with(self, word: str) -> list[tuple[int, float]]:
        """The places that contain a root, and how near: in themselves or around them."""
        found = self._known.get(word)
        if found is None:
            go_on()
            found = [
                (i, 1.0 if word in place.own else _AROUND)
                for i, place in enumerate(self.places)
                if word in place.own or word in place.around
            ]
            self._known[word] = found
        return found

    @cached_property
    def values(self) -> tuple[tuple[Value, ...], ...]:
        """Figures and dates of each place; a row leaves them to its cells."""
        return tuple(chain.from_iterable(passage.values for passage in self.passages))

    @cached_property
    def periods(self) -> dict[int, DateMention]:
        """What values are for, by their identity, as far as that can be determined."""
        return {key: period for passage in self.passages for key, period in passage.periods.items()}

    @cached_property
    def names(self) -> list[list[str]]:
        """The names in each passage."""
        return [names(passage.text) for passage in self.passages]

    @cached_property
    def valued(self) -> tuple[tuple[int, Value], ...]:
        """Every value with its place."""
        found = ((i, value) for i, values in enumerate(self.values) for value in values)
        return tuple(islice(found, MOST_VALUES))

    @cached_property
    def by_digits(self) -> ValueIndex[int]:
        """The values, found by their digits."""
        return ValueIndex(self.valued)

    @cached_property
    def figures_unread(self) -> bool:
        """Whether there are more figures than are looked at, so that none is known not to be there."""
        return len(self.valued) == MOST_VALUES or any(each.figures_unread for each in self.passages)


_AROUND = 0.5


def read(passages: Sequence[str]) -> Document:
    """Read passages; the same words in two passages are places of their own."""
    found = tuple(map(_passage, passages))
    return Document(
        tuple(place for passage in found for place in passage.places),
        tuple(index for index, passage in enumerate(found) for _ in passage.places),
        found,
    )


@dataclass(frozen=True)
class DocumentPassage:
    """One passage, its words read once, its figures and dates when somebody asks for them first."""

    text: str

    @cached_property
    def _mentions(self) -> tuple[list[Mention], list[int]]:
        found = sorted(stated_or_worded(self.text[: self._read_until]), key=attrgetter("start"))
        return found, [mention.start for mention in found]

    @cached_property
    def _read_until(self) -> int:
        return end_of_figures(self.text)

    @property
    def figures_unread(self) -> bool:
        """Whether figures of it may not have been looked at, so that none is known not to be there."""
        return self._read_until < len(self.text)

    def _within(self, start: int, end: int) -> list[Mention]:
        mentions, starts = self._mentions
        go_on()
        first = bisect_left(starts, start)
        return mentions[first : min(first + _MOST, bisect_left(starts, end))]

    @cached_property
    def _said(self) -> SaidUnits:
        return SaidUnits(self.text)

    @cached_property
    def rows(self) -> list[TableRow]:
        """The rows of its tables."""
        return rows(self.text, self._said)

    def _stated(self, start: int, end: int) -> Iterator[Value]:
        for m in self._within(start, end):
            yield value_of(m, self._said.at(m.start) if m.figure and not m.figure.noun else "")

    @cached_property
    def by_digits(self) -> ValueIndex[tuple[int, str]]:
        """Its values by their digits, each with where the sentence or row that it is in begins, and its text.

        Without tables its words are not read for it, which takes longer than its figures do.
        """
        said: Iterable[tuple[tuple[int, str], Iterable[Value]]]
        if self.rows:
            said = zip(((place.start, place.text) for place in self.places), self.values, strict=True)
        else:
            spans = in_groups(sentence_spans(self.text))
            said = (((start, self.text[start:end]), self._stated(start, end)) for start, end in spans)
        found = ((place, value) for place, values in said for value in values)
        return ValueIndex(tuple(islice(found, MOST_VALUES)))

    @cached_property
    def values(self) -> tuple[tuple[Value, ...], ...]:
        """Figures and dates of each place; a row leaves them to its cells."""
        return tuple(
            tuple(self._stated(place.start, place.start + len(place.text)))
            if place.kind == "sentence"
            else place.values
            for place in self.places
        )

    @cached_property
    def periods(self) -> dict[int, DateMention]:
        """What its values are for, by their identity."""
        found, before = dict[int, DateMention](), None
        for place, values in zip(self.places, self.values, strict=True):
            told: Sequence[DateMention | None] = [place.period] * len(values)
            if place.kind == "sentence":
                read = [value.mention for value in values]
                told = periods_of(
                    place.text, read, place.start, [place.period] if place.period else (), before
                )
                before = next(reversed(periods_in(place.text)), before)
            for value, period in zip(values, told, strict=True):
                if value.mention.figure and period:
                    found[id(value)] = period
        return found

    @cached_property
    def places(self) -> tuple[DocumentPlace, ...]:
        """Sentences, rows and cells in reading order."""
        text, found = self.text, self.rows
        plain = ""
        for row in found:
            plain += text[len(plain) : row.start] + "\n" * (row.end - row.start)
        plain += text[len(plain) :]
        pieces = [(start, text[start:end]) for start, end in in_groups(sentence_spans(plain))]
        words = [terms(line) for _, line in pieces]
        roots = [frozenset(map(root, said)) for said in words]
        places: list[DocumentPlace] = []
        heading: frozenset[str] = frozenset()
        period: DateMention | None = None
        for i, (start, line) in enumerate(pieces):
            go_on()
            if len(line) <= _LONGEST_HEADING and not line.endswith(STOPS) and "\n" not in line:
                heading = roots[i]
                if not _ITEM.match(line):
                    period = only_period(line)
            # A line of a label and its value says nothing of the next one.
            nothing = frozenset[str]()
            beside = [
                nothing if is_labelled(pieces[j][1]) else roots[j]
                for j in (i - 1, i + 1)
                if 0 <= j < len(pieces)
            ]
            around = heading.union(*beside)
            places.append(DocumentPlace("sentence", start, line, roots[i], around, words[i], period=period))
        for row in found:
            places += _row_places(text, row, self._within(row.start, row.end))
        return tuple(sorted(places, key=attrgetter("start")))


# A line of a list, or one that gives a value, is no heading of what is below.
_ITEM = re.compile(r"\s*[-*•]|.*[:：].*\d")
_TAG = re.compile(r"<[^<>]*>")
_ACCOUNTED = re.compile(r"\W*[(（△▲▵]|.*[-−–]\s*$")
_passage = text_cache(100_000)(DocumentPassage)
_MOST = 60


def _row_places(text: str, row: TableRow, mentions: Sequence[Mention]) -> list[DocumentPlace]:
    line = text[row.start : row.end]
    head = frozenset(map(root, terms(row.head)))
    words = terms(_TAG.sub(" ", line))
    whole = frozenset(map(root, words))
    around = whole | head
    labels: dict[str, frozenset[str]] = {}
    places = [DocumentPlace("row", row.start, line, whole, head, words)]
    for cell in row.cells:
        inside = [m for m in mentions if cell.start <= m.start < cell.end and m.end <= cell.end]
        written = text[cell.start : cell.end]
        if any(map(str.isdigit, written)) and (not inside or _ACCOUNTED.match(written)):
            # "39 112" of two cells reads as one number, and (1,234) is negative where it fills one.
            inside = list(stated_or_worded(written))
        if not inside:
            continue
        for label in (cell.row, cell.column):
            if label not in labels:
                labels[label] = frozenset(map(root, terms(label))) | letters(label)
        keys = labels[cell.row], labels[cell.column]
        falls = is_fall(f"{cell.row} {cell.column}")
        values = tuple(value_of(mention, cell.unit, cell=True, falls=falls) for mention in inside)
        place = DocumentPlace(
            "cell", cell.start, line, keys[0] | keys[1], around, (), values,
            column=cell.column, table=row.table, keys=keys,
            period=cell_period(cell) or only_period(row.caption),
        )  # fmt: skip
        places.append(place)
    return places
