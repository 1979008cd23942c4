"""Pairs of names that the passages themselves give to one thing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from data_base.text.figures import figures
from data_base.text.han_variants import fold_variants
from data_base.text.normalise import normalise
from scoring.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HAN = r"[\u4e00-\u9fff\u3007]"
_NAME = (
    rf"(?:(?:[A-ZА-ЯЁ][\w’'-]*|№)(?:[ ](?:[A-ZА-ЯЁ\d][\w’'-]*|of|de|№))*|«[^»]{{2,40}}»|「[^」]{{2,30}}」|"
    rf"{_HAN}{{2,14}})"
)
_GLOSS = re.compile(
    rf"(?P<one>{_NAME}(?:\s«[^»]{{2,40}}»)?)\s?[(（](?:以下簡稱|以下简称|簡稱|简称|又稱|又称|即|also |"
    rf"далее\s*[—–-]?\s*)?"
    rf"(?P<two>[^()（），,；;\d]{{2,40}}?)(?:[，,；;]\s?(?:以下簡稱|以下简称|簡稱|简称|"
    rf"далее\s*[—–-]?\s*)?(?P<three>[^()（），,；;]{{2,20}}))?[)）]"
)
# Lines of a glossary: "name | meaning", "name: meaning", "「name」 meaning", "Project Name The meaning".
_ENTRIES = tuple(
    re.compile(rf"(?m)^{pattern}", flags)
    for pattern, flags in (
        (
            (
                r"(?:\|\s*)?(?P<one>[^|\n，。,.;:：]{2,24}?)\s*(?:\||[:：]|"
                r"\s[—–-]\s)\s*(?P<two>[^|\n，。,.;]{2,60})"
            ),
            0,
        ),
        (
            (
                rf"(?P<one>{_HAN}{{2,12}}|[«「“][^»」”\n]{{2,30}}[»」”])[ \u3000]+"
                r"(?:即|就是|為|为|指|Внутреннее "
                rf"название|название)?\s?"
                r"(?P<two>[^|\n，。,.;]{2,60})"
            ),
            re.IGNORECASE,
        ),
        (r"(?P<one>[A-Z]\w+(?: [A-Z]\w+){0,3}) (?=The |An? )(?P<two>[^|\n，。,.;]{2,60})", 0),
    )
)
_CALLED = re.compile(
    r"(?P<one>[^\s，。；,;|]{2,20})(?:即|又稱|又称|也稱|也称|俗稱|俗称|代號為|代号为|稱為|"
    r"称为)(?P<two>[^\s，。；,;|（(]{2,20})"
)
# What any name that is given in words contains; most passages hold none of these.
_CALLS = re.compile("[即稱称為为]")
_FIRST_WORD = re.compile(r"[^\W\d_]{5,}(?=\s[^\W\d_])")
_TOO_COMMON = frozenset(
    [
        "north",
        "south",
        "east",
        "west",
        "upper",
        "lower",
        "great",
        "central",
        "national",
        "international",
        "general",
        "table",
        "project",
        "город",
        "северн",
        "южн",
    ]
)
_GLOSSARY = re.compile(
    r"代號|代号|名詞|名词|名稱|名称|对照|對照|glossary|names and terms|what it stands for|термин|названи",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Alias:
    """Two names for one thing, each with its terms.

    Attributes:
        one: a name, folded for looking it up.
        two: the other, folded.
        one_terms: terms of the first.
        two_terms: terms of the second.
    """

    one: str
    two: str
    one_terms: tuple[str, ...]
    two_terms: tuple[str, ...]


@lru_cache(maxsize=1024)
def folded(text: str) -> str:
    """A text as names are looked up in it; the same passages are asked again for every claim."""
    return fold_variants(normalise(text))


def find_aliases(passages: Sequence[str]) -> tuple[Alias, ...]:
    """Names in brackets behind a name, abbreviations, and the lines of a glossary."""
    named = [_pairs(passage) for passage in passages]
    glosses = [pair for found, _ in named for pair in found]
    entries = [pair for _, found in named for pair in found]
    pairs = dict.fromkeys([*glosses, *entries, *(short for pair in glosses for short in _short_forms(*pair))])
    return tuple(
        Alias(one, two, terms(one), terms(two))
        for one, two in pairs
        if one != two and terms(one) and terms(two)
    )


@lru_cache(maxsize=256)
def _pairs(passage: str) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """The glosses and the glossary entries of a passage."""
    return tuple(_glosses(passage)), tuple(_entries(passage))


def _glosses(passage: str) -> Iterator[tuple[str, str]]:
    for match in _GLOSS.finditer(passage) if "(" in passage or "（" in passage else ():
        for name in (match["two"], match["three"]):
            if name and re.search(r"\w{2}", name) and not _is_unit(name):
                yield _clean(match["one"]), _clean(name)
    for match in _CALLED.finditer(passage) if _CALLS.search(passage) else ():
        yield _clean(match["one"]), _clean(match["two"])


def _entries(passage: str) -> Iterator[tuple[str, str]]:
    glossary = _GLOSSARY.search(passage)
    if glossary:
        for entry in _ENTRIES:
            for match in entry.finditer(passage, glossary.start()):
                yield _clean(match["one"]), _clean(match["two"])


def _is_unit(text: str) -> bool:
    """Whether a bracket holds a unit, as table heads do."""
    found = figures(f"1 {text}")
    return bool(found) and (found[0].unit is not None or not text[0].isalnum())


def _short_forms(one: str, two: str) -> Iterator[tuple[str, str]]:
    """Names of several words are soon called by their first: "Tarnwick" for "Tarnwick Subsea Cables plc"."""
    for long, other in ((one, two), (two, one)):
        first = _FIRST_WORD.match(long)
        if first and first[0] not in _TOO_COMMON:
            yield first[0], other


def _clean(name: str) -> str:
    return folded(name).strip(" |«»\"'“”「」:：-—")


def expand(text: str, aliases: Sequence[Alias]) -> tuple[str, ...]:
    """Terms of the other names of whatever a text names."""
    here = folded(text)
    found: list[str] = []
    for alias in aliases:
        if alias.one in here:
            found += alias.two_terms
        if alias.two in here:
            found += alias.one_terms
    return tuple(dict.fromkeys(found))


def other_names(text: str, aliases: Sequence[Alias]) -> tuple[str, ...]:
    """The names, as the passages write them but folded, of what a text names otherwise."""
    here = folded(text)
    names = [alias.two for alias in aliases if alias.one in here and alias.two not in here]
    names += [alias.one for alias in aliases if alias.two in here and alias.one not in here]
    return tuple(dict.fromkeys(names))
