"""What a figure speaks of: the words and years around it, weighted by how closely they belong to it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.mentions import Mention, mentions
from scoring.segments import closeness, cut, index_of
from scoring.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_NOTE = re.compile(r"[(（][^()（）]{1,24}[)）]")
_WHOLE_SUBJECT = 2
_YEAR_BEFORE = re.compile(
    r"a year earlier|the year before|(?:the )?previous year|last year|in the prior year|year-earlier|"
    r"前一年|上一年|上年|去年|前年度|同期|годом ранее|годом раньше|в прошлом году|годом прежде|в "
    r"предыдущем году",
    re.IGNORECASE,
)
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
    """A sentence with its stretches, read once for all its mentions."""

    text: str
    found: tuple[Mention, ...]
    stretches: tuple[tuple[int, int], ...]
    words: tuple[tuple[str, ...], ...]
    holders: tuple[tuple[Mention, ...], ...]


def _notes(text: str, found: Sequence[Mention]) -> list[tuple[int, int]]:
    """Bracketed dates: "548 km (2022)" says of which year the figure before the bracket is."""
    spans = [match.span() for match in _NOTE.finditer(text)]
    inside = {span: [m for m in found if span[0] < m.start < span[1]] for span in spans}
    return [span for span, held in inside.items() if held and all(mention.date for mention in held)]


def _read(text: str, found: tuple[Mention, ...]) -> _Sentence:
    stretches = tuple(cut(text, [(mention.start, mention.end) for mention in found], _notes(text, found)))
    plain = masked(text, found)
    places = [index_of(mention.start, stretches) for mention in found]
    return _Sentence(
        text,
        found,
        stretches,
        tuple(terms(plain[start:end]) for start, end in stretches),
        tuple(
            tuple(mention for mention, place in zip(found, places, strict=True) if place == i)
            for i in range(len(stretches))
        ),
    )


def sentence_contexts(
    text: str,
    background: Sequence[tuple[Sequence[str], float]] = (),
    years: frozenset[int] = frozenset(),
    also: Sequence[Mention] = (),
) -> list[tuple[Mention, Context]]:
    """Every figure and date of a sentence with its surroundings.

    Args:
        text: the sentence.
        background: terms from outside it (sentence before, heading, question) with their weight.
        years: years that hold where the sentence names none.
        also: what else of the sentence is wanted; for the figures and dates proper it is wording.
    """
    found = mentions(text)
    if not also and not found:
        return []
    sentence = _read(text, found)
    contexts = [(mention, _context(sentence, mention, background, years)) for mention in found]
    if in_words := [mention for mention in also if mention.standing == "worded"]:
        sentence = _read(text, tuple(sorted((*found, *in_words), key=lambda mention: mention.start)))
    return contexts + [(mention, _context(sentence, mention, background, years)) for mention in also]


def _context(
    sentence: _Sentence,
    mention: Mention,
    background: Sequence[tuple[Sequence[str], float]],
    years: frozenset[int],
) -> Context:
    own = index_of(mention.start, sentence.stretches)
    owned = [
        i
        for i, holders in enumerate(sentence.holders)
        if i != own and any(_alike(mention, other) for other in holders)
    ]
    subject = _subject(sentence, own)
    layers = [
        (words, 1.0 if i == subject else closeness(own, i, owned)) for i, words in enumerate(sentence.words)
    ]
    key = frozenset(sentence.words[own]) | frozenset(sentence.words[subject])
    # "the mean depth is 1.6 m and the smallest 0.7 m": the second leans on the first.
    leans_on = frozenset(sentence.words[own - 1]) if len(key) < _WHOLE_SUBJECT and own else frozenset()
    weights = weigh([*layers, *background])
    if mention.date and mention.year and not mention.is_year:
        return Context(weights, key, frozenset({mention.year}), dated=True, leans_on=leans_on)
    own_years = _years(sentence, mention, own)
    return Context(weights, key, own_years or years, _is_dated(sentence, mention, own), leans_on)


def _subject(sentence: _Sentence, own: int) -> int:
    """The stretch that says what the figure is: its own, or where that has no words the last before it."""
    order = (*range(own, -1, -1), *range(own + 1, len(sentence.words)))
    return next((i for i in order if sentence.words[i]), own)


def _alike(one: Mention, other: Mention) -> bool:
    if one.figure is None or other.figure is None:
        return one.figure is other.figure and one.is_year == other.is_year
    return one.figure.unit == other.figure.unit


def _is_dated(sentence: _Sentence, mention: Mention, own: int) -> bool:
    """Whether the figure's stretch names a year, or one before it a bare year."""
    if _years_of(sentence, own, mention):
        return True
    return any(other.is_year for holders in sentence.holders[:own] for other in holders)


def _years(sentence: _Sentence, mention: Mention, own: int) -> frozenset[int]:
    """The years a figure is about.

    Those of its stretch, else of the nearest stretch before it, else of one after it that holds no figure
    of its own.
    """
    named = _years_of(sentence, own, mention)
    if named:
        return named
    earlier = range(own - 1, -1, -1)
    # A bare year sets the time for what follows, the date of an event less so.
    bare = [
        frozenset(other.year for other in sentence.holders[i] if other.is_year and other.year)
        for i in earlier
    ]
    before = next(filter(None, bare), None) or next(
        filter(None, (_years_of(sentence, i, mention) for i in earlier)), None
    )
    if before:
        start, end = sentence.stretches[own]
        if _FROM_TO.match(sentence.text, start, end):
            return before.union(*bare)
        if _YEAR_BEFORE.search(sentence.text, start, end):
            return frozenset(year - 1 for year in before)
        return before
    for i in range(own + 1, len(sentence.stretches)):
        if any(_alike(mention, other) for other in sentence.holders[i]):
            break
        if found := _years_of(sentence, i, mention):
            return found
    return frozenset()


def _years_of(sentence: _Sentence, stretch: int, but: Mention) -> frozenset[int]:
    return frozenset(
        other.year for other in sentence.holders[stretch] if other is not but and other.year is not None
    )
