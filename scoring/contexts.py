"""What a figure speaks of: the words and years around it, weighted by how closely they belong to it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from scoring.mentions import Mention, mentions
from scoring.segments import closeness, cut, index_of
from scoring.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_Measure = Literal["year", "date"] | tuple[str | None]
_YEAR: _Measure = "year"
_DATE: _Measure = "date"
_OPENING = ("(", "（", " (", " （")
_CLOSING = re.compile(r"[)）]")
_NOTE = re.compile(r"[(（][^()（）]{1,24}[)）]")
_WHOLE_SUBJECT = 2
# How far a clause whose subject is a pronoun speaks of what the sentence began with.
_MEANT = 0.9
_PRONOUN = re.compile(
    r"\b(?:it|they|that of|он|она|оно|они|её|ее|его|их)\b|其(?![中餘余他它實实次])|(?<!其)[它牠]",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:now|nowadays|today|currently|at present|теперь|сейчас|ныне|сегодня)\b|"
    r"現在|现在|如今|目前|現為|现为|現時|现时",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r"a year earlier|the year before|(?:the )?previous year|last year|in the prior year|year-earlier|"
    r"前一年|上一年|上年|去年|前年度|同期|годом ранее|годом раньше|в прошлом году|годом прежде|в "
    r"предыдущем году",
    re.IGNORECASE,
)
# "five years earlier": of the year named before it less so many.
_YEARS_BEFORE = re.compile(
    r"(?P<en>\w+) years (?:earlier|before|previously)\b|(?P<ru>\w+) (?:годами|лет) (?:раньше|ранее|назад)\b|"
    r"(?<![0-9])(?P<zh>[0-9一二两兩三四五六七八九十]{1,3})年[前以之]",
    re.IGNORECASE,
)
_FEW = {
    word: count
    for count, words in enumerate(
        (
            "two двумя 二 两 兩",
            "three тремя 三",
            "four четырьмя 四",
            "five пятью пять 五",
            "six шестью шесть 六",
            "seven семью семь 七",
            "eight восемью восемь 八",
            "nine девятью девять 九",
            "ten десятью десять 十",
        ),
        2,
    )
    for word in words.split()
}
# "rose from 3 m in 2016 to 5 m in 2022, and from 4 % to 9 %": the second change is about both years.
_FROM_TO = re.compile(r"\s*(?:from|to|с|со|до|由|從|从|自|至|到|升至|增至|降至)(?![^\W\d_])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings of one figure or date.

    Attributes:
        weights: term to weight in [0, 1].
        key: the terms that name its subject most closely (its own clause, its row).
        years: the years it is about; empty where none is named.
        leans_on: further terms of its subject where its own clause is a stump.
        dated: whether its own sentence or table names them.
    """

    weights: Mapping[str, float]
    key: frozenset[str]
    years: frozenset[int] = field(default=frozenset())
    dated: bool = False
    leans_on: frozenset[str] = frozenset()


def masked(text: str, found: Sequence[Mention]) -> str:
    """The text with its mentions blanked, every other character in place."""
    if not found:
        return text
    pieces, position = [], 0
    for mention in found:
        pieces += [text[position : mention.start], " " * (mention.end - mention.start)]
        position = mention.end
    return "".join([*pieces, text[position:]])


@lru_cache(maxsize=8192)
def plain_terms(text: str, *, synonyms: bool = False) -> tuple[str, ...]:
    """Terms of a text without its figures and dates; see :func:`scoring.terms.terms`."""
    return terms(masked(text, mentions(text)), synonyms=synonyms)


