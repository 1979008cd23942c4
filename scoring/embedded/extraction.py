"""Picks from passages what answers a question: sentences, and the cells of rows that are asked for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from data_base.text.sentences import is_table_row
from data_base.text.statements import set_apart
from scoring.embedded.answer_places import AGREEING, Reading, answering_places
from scoring.embedded.asked import VALUES, Wanted, wanted
from scoring.embedded.document import Place, read
from scoring.embedded.question import Part, parts_of
from scoring.embedded.tables import Row, rows
from scoring.embedded.words import root, script, terms

_SPACES = re.compile(r"\s+")
_OWN_WORDS, _MOST_TERMS = 3, 16
_BRACKETS = (("(", ")"), ("（", "）"), ("[", "]"))


class _Marks(NamedTuple):
    """What a row is written with."""

    comma: str
    colon: str
    semicolon: str
    stop: str
    before: str
    behind: str


_CHINESE = _Marks("，", "：", "；", "。", "（", "）。")
_OTHERS = _Marks(", ", ": ", "; ", ".", " (", ").")


@dataclass(frozen=True, slots=True)
class Extract:
    """A piece of a passage that answers.

    Attributes:
        text: the sentence, or the row's label with the cells that are asked for.
        passage: index of its passage.
    """

    text: str
    passage: int


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """What the passages say of one part of a question.

    Attributes:
        asked: the part in its own words.
        extracts: what answers it, best first; none where the passages do not contain it.
        conflict: whether two of them give different values for the same thing.
        covered: whether, without an extract of its own, those of the other parts have what it wants.
    """

    asked: str
    extracts: tuple[Extract, ...] = ()
    conflict: bool = False
    covered: bool = False


def extract_answer(question: str, passages: Sequence[str], *, advice: str = "") -> list[PartAnswer]:
    """Answer a question from passages, part by part.

    Args:
        question: the question.
        passages: where to look.
        advice: what an earlier draft lacked; its words make a place a little more welcome.
    """
    document = read(set_apart(passages))
    welcome = frozenset(map(root, terms(advice))) - frozenset(map(root, terms(question)))
    reading = Reading(question, document, welcome)
    parts = parts_of(question)
    about = ["" if part is parts[0] else parts[0].text for part in parts]
    wants = [wanted(part, question, text) for part, text in zip(parts, about, strict=True)]
    found = [
        answering_places(part, want, _topic(part, parts), reading)
        for part, want in zip(parts, wants, strict=True)
    ]
    kept = [i for places, _ in found for i in places]
    if kept and len(parts) > 1:
        found = [
            each if each[0] else _by_another_name(part, question, document.places[kept[0]], reading)
            for part, each in zip(parts, found, strict=True)
        ]
        kept = [i for places, _ in found for i in places]
    return [
        PartAnswer(
            part.text,
            _extracts(places, reading),
            conflict,
            covered=not places and _covers(part, want, kept, reading),
        )
        for part, want, (places, conflict) in zip(parts, wants, found, strict=True)
    ]


def _by_another_name(part: Part, question: str, said: Place, reading: Reading) -> tuple[list[int], bool]:
    """What answers a part of the question by what else its subject is called: "Project Gannet: the mill"."""
    if len(said.terms) > _MOST_TERMS:
        return [], False
    return answering_places(part, wanted(part, question, said.text), said.terms, reading)


def _topic(part: Part, parts: Sequence[Part]) -> tuple[str, ...]:
    """The words of the first part, for a later one that has hardly any of its own."""
    return () if part is parts[0] or len(part.terms) > _OWN_WORDS else parts[0].terms


def _extracts(places: Sequence[int], reading: Reading) -> tuple[Extract, ...]:
    """What is at the places; of what is said in two passages alike, the better."""
    found = {each.text: each for each in (_extract(i, reading) for i in reversed(places))}
    return tuple(found.values())[::-1]


def _covers(part: Part, want: Wanted, kept: Sequence[int], reading: Reading) -> bool:
    """Whether what is kept for other parts has what this one wants; of words, some of its own."""
    if want.sought in VALUES or want.sought == "name":
        return any(reading.has(want, reading.document.texts[reading.document.line_of(i)]) for i in kept)
    own = frozenset(map(root, part.terms))
    return bool(kept) and (not own or any(own & reading.document.places[i].own for i in kept))


def _extract(i: int, reading: Reading) -> Extract:
    place, source = reading.document.places[i], reading.document.sources[i]
    if place.kind != "sentence":
        text = _cells(i, reading)
    elif is_table_row(place.text):
        text = _under_head(place.text, next(iter(_heads(i, reading)), ""))
    else:
        text = place.text
    return Extract(_SPACES.sub(" ", text).strip(), source)


def _heads(i: int, reading: Reading) -> list[str]:
    """The lines over a table, the nearest first: its headings, and what it is about."""
    document, lines = reading.document, list[str]()
    for above in reversed(document.texts[: document.line_of(i)]):
        place = document.places[above]
        row = place.kind == "row" or is_table_row(place.text)
        if document.sources[above] != document.sources[i] or (above in reading.states and not row):
            break
        if not row:
            lines.append(place.text.strip())
    return lines


def _under_head(row: str, head: str) -> str:
    """A row as it is written, with the line of headings in brackets behind it."""
    marks = _marks(row + head)
    return f"{row}{marks.before}{head}{marks.behind}" if head else row


def _cells(i: int, reading: Reading) -> str:
    """A row's label with the cells that are asked for, or all of them, each under its column's heading."""
    place, passage = reading.document.places[i], reading.document.passages[reading.document.sources[i]].text
    row = next((each for each in rows(passage) if passage[each.start : each.end] == place.text), None)
    head, *captions = [*_heads(i, reading), ""]
    if row is None or not row.cells or _is_torn(row):
        return _under_head(place.text, head)
    named = "|" in place.text
    label = passage[row.cells[0].start : row.cells[0].end].strip(" *") if named else row.cells[0].row
    weight, cells = reading.document.weight, row.cells[1:] if named else row.cells
    said = {cell.column: frozenset(terms(cell.column)) for cell in cells}
    hits = {name: sum(weight[t] for t in own if root(t) in reading.asked) for name, own in said.items()}
    least = AGREEING * max(hits.values(), default=0.0)
    marks = _marks(place.text + place.table)
    shown = [
        f"{cell.column}{marks.colon}{text}" if cell.column else text
        for cell in cells
        if (text := passage[cell.start : cell.end].strip(" *"))
        and (hits[cell.column] >= least or (place.kind == "cell" and cell.column == place.column))
    ]
    caption = f"{captions[0]}{marks.colon}" if captions and captions[0] else ""
    return f"{caption}{marks.comma.join(filter(None, (label, marks.semicolon.join(shown))))}{marks.stop}"


def _marks(text: str) -> _Marks:
    return _CHINESE if script(text) == "han" else _OTHERS


def _is_torn(row: Row) -> bool:
    """Whether headings were cut at the wrong words: "(GBP" and "million)"."""
    return any(cell.column.count(a) != cell.column.count(b) for cell in row.cells for a, b in _BRACKETS)
