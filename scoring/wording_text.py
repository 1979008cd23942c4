"""Texts as sequences of words for comparing wording: runs, order and windows, fast enough for every claim."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from data_base.text.han_variants import fold_variants
from data_base.text.normalise import normalise
from data_base.text.sentences import sentences
from data_base.text.stemming import stem
from data_base.text.stop_words import ENGLISH, RUSSIAN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_TOKEN = re.compile(
    r"[0-9]+(?:[.,][0-9]+)*|[\u2e80-\u2fff\u3005-\u3007\u3021-\u3029\u3031-\u9fff]|[^\W_\u2e80-\u9fff]+(?:'[^\W\d_]+)*"
)
_STOP = ENGLISH | RUSSIAN
# Characters that carry no content of their own in Chinese.
_HAN_STOP = frozenset(
    "的了嗎吗呢吧啊是在為为和與与及或之於于也都就而被把其此這这那則则並并個个你我他她它們们"
)
_HAN_FROM, _HAN_TO = "\u2e80", "\ud7ff"
# Words of six letters and more are of one family where so many letters are the same.
_FAMILY, _FAMILY_FROM = 5, 6
_END = ""
# What a word is in each script, and how many words it counts for.
_SCRIPTS = {
    "han": (re.compile(r"[\u4e00-\u9fff]"), 0.5),
    "latin": (re.compile(r"[A-Za-z]{2,}"), 1.0),
    "cyrillic": (re.compile(r"[а-яё]{2,}", re.IGNORECASE), 1.0),
}
# Passages are written in a script if this share of their words is.
_WRITTEN_IN = 0.3


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text.

    Attributes:
        form: its stem, a number without thousands commas, or one Chinese character.
        is_content: whether it says something by itself.
        is_number: whether it is written in digits.
    """

    form: str
    is_content: bool
    is_number: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage.

    Attributes:
        passage: index of the passage.
        text: as it stands there.
        terms: its content terms (stems, Chinese character pairs).
    """

    passage: int
    text: str
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Source:
    """Passages read as words.

    Attributes:
        passages: the texts.
        sentences: in order.
        words: the forms of all words in order, an empty one at each sentence's end.
        starts: where each sentence begins in ``words``.
        pairs: positions at which two forms stand next to each other.
        holders: the sentences that hold a term, ascending.
        families: the first letters of the longer terms.
        idf: weight of every term that occurs.
        unknown: weight of one that does not.
        vocabulary: all forms.
        scripts: the scripts that they are written in, foreign words left aside: han, latin, cyrillic.
    """

    passages: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    words: tuple[str, ...]
    starts: tuple[int, ...]
    pairs: Mapping[tuple[str, str], Sequence[int]]
    holders: Mapping[str, Sequence[int]]
    families: Mapping[str, str]
    idf: Mapping[str, float]
    unknown: float
    vocabulary: frozenset[str]
    scripts: frozenset[str]


def is_han(form: str) -> bool:
    """Whether a form is a Chinese character (or begins with one)."""
    return _HAN_FROM <= form[:1] <= _HAN_TO


@lru_cache(maxsize=4096)
def read_words(text: str) -> tuple[Word, ...]:
    """The words of a text in order, normalised, folded to Simplified Chinese, stemmed."""
    return tuple(map(_word, _TOKEN.findall(fold_variants(normalise(text)))))


@lru_cache(maxsize=50_000)
def _word(raw: str) -> Word:
    if raw[0].isdigit():
        return Word(raw.replace(",", "") if "," in raw else raw, is_content=True, is_number=True)
    if is_han(raw):
        return Word(raw, raw not in _HAN_STOP, is_number=False)
    return Word(stem(raw), raw not in _STOP and len(raw) > 1, is_number=False)


def content_terms(words: Sequence[Word]) -> list[str]:
    """Content terms in order, with repeats: stems, numbers, and pairs of Chinese characters."""
    found = []
    for place, word in enumerate(words):
        if not is_han(word.form):
            if word.is_content:
                found.append(word.form)
        elif place + 1 < len(words) and is_han(words[place + 1].form):
            if word.is_content and words[place + 1].is_content:
                found.append(word.form + words[place + 1].form)
        elif word.is_content and not (place and _joins(words[place - 1])):
            found.append(word.form)
    return found


@lru_cache(maxsize=4096)
def distinct_terms(text: str) -> tuple[str, ...]:
    """The content terms of a text in order, each once."""
    return tuple(dict.fromkeys(content_terms(read_words(text))))


def _joins(before: Word) -> bool:
    """Whether a single Chinese character belongs to what stands before it: a pair, or a number it counts."""
    return before.is_number or is_han(before.form)


def family(term: str) -> str:
    """The letters that a term shares with others of its family; empty for short ones and numbers."""
    return term[:_FAMILY] if len(term) >= _FAMILY_FROM and not is_han(term) and term[0].isalpha() else ""


@lru_cache(maxsize=32)
def read_source(passages: tuple[str, ...]) -> Source:
    """Read passages; the last few lists are remembered."""
    found: list[Sentence] = []
    words: list[str] = []
    starts: list[int] = []
    pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
    holders: dict[str, list[int]] = defaultdict(list)
    for passage, text in _texts(passages):
        read = read_words(text)
        if not read:
            continue
        plain = text.isascii()
        terms = dict.fromkeys(
            [word.form for word in read if word.is_content] if plain else content_terms(read)
        )
        for term in terms:
            holders[term].append(len(found))
        start = len(words)
        starts.append(start)
        found.append(Sentence(passage, text, frozenset(terms)))
        forms = [word.form for word in read]
        for place, pair in enumerate(pairwise(forms), start):
            pairs[pair].append(place)
        words += forms
        words.append(_END)
    total = len(found)
    families: dict[str, str] = {}
    for term in holders:
        if letters := family(term):
            families.setdefault(letters, term)
    return Source(
        passages,
        tuple(found),
        tuple(words),
        tuple(starts),
        pairs,
        holders,
        families,
        {term: math.log(1 + (total + 0.5) / (len(places) + 0.5)) for term, places in holders.items()},
        math.log(1 + (total + 0.5) / 0.5),
        frozenset(words),
        _scripts(passages),
    )


def _scripts(passages: Sequence[str]) -> frozenset[str]:
    if all(map(str.isascii, passages)):
        return frozenset({"latin"})
    weighed = {
        name: share * sum(len(pattern.findall(passage)) for passage in passages)
        for name, (pattern, share) in _SCRIPTS.items()
    }
    total = sum(weighed.values())
    return frozenset(name for name, count in weighed.items() if count and count >= total * _WRITTEN_IN)


def _texts(passages: Sequence[str]) -> Iterator[tuple[int, str]]:
    for index, passage in enumerate(passages):
        for text in sentences(passage):
            yield index, text
