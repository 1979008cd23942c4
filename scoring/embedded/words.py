"""Content words of a text, how much each is worth, and how many of them are in a window."""

import re
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache

from data_base.text.han_variants import fold_variants
from data_base.text.word_lists import lexicon
from data_base.text_cache import text_cache
from scoring.words.terms import ordered_terms, read_words

_ROOT = 5
"""Letters that related words share at least: "fund" and "funding" do not count, "complet(ed, ion)" do."""
_RELATED = 0.6
_LETTER = r"(?<=[^\W\d_][ -])(?!I\b)[A-ZА-ЯЁ](?![\w'’.])|(?<![A-Za-z])[A-Z](?=[\u3400-\u9fff])"
_NAME = re.compile(r"(?<![\w.])(?:[A-Z][A-Za-z]*(?:[-'’][A-Z]?[a-z]+)*|[А-ЯЁ][А-Яа-яё]*(?:-[А-ЯЁ]?[а-яё]+)*)")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;•*\-–—\"“«(]\s*|\n\s*)$")


@text_cache(1_000_000)
def terms(text: str) -> tuple[str, ...]:
    """Content words in order: stems, pairs of Chinese characters, numbers without thousands commas."""
    return ordered_terms(read_words(text))


def root(term: str) -> str:
    """What related words of an alphabet share; the term itself for short words, numbers and Chinese."""
    return term[:_ROOT] if len(term) > _ROOT and term.isalpha() else term


@cache
def _letter() -> re.Pattern[str]:
    before, behind = (lexicon(f"chinese_words.{side}_letters") for side in ("before", "behind"))
    return re.compile(rf"{_LETTER}|(?<![{before}])[甲乙丙丁戊己庚辛](?![{behind}])")


def letters(text: str) -> frozenset[str]:
    """Letters that name one of several: "line B", A厂, 甲; of a label, its only character."""
    alone = text.strip() if len(text.strip()) == 1 and text.strip().isalpha() else ""
    return frozenset(f"§{each.lower()}" for each in (*_letter().findall(fold_variants(text)), *alone))


def recall(
    claimed: Iterable[str], present: Collection[str], roots: AbstractSet[str], weight: Mapping[str, float]
) -> tuple[float, float]:
    """The weight of claimed words that a window contains, related ones in part, and the weight of all."""
    got = whole = 0.0
    for term in claimed:
        worth = weight[term]
        whole += worth
        if term in present:
            got += worth
        elif root(term) in roots:
            got += worth * _RELATED
    return got, whole


def names(text: str) -> list[str]:
    """Capitalised words that do not merely begin a sentence, as terms."""
    found: list[str] = []
    for match in _NAME.finditer(text):
        if len(match[0]) > 1 and not _SENTENCE_START.search(text[max(0, match.start() - 4) : match.start()]):
            found += terms(match[0])
    return found


_SCRIPTS = (("han", re.compile(r"[\u3400-\u9fff]")), ("cyrillic", re.compile(r"[\u0400-\u04ff]")))


@text_cache(1_000_000)
def script(text: str) -> str:
    """The script that most of a text's words are in; empty for a text of figures alone."""
    if text.isascii():
        return "latin" if any(char.isalpha() for char in text) else ""
    han, cyrillic = (len(pattern.findall(text)) for _, pattern in _SCRIPTS)
    letters = sum(char.isalpha() for char in text) - han - cyrillic
    most = max(2 * han, cyrillic, letters)
    return "" if not most else "han" if most == 2 * han else "cyrillic" if most == cyrillic else "latin"
