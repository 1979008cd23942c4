"""The cell that is the most, or the least, of its column, where a question asks for that."""

from collections import Counter
from typing import NamedTuple

from scoring.embedded.clauses import words_apart
from scoring.embedded.document import Document, DocumentPlace
from scoring.embedded.lexicon import fold, words
from scoring.embedded.values import Value
from scoring.values.periods import TIMES

_LEAST = ("slowest", "youngest", "the_least")
_RANKS = ("fastest", "oldest", *_LEAST, "the_most")
"""Lists of the lexicon, those with one meaning in every column last."""

_Key = tuple[float, ...]


class ExtremeCell(NamedTuple):
    """The cell that is the most, or the least, of its column as is asked, and whether its row is named."""

    place: int
    named: bool


def most_of_all(question: str, answer: str, document: Document) -> ExtremeCell | None:
    """The cell that a question for the most or the least asks for.

    None where nothing of the kind is asked for, or the answer names no row, or several.
    """
    rank = _rank_asked(fold(question))
    cells = _column(rank, set(words_apart(question)), document) if rank else []
    if not rank or not cells:
        return None
    new = set(words_apart(answer)) - set(words_apart(question))
    met = Counter(word for i, _ in cells for word in document.places[i].keys[0])

    def named(place: DocumentPlace) -> bool:
        return any(met[word] == 1 and word in new for word in place.keys[0])

    stated = [key for i, key in cells if named(document.places[i])]
    top = (min if rank in _LEAST else max)(cells, key=lambda each: each[1])
    return ExtremeCell(top[0], stated[0] == top[1]) if len(stated) == 1 else None


def _rank_asked(folded: str) -> str | None:
    others = words("no_rank").spans(folded)
    for rank in _RANKS:
        for start, end in words(rank).spans(folded):
            if all(end <= first or last <= start for first, last in others):
                return rank
    return None


def _column(rank: str, asked: set[str], document: Document) -> list[tuple[int, _Key]]:
    """The cells of the column that is asked about by name, or the only one that can be ranked so."""
    columns: dict[tuple[object, ...], list[tuple[int, _Key]]] = {}
    for i, (place, source) in enumerate(zip(document.places, document.sources, strict=True)):
        row = place.kind == "cell" and place.keys[0] and words("totals").find(fold(place.text)) is None
        if row and len(place.values) == 1 and (key := _key(rank, place.values[0])):
            columns.setdefault((source, place.table, place.column), []).append((i, key))
    fits = {name: len(asked & document.places[cells[0][0]].keys[1]) for name, cells in columns.items()}
    best = [name for name, fit in fits.items() if fit == max(fits.values()) and len(columns[name]) > 1]
    return columns[best[0]] if len(best) == 1 else []


def _key(rank: str, value: Value) -> _Key | None:
    """What a value is ranked by: what takes less time is faster, and what is of an earlier year older."""
    figure, date = value.mention.figure, value.mention.date
    if rank in {"the_most", "the_least"}:
        return (float(figure.value),) if figure else None
    if rank in {"oldest", "youngest"}:
        if date and date.year:
            return tuple(-float(part or 0) for part in (date.year, date.month, date.day))
        return (float(figure.value),) if figure and figure.unit in TIMES else None
    sign = -1 if figure and figure.unit in TIMES else 1
    return (float(sign * figure.value),) if figure and figure.unit else None