def weigh(layers: Iterable[tuple[Iterable[str], float]]) -> dict[str, float]:
    """Terms with the greatest weight any layer gives them."""
    weights: dict[str, float] = {}
    for layer, weight in layers:
        for term in layer:
            if weights.get(term, 0) < weight:
                weights[term] = weight
    return weights


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with its stretches, read once for all its mentions.

    Attributes:
        text: the sentence.
        stretches: where each begins and ends.
        words: the terms of each.
        measures: what the mentions of each measure, see :func:`_measure`.
        places: the stretches, by index, with a mention of each measure.
        years: the years that each names, with how often.
        bare_years: those of them that stand there as years alone.
    """

    text: str
    stretches: tuple[tuple[int, int], ...]
    words: tuple[tuple[str, ...], ...]
    measures: tuple[frozenset[_Measure], ...]
    places: Mapping[_Measure, frozenset[int]]
    years: tuple[Counter[int], ...]
    bare_years: tuple[frozenset[int], ...]


def _notes(text: str, found: Sequence[Mention]) -> list[tuple[int, int]]:
    """Bracketed dates: "548 km (2022)" says of which year the figure before the bracket is."""
    spans = [match.span() for match in _NOTE.finditer(text)]
    inside = {span: [m for m in found if span[0] < m.start < span[1]] for span in spans}
    return [span for span, held in inside.items() if held and all(mention.date for mention in held)]


def _read(text: str, found: tuple[Mention, ...]) -> _Sentence:
    stretches = tuple(cut(text, [(mention.start, mention.end) for mention in found], _notes(text, found)))
    plain = masked(text, found)
    holders: list[list[Mention]] = [[] for _ in stretches]
    for mention in found:
        holders[index_of(mention.start, stretches)].append(mention)
    measures = tuple(frozenset(map(_measure, held)) for held in holders)
    return _Sentence(
        text,
        stretches,
        tuple(terms(plain[start:end]) for start, end in stretches),
        measures,
        {
            measure: frozenset(i for i, held in enumerate(measures) if measure in held)
            for measure in frozenset().union(*measures)
        },
        tuple(Counter(mention.year for mention in held if mention.year is not None) for held in holders),
        tuple(
            frozenset(mention.year for mention in held if mention.is_year and mention.year is not None)
            for held in holders
        ),
    )


def sentence_contexts(
    text: str,
    background: Sequence[tuple[Sequence[str], float]] = (),
    years: frozenset[int] = frozenset(),
    also: Sequence[Mention] = (),
    meant: frozenset[str] = frozenset(),
) -> list[tuple[Mention, Context]]:
    """Every figure and date of a sentence with its surroundings.

    Args:
        text: the sentence.
        background: terms from outside it (sentence before, heading, question) with their weight.
        years: years that hold where the sentence names none.
        also: what else of the sentence is wanted; for the figures and dates proper it is wording.
        meant: terms of what the sentence points back to ("this section"), which is its subject, too.
    """
    found = mentions(text)
    if not also and not found:
        return []
    sentence = _read(text, found)
    contexts = [(mention, _context(sentence, mention, background, years, meant)) for mention in found]
    if in_words := [mention for mention in also if mention.standing == "worded"]:
        sentence = _read(text, tuple(sorted((*found, *in_words), key=lambda mention: mention.start)))
    return contexts + [(mention, _context(sentence, mention, background, years, meant)) for mention in also]


def _context(
    sentence: _Sentence,
    mention: Mention,
    background: Sequence[tuple[Sequence[str], float]],
    years: frozenset[int],
    meant: frozenset[str],
) -> Context:
    own = index_of(mention.start, sentence.stretches)
    owned = sentence.places.get(_measure(mention), frozenset())
    subject = _subject(sentence, own)
    layers = [
        (words, 1.0 if i == subject else closeness(own, i, owned))
        for i, words in enumerate(sentence.words)
        if words
    ]
    key = frozenset(sentence.words[own]) | frozenset(sentence.words[subject])
    # "the mean depth is 1.6 m and the smallest 0.7 m": the second leans on the first.
    leans_on = meant
    if len(key) < _WHOLE_SUBJECT and own:
        leans_on |= frozenset(sentence.words[own - 1])
    if own and _speaks_of_the_same(sentence, own):
        leans_on |= frozenset(sentence.words[0])
        layers.append((sentence.words[0], _MEANT))
    weights = weigh([*layers, *background])
    if mention.date and mention.year and not mention.is_year:
        return Context(weights, key, frozenset({mention.year}), dated=True, leans_on=leans_on)
    own_years = _years(sentence, mention, own)
    if _NOW.search(sentence.text, *sentence.stretches[own]) and any(sentence.years):
        years = frozenset()
    return Context(weights, key, own_years or years, _is_dated(sentence, mention, own), leans_on)


def _speaks_of_the_same(sentence: _Sentence, own: int) -> bool:
    """Whether the subject of a figure's stretch is a pronoun: "..., whereas in 2019 it was 3.8"."""
    return _PRONOUN.search(sentence.text, *sentence.stretches[own]) is not None


