"""Whether a value is found for what it is claimed of: its thing, its year, its row, or those of another."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from data_base.text.dates import DateMention, excludes
from data_base.text.han_variants import fold_variants
from data_base.text_cache import text_cache
from scoring.embedded.answer import Claim, Stated
from scoring.embedded.document import Document
from scoring.embedded.values import Value, alike, same
from scoring.embedded.words import root, terms
from scoring.values.periods import is_tabular, periods_in
from scoring.words.opposites import IN_ORDER
from scoring.words.terms import is_han

Apart = Literal["", "own", "other"]
_HAN = re.compile(r"[\u3400-\u9fff]+")
_STRONG = re.compile(
    r"[;；]|\b(?:and|while|whereas|but|и|а|но)\b"
    r"|\b(?:of which|of whom|of them|including|из них|из которых|в том числе)\b"
    r"|其中|[而和及与與]|以及|[(（](?=[^()（）]*$)",
    re.IGNORECASE,
)
_CUT = re.compile(rf"[,，、:：]|{_STRONG.pattern}", re.IGNORECASE)
_CLEARLY, _LEAST, _FEW = 0.3, 0.2, 2


def told_apart(
    stated: Stated, claim: Claim, question: str, place: int, mine: set[int], document: Document
) -> Apart:
    """Whether words name the value's own part of its sentence, or the part of another value of its kind.

    "The harbour earned 48.6 million, the airport 44.1": what only one part says tells the two apart. The
    words of the claim and of a question that asks one thing count; where they name both, the claim's alone.
    """
    begin, value = document.places[place].start, stated.value
    group = _apart([each for each in document.values[place] if alike(value, each)])
    text = document.places[place].text
    if is_tabular(text, len(document.values[place])):
        return ""
    starts = [each.mention.start - begin for each in group]
    spans = _runs(text, [(each.mention.start - begin, each.mention.end - begin) for each in group])
    own, rivals, claimed = set[int](), set[int](), set[int]()
    for each, start in zip(group, starts, strict=True):
        run = next(i for i, (first, last) in enumerate(spans) if first <= start < last)
        if id(each) in mine:
            claimed.add(run)
            own |= {run} if same(value, each) else set()
        elif each.mention.form != "implied" and not of_another_time(stated.period, each, document):
            rivals.add(run)
    rivals -= claimed
    if not own or not rivals:
        return ""
    keys, in_order = _keys(text, spans)
    said_here = _own_words(stated, claim)
    for said in ({*said_here, *_words(question)}, set(said_here)):
        parts = [
            _Said(len(said.intersection(key)) / len(key), i, key[0] in said)
            for i, key in enumerate(keys)
            if key
        ]
        of_own, of_others = ([part for part in parts if part.place in which] for which in (own, rivals))
        if of_own and of_others:
            one, other = max(of_own), max(of_others)
            if _is_named(one, other, in_order=in_order):
                return "own"
            # The words of a claim of many values, or for several questions, are of other things, too.
            if question and len(claim.values) <= _FEW and _is_named(other, one, in_order=in_order):
                return "other"
    return ""


class _Said(NamedTuple):
    """How much is said of a part's own words, which part it is, and whether the first of them is said."""

    share: float
    place: int
    first: bool


def _is_named(one: _Said, other: _Said, *, in_order: bool) -> bool:
    """Whether a part is spoken of and the other not, or less where that leaves out what was said before."""
    if one.share < _LEAST:
        return False
    if not other.share or (in_order and one.share - other.share > _CLEARLY):
        return True
    later = one.place > other.place and one.share >= other.share
    return not in_order and (later if one.first == other.first else one.first)


def _apart(found: Sequence[Value]) -> list[Value]:
    """Values in order of which none is a second reading of the characters of another."""
    kept: list[Value] = []
    for value in sorted(found, key=lambda each: each.mention.start):
        if not kept or value.mention.start >= kept[-1].mention.end:
            kept.append(value)
    return kept


@text_cache(200_000)
def _keys(text: str, spans: tuple[tuple[int, int], ...]) -> tuple[list[list[str]], bool]:
    """For each of several values the words of its part alone, and whether they go by the order."""
    pieces = _in_order(text, spans)
    parts = list(map(_words, pieces or _parts(text, spans)))
    met = Counter(word for part in parts for word in part)
    return [[word for word in part if met[word] == 1] for part in parts], bool(pieces)


