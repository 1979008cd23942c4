"""Texts as tokens, for matching and for counting what a model will read.

Stems bring the forms of one English or Russian word together ("costs", "costing"; "выручка", "выручки") and
are not meant to be dictionary forms: inflection is cut off, word formation is left alone.
"""

import math
import re
from collections.abc import Iterator
from functools import cache

from data_base.text.language import CJK_CLASS
from data_base.text.normalise import normalise
from data_base.text.word_lists import lexicon, word_list, words
from data_base.text_cache import text_cache

# A number with its separators, the sign of a date, a run of CJK, a word (it may contain digits: "q3", "co2").
_TOKEN = re.compile(
    rf"(?P<number>[0-9]+(?:[.,][0-9]+)*)|(?P<calendar>(?<=[0-9])[年月日])|(?P<cjk>[{CJK_CLASS}]+)"
    rf"|(?P<word>[^\W\d_{CJK_CLASS}][^\W_{CJK_CLASS}]*(?:'[^\W\d_{CJK_CLASS}]+)*)|\d+"
)
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_CYRILLIC = re.compile(r"[\u0400-\u052f]+")
_ASCII_OR_LATIN = re.compile(r"[\x00-\u024f]+")
# Characters a token has on average in the tokenisers of current models.
_LATIN_PER_TOKEN, _CYRILLIC_PER_TOKEN = 4.0, 2.2
_VOWEL = re.compile(r"[aeiouy]")
_SHORTEST_STEM = 3
_KEEP_S = ("ss", "us", "is")
_UNDOUBLE = re.compile(r"([bdgkmnprt])\1$")


@cache
def _chinese_stop() -> re.Pattern[str]:
    """Function words, and in its group words that only contain one."""
    stop, kept = word_list("chinese_words.words"), word_list("chinese_words.kept")
    longest_first = sorted(stop, key=lambda word: (-len(word), word))
    # The class in front lets the engine pass over all characters that begin none of them.
    first = "".join(sorted({word[0] for word in (*stop, *kept)}))
    return re.compile(f"(?=[{first}])(?:({'|'.join(kept)})|{'|'.join(longest_first)})")


def tokens(text: str) -> list[str]:
    """All tokens in order, normalised: words, numbers without thousands commas, pairs of CJK characters."""
    found: list[str] = []
    for match in _TOKEN.finditer(normalise(text)):
        found += _pairs(match[0]) if match.lastgroup == "cjk" else [_ungrouped(match)]
    return found


def content_tokens(text: str) -> list[str]:
    """As ``tokens`` without function words, at which Chinese is cut; alphabetic words are stemmed."""
    found: list[str] = []
    for kind, value in _content_pieces(normalise(text)):
        found += _pairs(value) if kind == "cjk" else [_stem(value) if kind == "word" else value]
    return found


def content_words(text: str) -> list[str]:
    """Words that carry content, for showing: normalised, not stemmed; Chinese in runs."""
    return [value for _, value in _content_pieces(normalise(text))]


def estimate_tokens(text: str) -> int:
    """About how many tokens a language model reads in the text, at least 1 for any text that is not empty.

    Counted by script: some 4 Latin or 2.2 Cyrillic characters make a token; a CJK character and a
    character of any other script are one each.
    """
    if text.isascii():
        return math.ceil(len(text) / _LATIN_PER_TOKEN)
    not_latin = _ASCII_OR_LATIN.sub("", text)
    other = len(_CYRILLIC.sub("", not_latin))
    latin, cyrillic = len(text) - len(not_latin), len(not_latin) - other
    return math.ceil(latin / _LATIN_PER_TOKEN + cyrillic / _CYRILLIC_PER_TOKEN + other)


def _content_pieces(normalised: str) -> Iterator[tuple[str, str]]:
    """The kind and the spelling of what carries content."""
    stop = words("stop_words")
    for match in _TOKEN.finditer(normalised):
        kind = match.lastgroup or "word"
        if kind == "cjk":
            kept = _chinese_stop().sub(lambda found: found[1] or " ", match[0])
            yield from (("cjk", part) for part in kept.split())
        elif kind != "calendar" and not (kind == "word" and match[0] in stop):
            yield kind, _ungrouped(match)


def _ungrouped(match: re.Match[str]) -> str:
    """A token, a number without its thousands commas."""
    grouped = match.lastgroup == "number" and _GROUPED.fullmatch(match[0])
    return match[0].replace(",", "") if grouped else match[0]


def _pairs(value: str) -> list[str]:
    """The overlapping pairs of a run of characters; a single one is itself."""
    return [value[i : i + 2] for i in range(max(len(value) - 1, 1))]


@text_cache(1_000_000)
def _stem(word: str) -> str:
    """A normalised word without its inflection; a word of another script comes back as it is."""
    if "a" <= word[:1] <= "z":
        return _english(word)
    return _russian(word) if "а" <= word[:1] <= "я" else word


def _english(word: str) -> str:
    for suffix, instead in lexicon("endings.en").items():
        if not word.endswith(suffix):
            continue
        base = word[: -len(suffix)]
        short = len(base) + len(instead) < _SHORTEST_STEM or not _VOWEL.search(base)
        if short or (suffix == "s" and word.endswith(_KEEP_S)):
            return word
        return _without_final_e(base + instead if instead else _UNDOUBLE.sub(r"\1", base))
    return _without_final_e(word)


def _without_final_e(word: str) -> str:
    """Drop the silent e, so that "increase" and "increas(ing)" meet."""
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM else word


def _russian(word: str) -> str:
    for ending in word_list("endings.ru"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word
