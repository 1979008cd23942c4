"""A text as words: normalised, Traditional Chinese folded to Simplified, English and Russian stemmed."""

import importlib
import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from data_base.text.han_variants import fold_variants
from data_base.text.normalise import normalise
from data_base.text.word_lists import by_word, words
from data_base.text_cache import text_cache

# A number, one Chinese character, or a word of letters (digits in it stay: "q3", "co2").
_TOKEN = re.compile(
    r"[0-9]+(?:[.,][0-9]+)*|[\u2e80-\u2fff\u3005-\u3007\u3021-\u3029\u3031-\u9fff]|[^\W_\u2e80-\u9fff]+(?:'[^\W\d_\u2e80-\u9fff]+)*"
)
_HAN = re.compile(r"[\u3400-\u9fff]")
# Quotation marks and brackets divide nothing: 「奧勒」磨坊 is 奧勒磨坊, and a unit belongs to 長度（公里）.
_APART = re.compile(r"[。、,;:!?…](?<=[\u3400-\u9fff)\"'].)")
_HAN_FROM, _HAN_TO = "\u2e80", "\ud7ff"
_SCRIPTS = (
    ("han", re.compile(r"[\u4e00-\u9fff]"), 0.5),
    ("latin", re.compile(r"[A-Za-z]{2,}"), 1.0),
    ("cyrillic", re.compile(r"[а-яё]{2,}", re.IGNORECASE), 1.0),
)
# A text is written in a script if this share of its words is.
_WRITTEN_IN = 0.3


class Word(NamedTuple):
    """A word of a text."""

    form: str
    """Its stem, a number without thousands commas, or one Chinese character."""
    content: bool
    """Whether it says something by itself."""
    apart: bool = False
    """Whether it begins a clause of a Chinese text, so that it makes no pair with the word before."""


def is_han(form: str) -> bool:
    """Whether a form is, or begins with, a Chinese character."""
    return _HAN_FROM <= form[:1] <= _HAN_TO


@cache
def _stemmer(language: str) -> Any:  # noqa: ANN401  (loaded late: the package takes 0.1 s)
    return importlib.import_module("snowballstemmer").stemmer(language)


def folded(text: str) -> str:
    """The text in one spelling, Chinese in Simplified characters."""
    plain = normalise(text)
    return fold_variants(plain) if _HAN.search(plain) else plain


@text_cache(1_000_000)
def _word(raw: str) -> Word:
    first = raw[0]
    if first.isdigit():
        return Word(raw.replace(",", ""), content=True)
    if is_han(raw):
        return Word(raw, raw not in words("stop_words"))
    stem = raw
    if raw.isascii():
        stem = _stemmer("english").stemWord(by_word("irregular_verbs").get(raw, raw))
    elif "а" <= first <= "я" and (len(raw) > 3 or raw[:2] != "не"):  # noqa: PLR2004  ("ней": her, and not "не")
        stem = _stemmer("russian").stemWord(raw)
    return Word(stem, len(raw) > 1 and raw not in words("stop_words"))


@text_cache(500_000)
def read_words(text: str) -> tuple[Word, ...]:
    """The words of a text in order."""
    found: list[Word] = []
    for piece in _APART.split(folded(text)):
        read = [_word(raw) for raw in _TOKEN.findall(piece)]
        if found and read:
            read[0] = read[0]._replace(apart=True)
        found += read
    return tuple(found)


def ordered_terms(read: Sequence[Word]) -> tuple[str, ...]:
    """What words say, in order: stems, numbers, pairs of neighbouring Chinese characters."""
    found = []
    for place, (form, content, apart) in enumerate(read):
        if not content:
            continue
        if form < _HAN_FROM or not is_han(form):
            found.append(form)
            continue
        after = read[place + 1] if place + 1 < len(read) else None
        if after is not None and is_han(after.form) and not after.apart:
            if after.content:
                found.append(form + after.form)
        elif apart or not (place and (is_han(read[place - 1].form) or read[place - 1].form[0].isdigit())):
            found.append(form)
    return tuple(found)


@text_cache(500_000)
def terms(text: str) -> tuple[str, ...]:
    """What a text says, each term once; see :func:`ordered_terms`."""
    return tuple(dict.fromkeys(ordered_terms(read_words(text))))


def scripts(text: str) -> frozenset[str]:
    """The scripts that a text is written in, foreign words left aside: han, latin, cyrillic."""
    if text.isascii():
        return frozenset({"latin"}) if any(map(str.isalpha, text)) else frozenset()
    counts = {name: share * len(pattern.findall(text)) for name, pattern, share in _SCRIPTS}
    total = sum(counts.values())
    return frozenset(name for name, count in counts.items() if count and count >= total * _WRITTEN_IN)
