"""Words of four languages that name the same thing, so that a paraphrase or translation can be told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from scoring.concept_words import DICTIONARY
from scoring.synonym_words import SYNONYMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_Entry = TypeVar("_Entry")

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]{2,}")
_SHORTEST_STEM = 3
# Chinese words are looked up by their first two characters, phrases by the first letters of their first word.
_PAIR, _INITIALS = 2, 3


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase of words, each of them whole or any word that begins so.

    Attributes:
        words: its words, with whether a further ending is allowed.
        concept: what it names.
    """

    words: tuple[tuple[str, bool], ...]
    concept: str


@dataclass(frozen=True, slots=True)
class _Tables:
    chinese: Mapping[str, tuple[tuple[str, str], ...]]
    phrases: Mapping[str, tuple[_Phrase, ...]]
    words: Mapping[str, str]
    stems: Mapping[str, str]


def extract_concepts(text: str, *, synonyms: bool = False) -> tuple[list[str], str]:
    """Concepts that a text names, and the text without the words that name them.

    One pass over the characters of Chinese and one over the words of other scripts; each step is a look-up.

    Args:
        text: normalised text, Chinese folded to Simplified.
        synonyms: whether to go by the groups of synonyms, too, which are many and less strict.

    Returns:
        Concept names such as ``§revenue``, in no special order but always the same, and what is left.
    """
    tables = _tables(synonyms=synonyms)
    found: list[str] = []
    if not text.isascii():
        text = _HAN_RUN.sub(lambda run: _take_chinese(run[0], tables, found), text)
    return found, _take_words(text, tables, found)


def _take_chinese(run: str, tables: _Tables, found: list[str]) -> str:
    """A run of Chinese without the words that name concepts, the longest of those that begin at a place."""
    kept: list[str] = []
    place = 0
    while place < len(run):
        named = tables.chinese.get(run[place : place + _PAIR], ())
        word, concept = next((each for each in named if run.startswith(each[0], place)), ("", ""))
        if concept:
            found.append(concept)
        kept.append(" " if concept else run[place])
        place += len(word) or 1
    return "".join(kept)


def _take_words(text: str, tables: _Tables, found: list[str]) -> str:
    """A text without the words and phrases that name concepts."""
    words = list(_WORD.finditer(text))
    kept: list[str] = []
    position = place = 0
    while place < len(words):
        first = words[place]
        phrase = _phrase_at(words, place, tables)
        concept = phrase.concept if phrase else _concept_of(first[0], tables)
        taken = len(phrase.words) if phrase else 1
        if concept is not None:
            found.append(concept)
            kept += [text[position : first.start()], " "]
            position = words[place + taken - 1].end()
        place += taken
    return "".join([*kept, text[position:]])


def _phrase_at(words: Sequence[re.Match[str]], place: int, tables: _Tables) -> _Phrase | None:
    """The phrase that begins with a word of a text."""
    for phrase in tables.phrases.get(words[place][0][:_INITIALS], ()):
        here = words[place : place + len(phrase.words)]
        if len(here) < len(phrase.words):
            continue
        gaps = (after.string[before.end() : after.start()] for before, after in pairwise(here))
        if all(map(_is_word, here, phrase.words)) and all(map(str.isspace, gaps)):
            return phrase
    return None


def _is_word(said: re.Match[str], expected: tuple[str, bool]) -> bool:
    word, with_any_ending = expected
    return said[0].startswith(word) if with_any_ending else said[0] == word


def _concept_of(word: str, tables: _Tables) -> str | None:
    if word in tables.words:
        return tables.words[word]
    ends = range(len(word), _SHORTEST_STEM - 1, -1)
    return next((tables.stems[word[:end]] for end in ends if word[:end] in tables.stems), None)


@lru_cache(maxsize=2)
def _tables(*, synonyms: bool) -> _Tables:
    chinese: dict[str, str] = {}
    phrases: dict[str, str] = {}
    words: dict[str, str] = {}
    stems: dict[str, str] = {}
    entries = DICTIONARY + SYNONYMS if synonyms else DICTIONARY
    for line in filter(None, entries.splitlines()):
        name, _, body = line.partition(": ")
        english, han, russian = body.split("|")
        for word in han.split():
            chinese.setdefault(word, f"§{name}")
        for entry in (english + " " + russian).split():
            kind = phrases if "_" in entry else stems if entry.endswith("*") else words
            kind.setdefault(entry.rstrip("*") if kind is stems else entry, f"§{name}")
    return _Tables(
        chinese=_grouped((word[:_PAIR], len(word), (word, concept)) for word, concept in chinese.items()),
        phrases=_grouped(
            (phrase.words[0][0][:_INITIALS], len(phrase.words), phrase)
            for phrase in (_phrase(entry, concept) for entry, concept in phrases.items())
        ),
        words=words,
        stems=stems,
    )


def _phrase(entry: str, concept: str) -> _Phrase:
    words = tuple((word.rstrip("*"), word.endswith("*")) for word in entry.split("_"))
    return _Phrase(words, concept)


def _grouped(entries: Iterable[tuple[str, int, _Entry]]) -> dict[str, tuple[_Entry, ...]]:
    """Entries by their key, those of greater length first and otherwise in their order."""
    groups: dict[str, list[_Entry]] = {}
    for key, _, entry in sorted(entries, key=lambda each: -each[1]):
        groups.setdefault(key, []).append(entry)
    return {key: tuple(group) for key, group in groups.items()}
