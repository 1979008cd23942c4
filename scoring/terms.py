"""Texts as terms: what is compared when a claim is held against a passage."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from data_base.text.han_variants import fold_variants
from data_base.text.normalise import normalise
from data_base.text.tokens import content_tokens_of
from scoring.concepts import extract_concepts

Script = Literal["han", "latin", "cyrillic", "concept"]

_HAN = re.compile(r"[\u2e80-\uffef]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_NAME_DIGITS = 3
# How a document speaks of its own author, and words that only announce a count.
_SELF = re.compile(
    "[本该](?:公司|院|校|行|处|会|厂|馆|局|部|所|集团|企业|机构|报告|年报|文件)|共有|总共|共计|一共"
)

# "Option A", "зона В", a row called "А — сухой склад": a letter that is a name here and else a common word.
_LETTER = re.compile(
    r"(?:(?<=[a-zа-яё] )|(?<=[a-zа-яё] [«\"“‘(])|^[| ]*(?=[^\W\d_](?: [—–|-]|$)))"
    r"([AАВИКОСУЯ])(?!\w|\.\s?[A-ZА-ЯЁ])"
)


@lru_cache(maxsize=8192)
def terms(text: str, *, synonyms: bool = False) -> tuple[str, ...]:
    """Content terms of a text, with repeats.

    Function words are dropped, English and Russian stemmed, Chinese folded to Simplified and read by
    character pairs; words of the small multilingual dictionary become concepts (``§revenue``). Numbers of
    up to three digits become ``#7``, as in "berth No. 7", and letters that are names stay; longer ones are
    left out, and so should be figures and dates, which are compared by value (see
    :func:`scoring.contexts.plain_terms`).

    Args:
        text: any text.
        synonyms: whether words of one group of :mod:`scoring.synonym_words` become one term, too.
    """
    found, rest = extract_concepts(_SELF.sub(" ", fold_variants(normalise(text))), synonyms=synonyms)
    letters = (letter.lower() for letter in _LETTER.findall(text))
    return (*found, *filter(None, map(_term, content_tokens_of(rest))), *letters)


def _term(word: str) -> str:
    """The term of a word, empty for one that says nothing of a subject."""
    if len(word) == 1 and word > "\u2e80":
        return ""  # left over between figures and words
    if not word[0].isdigit():
        return word
    return f"#{word}" if word.isdigit() and len(word) <= _NAME_DIGITS else ""


@lru_cache(maxsize=16384)
def script_of(term: str) -> Script:
    """Which script a term is written in; concepts are of none."""
    if term[0] == "§":
        return "concept"
    return "han" if _HAN.match(term) else "cyrillic" if _CYRILLIC.match(term) else "latin"
