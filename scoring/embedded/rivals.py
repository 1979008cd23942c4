"""Whether what is said of a value fits another one better: in the same sentence, or in the same table."""

from collections.abc import Mapping
from functools import lru_cache

from scoring.embedded.answer import Stated
from scoring.embedded.document import Document
from scoring.embedded.timing import of_another_time
from scoring.embedded.values import Value, alike, same
from scoring.embedded.words import root, script, terms


def nearer_to_another(
    stated: Stated, place: int, mine: set[int], said: Mapping[str, float], document: Document
) -> bool:
    """Whether what is said is clearly nearer to another value of the same sentence."""
    value, there = stated.value, document.values[place]
    rivals = [
        other
        for other in there
        if id(other) not in mine
        and alike(value, other)
        and not of_another_time(stated.period, other, document)
    ]
    own = [other for other in there if id(other) in mine and same(value, other)] if rivals else []
    if not own:
        return False
    there_text, begin = document.places[place].text, document.places[place].start

    def near(other: Value) -> float:
        words = _sides(there_text, other.mention.start - begin, other.mention.end - begin)
        return sum(worth for word, worth in said.items() if word in words)

    return max(map(near, rivals)) - max(map(near, own)) > _NEARER * sum(said.values())


_NEARER, _SIDE, _SIDE_HAN = 0.2, 20, 10


@lru_cache(maxsize=4096)
def _sides(text: str, start: int, end: int) -> frozenset[str]:
    """Roots of the words on either side of a value."""
    before, behind = text[:start], text[end:]
    width = _SIDE_HAN if script(text) == "han" else _SIDE
    return frozenset(map(root, (*terms(before[-width:]), *terms(behind[:width]))))


def named_cell(place: int, said: set[str], document: Document) -> int | None:
    """The cell of the same table whose row (or column) is named, where that of the given cell is not."""
    cell = document.places[place]
    if cell.kind != "cell":
        return None
    source = document.sources[place]
    for side in (0, 1):
        for i, other in enumerate(document.places):
            if other.kind != "cell" or other.table != cell.table or document.sources[i] != source:
                continue
            if other.keys[1 - side] != cell.keys[1 - side] or (other.column and side and not cell.column):
                continue
            mine, theirs = cell.keys[side] - other.keys[side], other.keys[side] - cell.keys[side]
            if mine and theirs and theirs <= said and not mine & said:
                return i
    return None
