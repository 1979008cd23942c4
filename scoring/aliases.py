"""Pairs of names that the passages themselves give to one thing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.text.han_variants import fold_variants
from data_base.text.normalise import normalise
from scoring.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HAN = r"[\u4e00-\u9fff\u3007]"
_NAME = rf"(?:(?:[A-ZА-ЯЁ][\w’'-]*|№)(?:[ ](?:[A-ZА-ЯЁ\d][\w’'-]*|of|de|№))*|«[^»]{{2,40}}»|「[^」]{{2,30}}」|{_HAN}{{2,14}})"
_GLOSS = re.compile(
    rf"(?P<one>{_NAME}(?:\s«[^»]{{2,40}}»)?)\s?[(（](?:以下簡稱|以下简称|簡稱|简称|又稱|又称|即|also |далее\s*[—–-]?\s*)?"
    rf"(?P<two>[^()（），,；;\d]{{2,40}}?)(?:[，,；;]\s?(?:以下簡稱|以下简称|簡稱|简称|далее\s*[—–-]?\s*)?(?P<three>[^()（），,；;]{{2,20}}))?[)）]"
)
_IS_NAME_OF = re.compile(
    r"(?m)^(?:\|\s*)?(?P<one>[^|\n，。,.;]{2,24}?)(?:\s\|\s|[\s　]+|\s?[:：—–-]\s?)(?:即|就是|为|為|指|名称|Внутреннее название|обозначает|stands for|means|the (?:name|code name) of)?\s?"
    r"(?P<two>[^|\n，。,.;]{2,60})"
)
_CALLED = re.compile(
    r"(?P<one>[^\s，。；,;|]{2,20})(?:即|又稱|又称|也稱|也称|俗稱|俗称|代號為|代号为|稱為|称为)(?P<two>[^\s，。；,;|（(]{2,20})"
)
_FIRST_WORD = re.compile(r"[^\W\d_]{5,}(?=\s[^\W\d_])")
_TOO_COMMON = frozenset("north south east west upper lower great central national international general table город северн южн".split())
_GLOSSARY = re.compile(r"代號|代号|名詞|名词|名稱|名称|对照|對照|glossary|names and terms|what it stands for|термин|названи", re.IGNORECASE)


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


def folded(text: str) -> str:
    """A text as names are looked up in it."""
    return fold_variants(normalise(text))


def find_aliases(passages: Sequence[str]) -> tuple[Alias, ...]:
    """Names in brackets behind a name, abbreviations, and the lines of a glossary."""
    found = [pair for passage in passages for pair in _pairs(passage)]
    pairs = dict.fromkeys([*found, *(short for one, two in found for short in _short_forms(one, two))])
    return tuple(
        Alias(one, two, terms(one), terms(two)) for one, two in pairs if one != two and terms(one) and terms(two)
    )


def _pairs(passage: str) -> Iterator[tuple[str, str]]:
    for match in _GLOSS.finditer(passage):
        for name in (match["two"], match["three"]):
            if name and re.search(r"\w{2}", name):
                yield _clean(match["one"]), _clean(name)
    for match in _CALLED.finditer(passage):
        yield _clean(match["one"]), _clean(match["two"])
    glossary = _GLOSSARY.search(passage)
    if glossary:
        for match in _IS_NAME_OF.finditer(passage, glossary.start()):
            yield _clean(match["one"]), _clean(match["two"])


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
