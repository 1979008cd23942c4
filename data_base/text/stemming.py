"""Light stemming for English and Russian: inflection is cut off, word formation is left alone.

It brings the forms of one word together ("costs", "costing"; "выручка", "выручки") and is not meant to give
dictionary forms.
"""

import re
from functools import lru_cache

from data_base.text.word_lists import lexicon, word_list

_VOWEL = re.compile(r"[aeiouy]")
_SHORTEST_STEM = 3
_KEEP_S = ("ss", "us", "is")
_UNDOUBLE = re.compile(r"([bdgkmnprt])\1$")


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
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