def _in_order(text: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """What each value is of in "A and B had 4 and 5 respectively"; empty for other sentences."""
    if not IN_ORDER.search(text):
        return []
    before, behind = _CUT.split(text[: spans[0][0]]), _CUT.split(text[spans[-1][1] :])
    found = (before[-len(spans) :], behind[: len(spans)])
    return next((each for each in found if len(each) == len(spans) and all(map(_words, each))), [])


def _parts(text: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """The part of a sentence that each value is in, cut where the next begins."""
    cuts = [(0, 0), *(_cut(text, end, start) or (end, start) for (_, end), (start, _) in pairwise(spans))]
    tail = _CUT.search(text, spans[-1][1])
    cuts.append(tail.span() if tail else (len(text), len(text)))
    return [
        f"{text[first:start]} {text[end:last]}"
        for ((_, first), (last, _)), (start, end) in zip(pairwise(cuts), spans, strict=True)
    ]


def _cut(text: str, end: int, start: int) -> tuple[int, int] | None:
    """Where one part of a sentence ends between two values."""
    found = _STRONG.search(text, end, start) or next(reversed(list(_CUT.finditer(text, end, start))), None)
    return found.span() if found else None


def _runs(text: str, spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Values with nothing that parts them as one, as of "from 06:20 until 13:45" both ends are said."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if found and _cut(text, found[-1][1], start) is None:
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return tuple(found)


def _own_words(stated: Stated, claim: Claim) -> tuple[str, ...]:
    """Words of the claim, of its part where it states several values of the kind."""
    alikes = [each for each in claim.values if alike(stated.value, each.value)]
    if len(alikes) < 2:  # noqa: PLR2004  (one has all words)
        return _words(claim.text)
    spans = _runs(claim.text, [(each.at, each.at + len(each.value.mention.raw)) for each in alikes])
    run = next(i for i, (first, last) in enumerate(spans) if first <= stated.at < last)
    return _words(_parts(claim.text, spans)[run])


@text_cache(200_000)
def _words(text: str) -> tuple[str, ...]:
    """Roots of words, each once; of Chinese every pair of characters, as 卒于 tells apart from 生于."""
    found = [run[i : i + 2] for run in _HAN.findall(fold_variants(text)) for i in range(max(len(run) - 1, 1))]
    return tuple(dict.fromkeys([*found, *(root(term) for term in terms(text) if not is_han(term))]))


Timed = Literal["", "agrees", "differs", "unclear"]
Equal = tuple[int, Value, str]
_AS_WELL, _AGREES = 0.8, 0.15


def of_another_time(period: DateMention | None, value: Value, document: Document) -> bool:
    """Whether a value of the passages is for another year or day than the one that is claimed."""
    told = document.periods.get(id(value))
    return period is not None and told is not None and excludes(period, told)


def best_in_time(
    stated: Stated,
    found: Sequence[Equal],
    asked: Sequence[DateMention],
    score: Sequence[float],
    document: Document,
) -> tuple[Equal, Timed]:
    """The place with an equal value that fits best, and whether that is for the claimed period.

    What the question does not ask for is held against a value only where the passages give another one for
    that period in a place that fits (by ``score``) as well.
    """
    period = stated.period
    allowed = [each for each in found if not _is_excluded(period, each, document)]
    bonus = _AGREES * max(score, default=0.0)

    def fit(each: Equal) -> tuple[float, bool]:
        return score[each[0]] + bonus * _is_of(period, each[1], document), each[2] == "exact"

    best = max(allowed or found, key=fit)
    if period is None:
        return best, ""
    if not allowed:
        other = in_its_place(stated, score, document)
        fits = other is not None and score[other] >= _AS_WELL * score[best[0]]
        return best, "differs" if fits or period in asked else ""
    if _is_of(period, best[1], document):
        return best, "agrees"
    return best, "unclear" if _names_others(period, best[0], document) else ""


def in_its_place(stated: Stated, score: Sequence[float], document: Document) -> int | None:
    """The place of a value that the passages give for the claimed period, by score the best of several."""
    there = [
        i
        for i, value in document.valued
        if alike(stated.value, value) and _is_of(stated.period, value, document)
    ]
    return max(there, key=lambda i: score[i], default=None)


def _is_excluded(period: DateMention | None, found: Equal, document: Document) -> bool:
    """Whether a value is for another period, as where the same sentence gives this period's own one.

    "48.6, up from 44.1 in 2023" says so of 48.6.
    """
    place, value, _ = found
    if period is None or id(value) in document.periods:
        return of_another_time(period, value, document)
    return any(
        other is not value and alike(value, other) and _is_of(period, other, document)
        for other in document.values[place]
    )


def _is_of(period: DateMention | None, value: Value, document: Document) -> bool:
    told = document.periods.get(id(value))
    return period is not None and told is not None and not excludes(period, told)


def _names_others(period: DateMention, place: int, document: Document) -> bool:
    """Whether a sentence is about years, not the claimed one, and none of them is another figure's."""
    text = document.places[place].text
    if "\n" in text or any(id(value) in document.periods for value in document.values[place]):
        return False
    years = [other for other in periods_in(text) if other.year]
    return bool(years) and all(excludes(period, other) for other in years)


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


def is_unnamed_cell(place: int, said: set[str], document: Document) -> bool:
    """Whether a cell is one of several in its column, and no row among them is named."""
    cell, source = document.places[place], document.sources[place]
    if cell.kind != "cell" or cell.period or not cell.keys[1]:
        return False
    column = [
        other
        for other, other_source in zip(document.places, document.sources, strict=True)
        if (other.kind, other.table, other.keys[1]) == ("cell", cell.table, cell.keys[1])
        and other_source == source
    ]
    # "Store A" and "store B" are told apart by letters, which are no words here.
    named_by_words = len({other.keys[0] for other in column}) == len(column) > 1
    return named_by_words and all(said.isdisjoint(other.keys[0]) for other in column)
