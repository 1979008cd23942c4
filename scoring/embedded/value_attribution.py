"""Whether a value is found for what it is claimed of: its thing, its year, its cell, or those of another."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from data_base.text.dates import DateMention, excludes
from scoring.embedded.answer import AnswerClaim, Stated
from scoring.embedded.clauses import Keys, blanked, is_labelled, keys, parts_of_sentence, runs, words_apart
from scoring.embedded.document import Document, DocumentPlace
from scoring.embedded.values import Value, alike, same
from scoring.values.periods import is_tabular, periods_in
from scoring.words.word_list_matching import hits

Apart = Literal["", "own", "other"]
_CLEARLY, _LEAST, _FEW, _DASH = 0.3, 0.2, 2, 6


def told_apart(
    stated: Stated, claim: AnswerClaim, question: str, place: int, mine: set[int], document: Document
) -> Apart:
    """Whether words name the value's own part of its sentence, or the part of another value of its kind.

    "The harbour earned 48.6 million, the airport 44.1": what only one part says tells the two apart. The
    words of the claim and of a question that asks one thing count; where they name both, the claim's alone.
    """
    found, values = document.places[place], document.values[place]
    value = stated.value
    group = _apart([each for each in values if alike(value, each) or same(value, each)])
    if not group or (is_tabular(found.text, len(values)) and not is_labelled(found.text)):
        return ""
    if end := _end_said(stated, group, f"{question} {claim.text}", mine):
        return end
    each_span = [(each.mention.start - found.start, each.mention.end - found.start) for each in group]
    text = blanked(found.text, each_span)
    spans = runs(text, each_span)
    own, rivals, claimed = set[int](), set[int](), set[int]()
    dated = any(id(each) in mine and _is_of(stated.period, each, document) for each in group)
    for each in group:
        run = next(i for i, (_, last) in enumerate(spans) if each.mention.start - found.start < last)
        if id(each) in mine:
            claimed.add(run)
            own |= {run} if same(value, each) else set()
        elif each.mention.form != "implied" and not of_another_time(stated.period, each, document):
            # A value of no year is no rival of one that is for the claimed year.
            rivals |= {run} if id(each) in document.periods or not dated else set()
    return _named(stated, claim, question, keys(text, spans), own, rivals - claimed)


def _named(
    stated: Stated, claim: AnswerClaim, question: str, parts: Keys, own: set[int], rivals: set[int]
) -> Apart:
    """Which of the parts of a sentence the words of claim and question name."""
    said_here = _own_words(stated, claim)
    for said in ({*said_here, *words_apart(question)}, set(said_here)) if own and rivals else ():
        shares = [
            _Said(len(said.intersection(key)) / len(key), i, key[0] in said)
            for i, key in enumerate(parts.words)
            if key
        ]
        of_own, of_others = ([part for part in shares if part.place in which] for which in (own, rivals))
        if of_own and of_others:
            one, other = max(of_own), max(of_others)
            if _is_named(one, other, in_order=parts.in_order):
                return "own"
            # The words of a claim of many values, or for several questions, are of other things, too.
            if question and len(claim.values) <= _FEW and _is_named(other, one, in_order=parts.in_order):
                return "other"
    return ""


def _end_said(stated: Stated, group: Sequence[Value], said: str, mine: set[int]) -> Apart:
    """Whether a date is that end of the only time named which words ask for: born, of "(1902 - 1978)"."""
    dated = [each for each in group if each.mention.date is not None]
    if len(dated) != 2 or all(id(each) in mine for each in dated):  # noqa: PLR2004  (two ends)
        return ""
    begin, end = (each.mention for each in dated)
    first, last = (bool(hits(said, f"dates.ends.{name}")) for name in ("first", "last"))
    if first == last or not 0 < end.start - begin.end <= _DASH:
        return ""
    return "own" if same(stated.value, dated[last]) else "other"


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


def _own_words(stated: Stated, claim: AnswerClaim) -> tuple[str, ...]:
    """Words of the claim, of its part where it states several values of the kind."""
    alikes = [each for each in claim.values if alike(stated.value, each.value)]
    if len(alikes) < 2:  # noqa: PLR2004  (one has all words)
        return words_apart(claim.text)
    each_span = [(each.at, each.at + len(each.value.mention.raw)) for each in alikes]
    text = blanked(claim.text, each_span)
    spans = runs(text, each_span)
    return words_apart(
        parts_of_sentence(text, spans)[next(i for i, (_, last) in enumerate(spans) if stated.at < last)]
    )


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
    mine: AbstractSet[int],
    document: Document,
) -> tuple[Equal, Timed]:
    """The place with an equal value that fits best, and whether that is for the claimed period.

    Args:
        stated: the value.
        found: the places with an equal one.
        asked: the periods that the question asks for.
        score: how well each place fits.
        mine: the values of the passages, by their identity, that the claim states, this and others.
        document: the passages.

    Returns:
        What the question does not ask for is held against a value only where the passages give another one
        for that period in a place that fits as well.
    """
    period = stated.period
    allowed = [each for each in found if not _is_excluded(period, each, document)]
    bonus = _AGREES * max(score, default=0.0)

    def fit(each: Equal) -> tuple[float, bool]:
        return score[each[0]] + bonus * _is_of(period, each[1], document), each[2] == "exact"

    best = max(allowed or found, key=fit)
    if period is None:
        return best, ""
    if allowed and _is_of(period, best[1], document):
        return best, "agrees"
    is_asked = any(not excludes(period, each) for each in asked)
    # Of no year where it stands and of another one elsewhere, it is held to this year's own value.
    if not allowed or (is_asked and len(allowed) < len(found)):
        other = in_its_place(stated, score, document)
        fits = other is not None and score[other] >= _AS_WELL * score[best[0]]
        # What a claim of both values says of each is not known.
        said = other is not None and not mine.isdisjoint(map(id, document.values[other]))
        if not allowed or (fits and not said):
            return best, "differs" if fits or is_asked else ""
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


def _table(place: int, document: Document) -> list[tuple[int, DocumentPlace]]:
    """All cells of the table that a cell is in."""
    cell, source = document.places[place], document.sources[place]
    return [
        (i, other)
        for i, other in enumerate(document.places)
        if other.kind == "cell" and other.table == cell.table and document.sources[i] == source
    ]


def named_cell(place: int, said: set[str], document: Document) -> int | None:
    """The cell of the same table whose row (or column) is named, where that of the given cell is not."""
    cell = document.places[place]
    if cell.kind != "cell":
        return None
    for side in (0, 1):
        for i, other in _table(place, document):
            if other.keys[1 - side] != cell.keys[1 - side] or (other.column and side and not cell.column):
                continue
            mine, theirs = cell.keys[side] - other.keys[side], other.keys[side] - cell.keys[side]
            if mine and theirs and theirs <= said and not mine & said:
                return i
    return None


def is_unnamed_cell(place: int, said: set[str], document: Document) -> bool:
    """Whether a cell is one of several in its column, and no row among them is named."""
    cell = document.places[place]
    if cell.kind != "cell" or cell.period or not cell.keys[1]:
        return False
    rows = [other.keys[0] for _, other in _table(place, document) if other.keys[1] == cell.keys[1]]
    # Rows that are told apart by nothing here are not asked for.
    return len(set(rows)) == len(rows) > 1 and all(map(said.isdisjoint, rows))
