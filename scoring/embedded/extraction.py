"""Picks from passages what answers a question: sentences, and the cells of rows that are asked for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.embedded.answerable import answerable
from scoring.embedded.document import Document, Place, read
from scoring.embedded.links import fits
from scoring.embedded.observations import FITTED
from scoring.embedded.question import VALUED, Kind, Part, parts_of
from scoring.embedded.tables import rows
from scoring.embedded.values import Value, alike, same
from scoring.embedded.words import root, terms
from scoring.words.weights import likelihood

# To say that the documents do not say beats saying something else.
_LIKELY = 0.2
# From this share of the best place's fit on, another one counts as well.
_AGREEING = 0.75
_MOST_SENTENCES = 2
_ADVICE = 0.2
_SPACES = re.compile(r"\s+")


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
    """

    asked: str
    extracts: tuple[Extract, ...] = ()
    conflict: bool = False


def extract_answer(question: str, passages: Sequence[str], *, advice: str = "") -> list[PartAnswer]:
    """Answer a question from passages, part by part.

    Args:
        question: the question.
        passages: where to look.
        advice: what an earlier draft lacked; its words make a place a little more welcome.
    """
    document = read(passages)
    welcome = frozenset(map(root, terms(advice))) - frozenset(map(root, terms(question)))
    return [_answer(part, document, passages, welcome) for part in parts_of(question)]


def _answer(part: Part, document: Document, passages: Sequence[str], welcome: frozenset[str]) -> PartAnswer:
    if likelihood(answerable(part, document), "answerable", FITTED) < _LIKELY:
        return PartAnswer(part.text)
    score = _scores(part, document, welcome)
    found = _by_value(part, document, passages, score) if part.kind in VALUED else None
    return found or _by_words(part, document, passages, score)


def _scores(part: Part, document: Document, welcome: frozenset[str]) -> list[float]:
    """How well each place fits what is asked, a little more where it speaks of what a draft lacked."""
    score, _ = fits({root(term): document.weight[term] for term in part.terms}, document)
    if not welcome:
        return score
    return [
        fit * (1 + _ADVICE * len(welcome & (place.own | place.around)) / len(welcome))
        for fit, place in zip(score, document.places, strict=True)
    ]


def _by_value(
    part: Part, document: Document, passages: Sequence[str], score: Sequence[float]
) -> PartAnswer | None:
    """The value of the kind that is where the question's words do; None where none is near."""
    ranked = sorted(
        (
            (-score[i], i, value)
            for i, value in document.valued
            if score[i] and _of_kind(value, part.kind) and not any(same(value, own) for own in part.values)
        ),
        key=lambda each: each[:2],
    )
    if not ranked or not any(score) or -ranked[0][0] < _AGREEING * max(score):
        return None
    best, place, value = ranked[0]
    rival = next(
        (
            i
            for fit, i, other in ranked
            if fit <= best * _AGREEING and _differs(place, value, i, other, document)
        ),
        None,
    )
    chosen = [place] if rival is None else [place, rival]
    return PartAnswer(part.text, tuple(_extract(i, document, passages) for i in chosen), rival is not None)


def _of_kind(value: Value, kind: Kind) -> bool:
    figure = value.mention.figure
    if kind == "when":
        return figure is None
    if figure is None:
        return False
    return figure.kind in _KINDS[kind] or (value.tabular and kind != "how_many")


_KINDS: dict[Kind, frozenset[str]] = {
    "percent": frozenset({"percent", "points"}),
    "money": frozenset({"money"}),
    "how_many": frozenset({"number", "quantity", "money", "percent"}),
}


def _differs(place: int, value: Value, i: int, other: Value, document: Document) -> bool:
    """Whether another passage gives another value for what seems the same thing."""
    return (
        document.sources[i] != document.sources[place]
        and {document.places[i].kind, document.places[place].kind} == {"sentence"}
        and alike(value, other)
        and not same(value, other)
        and not same(other, value)
    )


def _by_words(part: Part, document: Document, passages: Sequence[str], score: Sequence[float]) -> PartAnswer:
    asked = frozenset(map(root, part.terms))
    # A heading that says no more than the question answers nothing.
    ranked = sorted((-score[i], i) for i in document.texts if document.places[i].own - asked)
    if not ranked or not ranked[0][0]:
        return PartAnswer(part.text)
    chosen = [i for fit, i in ranked[:_MOST_SENTENCES] if fit <= ranked[0][0] * _AGREEING]
    return PartAnswer(part.text, tuple(_extract(i, document, passages) for i in chosen))


def _extract(place: int, document: Document, passages: Sequence[str]) -> Extract:
    found, source = document.places[place], document.sources[place]
    text = found.text if found.kind == "sentence" else _row(found, passages[source])
    return Extract(_SPACES.sub(" ", text).strip(), source)


def _row(place: Place, passage: str) -> str:
    """A row's label with the cell that is meant, or all of them, each under its column's heading."""
    row = next((each for each in rows(passage) if passage[each.start : each.end] == place.text), None)
    if row is None or not row.cells:
        return place.text
    label = row.cells[0].row
    texts = ((cell.column, passage[cell.start : cell.end].strip(" *")) for cell in row.cells)
    cells = [
        f"{column}: {text}" if column else text
        for column, text in texts
        if text not in label and (place.kind == "row" or column == place.column)
    ]
    return f"{label} — {'; '.join(cells)}."