def _subject(sentence: _Sentence, own: int) -> int:
    """The stretch that says what the figure is: its own, or where that has no words the last before it."""
    order = (*range(own, -1, -1), *range(own + 1, len(sentence.words)))
    return next((i for i in order if sentence.words[i]), own)


def _measure(mention: Mention) -> _Measure:
    """What is alike in figures of one unit, in years, and in all other dates."""
    if mention.figure is None:
        return _YEAR if mention.is_year else _DATE
    return (mention.figure.unit,)


def _is_dated(sentence: _Sentence, mention: Mention, own: int) -> bool:
    """Whether the figure's stretch names a year, or one before it a bare year."""
    if _years_beside(sentence, own, mention):
        return True
    if _NOW.search(sentence.text, *sentence.stretches[own]):
        return False
    # What a semicolon parts is said by itself.
    begin = max(sentence.text.rfind(mark, 0, sentence.stretches[own][0] + 1) for mark in ";；")
    return any(
        _YEAR in measures
        for (_, end), measures in zip(sentence.stretches[:own], sentence.measures[:own], strict=True)
        if end > begin
    )


def _years(sentence: _Sentence, mention: Mention, own: int) -> frozenset[int]:
    """The years a figure is about.

    Those of its stretch, else of the nearest stretch before it, else of one after it that holds no figure
    of its own.
    """
    named = _years_beside(sentence, own, mention)
    if named:
        return named
    earlier = range(own - 1, -1, -1)
    # A bare year sets the time for what follows, the date of an event less so.
    bare = [
        frozenset[int]() if years and _is_bracketed(sentence, i, own) else years
        for i, years in enumerate(sentence.bare_years[:own])
    ]
    before = next(filter(None, reversed(bare)), None) or next(
        (
            frozenset(sentence.years[i])
            for i in earlier
            if sentence.years[i] and not _is_bracketed(sentence, i, own)
        ),
        None,
    )
    start, end = sentence.stretches[own]
    if before and not _NOW.search(sentence.text, start, end):
        if _FROM_TO.match(sentence.text, start, end):
            return before.union(*bare)
        if back := _years_back(sentence, own):
            return frozenset(year - back for year in before)
        return before
    measure = _measure(mention)
    for i in range(own + 1, len(sentence.stretches)):
        if measure in sentence.measures[i] or _opens_another(sentence, i, measure):
            break
        if sentence.years[i]:
            return frozenset(sentence.years[i])
    return frozenset()


def _is_bracketed(sentence: _Sentence, place: int, own: int) -> bool:
    """Whether a stretch stands in a bracket that is closed before another: "(+14 % on 2023), and 2,180 t"."""
    start, end = sentence.stretches[place][0], sentence.stretches[own][0]
    opened = max(sentence.text.rfind(mark, 0, start + 2) for mark in "(（")
    if opened < 0:
        return False
    closing = _CLOSING.search(sentence.text, opened, end)
    return closing is not None and closing.start() > start


def _opens_another(sentence: _Sentence, place: int, measure: _Measure) -> bool:
    """Whether a stretch opens a bracket with a like figure: "£215m (first half of 2024: £198m)"."""
    start = sentence.stretches[place][0]
    if not sentence.text.startswith(_OPENING, start):
        return False
    closing = _CLOSING.search(sentence.text, start)
    end = closing.start() if closing else len(sentence.text)
    last = index_of(end - 1, sentence.stretches)
    return any(measure in held for held in sentence.measures[place : last + 1])


def _years_back(sentence: _Sentence, own: int) -> int:
    """How many years before those named in its sentence a stretch, or a bare one before it, speaks of."""
    start, end = sentence.stretches[own]
    if _YEAR_BEFORE.search(sentence.text, start, end):
        return 1
    if own and not sentence.measures[own - 1] - {_YEAR, _DATE}:
        start = sentence.stretches[own - 1][0]
    match = _YEARS_BEFORE.search(sentence.text, start, end)
    if match is None:
        return 0
    count = next(filter(None, match.groups())).lower()
    return int(count) if count.isdecimal() else _FEW.get(count, 0)


def _years_beside(sentence: _Sentence, own: int, mention: Mention) -> frozenset[int]:
    """The years that other mentions of a mention's stretch name."""
    years = sentence.years[own]
    only = mention.year is not None and years[mention.year] == 1
    return frozenset(year for year in years if not (only and year == mention.year))
