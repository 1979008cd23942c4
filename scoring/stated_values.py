"""Figures and dates of a claim: does any sentence of the passages state the same value?

Only the value is compared, over scale, unit, script and rounding; what it belongs to is
:mod:`scoring.figure_check`'s concern.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from data_base.text.number_words import number_words_pattern
from scoring.contexts import masked
from scoring.mentions import implied, mentions, worded
from scoring.quantities import Gist, agrees, gist, which_may_agree
from scoring.wording_text import read_source

if TYPE_CHECKING:
    from scoring.mentions import Mention
    from scoring.wording_text import Source

_WORD = re.compile(r"[^\W\d_]")
# A counter alone behind a value ("7.0 级"), with nothing else said.
_COUNTER = re.compile(r"(?<=\s)[\u4e00-\u9fff]\s*$")
# Digits from which a value hardly agrees with another by chance.
_PRECISE = 3
_HYPHENS = "-‐‑–"
_MONTH = (
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|"
    r"январ|феврал|март|апрел|ма[йея]|июн|июл|август|сентябр|октябр|ноябр|декабр)"
)


@dataclass(frozen=True, slots=True)
class StatedValues:
    """The figures and dates of passages.

    Attributes:
        values: all of them in order.
        gists: what each must share with a value to agree.
        holders: indices of the sentences that hold them.
    """

    values: tuple[Mention, ...]
    gists: tuple[Gist, ...]
    holders: frozenset[int]


@dataclass(frozen=True, slots=True)
class Values:
    """How a claim's figures and dates fare.

    Attributes:
        held: those that a sentence states, as written.
        missing: those that none does.
        loose: those held only by a date that names no year.
        all_there_is: whether the claim holds nothing else, a Chinese counter aside.
        telling: whether one held is so precise that it hardly stands there by chance.
        times: how often the passages state the one of them that they state least often.
    """

    held: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    all_there_is: bool = False
    telling: bool = False
    times: int = 0

    @property
    def missing_share(self) -> float:
        """Share of all that is missing; 0 where there are none."""
        total = len(self.held) + len(self.missing)
        return len(self.missing) / total if total else 0.0

    @property
    def firm_share(self) -> float:
        """Share of all that is held, one held loosely counting half; 0 where there are none."""
        total = len(self.held) + len(self.missing)
        return (len(self.held) - len(self.loose) / 2) / total if total else 0.0


def check_values(claim: str, source: Source) -> Values:
    """Look for each figure and date of a claim."""
    found = [value for value in mentions(claim) if not _is_part_of_a_name(value, claim)]
    if not found:
        return Values()
    stated = values_of(source.passages)
    held: list[str] = []
    missing: list[str] = []
    loose: list[str] = []
    times: list[int] = []
    for value in found:
        places = which_may_agree(gist(value), stated.gists)
        matches = [other for i in places if _is_same(value, other := stated.values[i])]
        times.append(len(matches))
        (held if matches else missing).append(value.raw)
        if matches and all(_lacks_year(value, other) for other in matches):
            loose.append(value.raw)
    return Values(
        tuple(held),
        tuple(missing),
        tuple(loose),
        all_there_is=not _WORD.search(_COUNTER.sub("", masked(claim, found))),
        telling=any(value.raw in held and _is_precise(value) for value in found),
        times=min(times),
    )


def _is_precise(value: Mention) -> bool:
    return not value.is_year and sum(map(str.isdigit, value.raw)) >= _PRECISE


def _is_part_of_a_name(value: Mention, text: str) -> bool:
    """Whether a number stands behind a letter and a hyphen, as in "COVID-19"."""
    before = text[max(0, value.start - 2) : value.start]
    return len(before) > 1 and before[0].isalpha() and before[1] in _HYPHENS


def _is_same(value: Mention, other: Mention) -> bool:
    return bool(agrees(value, other)) or (value.is_year and other.year == value.year)


def _lacks_year(value: Mention, other: Mention) -> bool:
    return value.year is not None and other.year is None


@lru_cache(maxsize=32)
def values_of(passages: tuple[str, ...]) -> StatedValues:
    """The figures and dates that passages state."""
    sign = _sign()
    held: dict[int, tuple[Mention, ...]] = {}
    in_words: list[Mention] = []
    for place, sentence in enumerate(read_source(passages).sentences):
        # Most sentences hold no number, and looking is much faster than reading.
        if not sign.search(sentence.text):
            in_words += implied(sentence.text)
            continue
        in_words += worded(sentence.text)
        if found := mentions(sentence.text):
            held[place] = found
    values = (*(value for found in held.values() for value in found), *in_words)
    return StatedValues(values, tuple(map(gist, values)), frozenset(held))


@lru_cache(maxsize=1)
def _sign() -> re.Pattern[str]:
    """What a sentence that states a value must hold: a digit, a Chinese numeral, a number word, a month."""
    return re.compile(
        rf"\d|[〇○零一二三四五六七八九十百千萬万億亿兩两廿卅半]|{number_words_pattern()}|{_MONTH}",
        re.IGNORECASE,
    )
