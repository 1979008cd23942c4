"""Passages read once: their sentences, words, terms and values, and where each is."""

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from data_base.text.sentences import sentence_spans
from data_base.text_cache import text_cache
from scoring.values.digit_index import DigitIndex, leads_of
from scoring.values.mentions import Mention, mentions
from scoring.words.terms import ordered_terms, read_words, scripts

_END = ""
_MOST_ALIKE = 40
"""Different figures on either side of one that is sought which are compared with it; for speed."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage."""

    passage: int
    """Index of the passage."""
    text: str
    """As it is there."""
    terms: frozenset[str]
    """What it says."""


@dataclass(frozen=True, slots=True)
class PassageWords:
    """Passages as words."""

    sentences: tuple[Sentence, ...]
    """In order."""
    passages: tuple[int, ...]
    """For each sentence, the index of its passage."""
    words: tuple[str, ...]
    """The forms of all words in order, an empty one at each sentence's end."""
    pairs: Mapping[tuple[str, str], Sequence[int]]
    """The places in ``words`` at which two forms are next to each other."""
    holders: dict[str, tuple[int, ...]]
    """The sentences that contain a term, ascending."""
    values: tuple[tuple[Mention, tuple[int, ...]], ...]
    """Figures and dates, each with the sentences that state it."""
    by_digits: DigitIndex[tuple[Mention, tuple[int, ...]]]
    """The same, to be found by their digits."""
    idf: Mapping[str, float]
    """How rare each term is among the sentences; that of an unknown one under the empty term."""
    vocabulary: frozenset[str]
    """All forms."""
    scripts: frozenset[str]
    """The scripts that any passage is written in."""


@text_cache(200_000)
def read_passage_words(passages: tuple[str, ...]) -> PassageWords:
    """Read passages; the last few lists are remembered."""
    found: list[Sentence] = []
    words: list[str] = []
    pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
    holders: dict[str, list[int]] = defaultdict(list)
    values: dict[tuple[object, ...], tuple[Mention, list[int]]] = {}
    for index, passage in enumerate(passages):
        spans = sentence_spans(passage)
        first = len(found)
        for begin, end in spans:
            read = read_words(passage[begin:end])
            own_terms = dict.fromkeys(ordered_terms(read))
            for term in own_terms:
                holders[term].append(len(found))
            forms = [word.form for word in read]
            for place, pair in enumerate(pairwise(forms), len(words)):
                pairs[pair].append(place)
            words += forms
            words.append(_END)
            found.append(Sentence(index, passage[begin:end], frozenset(own_terms)))
        begins = [begin for begin, _ in spans]
        for value in mentions(passage) if spans else ():
            place = first + max(0, bisect_right(begins, value.start) - 1)
            values.setdefault(sense(value), (value, []))[1].append(place)
    stated = tuple((value, tuple(dict.fromkeys(places))) for value, places in values.values())
    total = len(found) + 0.5
    idf = {term: math.log(1 + total / (len(places) + 0.5)) for term, places in holders.items()}
    idf[""] = math.log(1 + total / 0.5)
    return PassageWords(
        sentences=tuple(found),
        passages=tuple(sentence.passage for sentence in found),
        words=tuple(words),
        pairs=pairs,
        holders={term: tuple(places) for term, places in holders.items()},
        values=stated,
        by_digits=DigitIndex(((each, each[0], leads_of(each[0])) for each in stated), _MOST_ALIKE),
        idf=idf,
        vocabulary=frozenset(words),
        scripts=frozenset().union(*map(scripts, passages)),
    )


def sense(value: Mention) -> tuple[object, ...]:
    """What two values have in common that say the same in the same words."""
    figure, date = value.figure, value.date
    if figure is not None:
        return (value.raw, figure.value, figure.unit, figure.kind)
    return (value.raw, value.year, date and date.month, date and date.day)
