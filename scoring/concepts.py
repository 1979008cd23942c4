"""Words of four languages that name the same thing, so that a paraphrase or translation can be told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.concept_words import DICTIONARY

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHORTEST_STEM = 3


@dataclass(frozen=True, slots=True)
class _Tables:
    chinese: re.Pattern[str]
    chinese_concepts: dict[str, str]
    phrases: re.Pattern[str]
    phrase_concepts: tuple[str, ...]
    words: dict[str, str]
    stems: dict[str, str]


def extract_concepts(text: str) -> tuple[list[str], str]:
    """Concepts that a text names, and the text without the words that name them.

    Args:
        text: normalised text, Chinese folded to Simplified.

    Returns:
        Concept names such as ``§revenue``, in no special order but always the same, and what is left.
    """
    tables = _tables()
    found: list[str] = []

    def take_chinese(match: re.Match[str]) -> str:
        found.append(tables.chinese_concepts[match[0]])
        return " "

    def take_phrase(match: re.Match[str]) -> str:
        found.append(tables.phrase_concepts[(match.lastindex or 1) - 1])
        return " "

    def take_word(match: re.Match[str]) -> str:
        concept = _concept_of(match[0])
        if concept is None:
            return match[0]
        found.append(concept)
        return " "

    if not text.isascii():
        text = tables.chinese.sub(take_chinese, text)
    return found, _WORD.sub(take_word, tables.phrases.sub(take_phrase, text))


@lru_cache(maxsize=16384)
def _concept_of(word: str) -> str | None:
    tables = _tables()
    if word in tables.words:
        return tables.words[word]
    ends = range(len(word), _SHORTEST_STEM - 1, -1)
    return next((tables.stems[word[:end]] for end in ends if word[:end] in tables.stems), None)


@lru_cache(maxsize=1)
def _tables() -> _Tables:
    chinese: dict[str, str] = {}
    phrases: dict[str, str] = {}
    words: dict[str, str] = {}
    stems: dict[str, str] = {}
    for line in DICTIONARY.strip().splitlines():
        name, _, body = line.partition(": ")
        english, han, russian = body.split("|")
        chinese |= dict.fromkeys(han.split(), f"§{name}")
        for entry in (english + " " + russian).split():
            kind = phrases if "_" in entry else stems if entry.endswith("*") else words
            kind.setdefault(entry.rstrip("*") if kind is stems else entry, f"§{name}")
    return _Tables(
        chinese=_any_of(sorted(chinese, key=lambda word: (-len(word), word))),
        chinese_concepts=chinese,
        phrases=re.compile("|".join(rf"\b({_phrase_pattern(phrase)})\b" for phrase in phrases)),
        phrase_concepts=tuple(phrases.values()),
        words=words,
        stems=stems,
    )


def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    """Finds any of some words; the classes in front let the engine pass over what begins none of them."""
    first, second = ("".join(sorted({word[place] for word in words})) for place in range(2))
    return re.compile(f"(?=[{first}][{second}])(?:{'|'.join(words)})")


def _phrase_pattern(phrase: str) -> str:
    return r"\s+".join(re.escape(word).replace(r"\*", r"\w*") for word in phrase.split("_"))
