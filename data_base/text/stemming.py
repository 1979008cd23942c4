"""Light stemming for English and Russian: inflection is cut off, word formation is left alone.

Small suffix strippers of our own. They bring the forms of one word together ("costs", "costing";
"выручка", "выручки") and are not meant to give dictionary forms.
"""

import re
from functools import lru_cache

_VOWEL = re.compile(r"[aeiouy]")
_SHORTEST_STEM = 3
# (suffix, what stands in its place); the first that fits is taken.
_ENGLISH_SUFFIXES = (
    ("'s", ""),
    ("sses", "ss"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("xes", "x"),
    ("ies", "y"),
    ("ied", "y"),
    ("ingly", ""),
    ("edly", ""),
    ("ing", ""),
    ("ed", ""),
    ("s", ""),
    ("ly", ""),
)
_KEEP_S = ("ss", "us", "is")
_UNDOUBLE = re.compile(r"([bdgkmnprt])\1$")

_RUSSIAN_ENDINGS = """
иями ями ами ией иям ием иях ях ах ого его ому ему ыми ими ой ый ий ая яя ое ее ые ие ую юю ым им ых их ом
ем ам ям ов ев ей ью ия ья ию ии а я о е ы и у ю ь й вшись вшего вшие вший вшая лась лось лись лся ться тся
ала ила ела ыла али или ели ыли ало ило ело ыло ать ять еть ить ает яет ует ют ут ат ят ит ал ил ел ыл ану
ется ются атся ятся
"""
_RUSSIAN_SUFFIXES = tuple(sorted(_RUSSIAN_ENDINGS.split(), key=len, reverse=True))
_RUSSIAN_SHORTEST_STEM = 3


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The word without its inflection.

    Args:
        word: one normalised word (lower case); a word of another script comes back as it is.
    """
    if "a" <= word[:1] <= "z":
        return _english(word)
    if "а" <= word[:1] <= "я":
        return _russian(word)
    return word


def _english(word: str) -> str:
    for suffix, instead in _ENGLISH_SUFFIXES:
        if word.endswith(suffix):
            base = word[: -len(suffix)]
            if suffix == "s" and word.endswith(_KEEP_S):
                return word
            if len(base) + len(instead) < _SHORTEST_STEM or not _VOWEL.search(base):
                return word
            return _without_final_e(_UNDOUBLE.sub(r"\1", base) if not instead else base + instead)
    return _without_final_e(word)


def _without_final_e(word: str) -> str:
    """Drop the silent e, so that "increase" and "increas(ing)" meet."""
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM else word


def _russian(word: str) -> str:
    for suffix in _RUSSIAN_SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _RUSSIAN_SHORTEST_STEM:
            return word[: -len(suffix)]
    return word
