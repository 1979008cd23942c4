"""Figures and dates of a text as one kind of thing: a value that stands somewhere."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from data_base.text.compounds import IN_COMPOUNDS
from data_base.text.dates import DateMention, dates
from data_base.text.figures import Figure, figures
from data_base.text.implied_values import implied_values
from data_base.text.stop_words import ENGLISH, RUSSIAN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Mention:
    """A figure or a date in a text.

    Attributes:
        start: where it begins.
        end: where it ends (exclusive).
        raw: as it is written.
        figure: the figure, None for a date.
        date: the date, None for a figure.
        standing: stated as a figure; worded (a small number in words); or implied ("twice", "a third").
    """

    start: int
    end: int
    raw: str
    figure: Figure | None = None
    date: DateMention | None = None
    standing: Literal["stated", "worded", "implied"] = "stated"

    @property
    def year(self) -> int | None:
        """The year a date names."""
        return self.date.year if self.date else None

    @property
    def is_year(self) -> bool:
        """Whether it is a year and no more, which places figures in time rather than being one."""
        date = self.date
        return (
            date is not None
            and date.month is None
            and date.day is None
            and date.quarter is None
            and date.half is None
            and date.hour is None
        )


# What a number that is a name stands behind or before: "berth No. 7", "Wangchao 1", "Table 3", "第 4 節".
_NAME_BEFORE = re.compile(
    r"(?:№|#|\bno\.|\bnr\.|(?:^|[\s(«\"])(?-i:[A-ZА-ЯЁ])[\w’'-]*[a-zа-яё]|第)\s?$|"
    r"\b(?:table|fig(?:ure)?|page|section|chapter|part|note|appendix|phase|таблиц\w*|рис\w*|стр\w*|раздел\w*|глав\w*|причал\w*|склад\w*)\s?$|"
    r"(?:(?<![代手儀仪發发鐘钟外])表|附表|[圖图]|附[錄录])\s?$",
    re.IGNORECASE,
)
# "Days 1-140" counts from one to the other.
_RANGE_AFTER = re.compile(r"[-–—]\d")
# "6.20 a.m." is a time of day; what replaces the dot is as long as it was.
_CLOCK_DOT = re.compile(r"(?<=\d)\.(?=[0-5]\d\s?[ap]\.?\s?m\b)", re.IGNORECASE)
_JOINT = re.compile(r"\s*(?:[,，、]\s*)?(?:(?:and|и|又|零)\s*)?", re.IGNORECASE)
_CENT, _HALF = Decimal("0.01"), Decimal("0.5")
_CAPITAL = re.compile(r"[A-ZА-ЯЁ]")
_NAME_AFTER = frozenset("号號")
_SECTION_AFTER = frozenset("章節节頁页期版條条款部")
# Small numbers in words ("both", "three sites", "兩節") are part of the wording rather than figures.
_SMALL_WORD = 10
_LARGEST_NAME = 1000
# "Train 30 further nurses": what such a word follows is counted.
_MORE_AFTER = re.compile(
    r"\s(?:further|more|additional|extra|other|of|дополнительн\w+|нов\w+|ещё|других|из)\s", re.IGNORECASE
)
# Words that begin a sentence with a number: "Just 118 of them", "Всего 40".
_ADVERBS = """
just only about around nearly almost over under some roughly approximately exactly barely fully total
лишь только около всего почти более менее свыше примерно ровно итого порядка
"""
_NO_NAMES = frozenset(
    word for word in {*_ADVERBS.split(), *ENGLISH, *RUSSIAN} if word != "no" and (len(word) > 1 or word > "z")
)
_DIGIT = re.compile(r"\d")
# "一天三次": the day is what the times are counted in.
_HOW_OFTEN = re.compile(
    "[ \u00a0]?(?:(?:最多|至多|最少|至少|只能?|不[得可能]?[超多][過过於于]|可以?|[僅仅]能?|限|[內内])){0,2}"
    "[ \u00a0]?[0-9一二三四五六七八九十兩两]{1,3}[ \u00a0]?[次回遍餐頓顿班趟]"
)
_COLON = re.compile(r"\d{1,2}[:：]\d{2}")
_IN_TWO_PARTS = re.compile(r"\d\D+\d")
_SIXTY, _HOURS, _MONTHS = 60, 24, 12
# 民國112年, and 112 年 without the reign: a text that names none may mean so many years.
_REIGN_YEAR, _REIGN_BEGINS = re.compile(r"民[國国]|1[0-2]\d\s?年$"), 1911


def _is_figure(text: str, figure: Figure) -> bool:
    """Whether a number states an amount; numbers in names and small ones in words are left to the words."""
    if not _DIGIT.search(figure.raw):
        if figure.count == 1 and figure.unit == "s" and _HOW_OFTEN.match(text, figure.end):
            return False
        # "three kilograms two hundred grams"; no whole number is, however large.
        in_parts = figure.count != figure.count.to_integral_value() and figure.count % _HALF != 0
        return (
            figure.kind in {"percent", "points", "money"}
            or in_parts
            or (max(abs(figure.value), abs(figure.count)) > _SMALL_WORD and figure.unit != "month")
        )
    if figure.unit is not None or figure.kind not in {"number", "ordinal"}:
        return True
    before, after = text[max(0, figure.start - 24) : figure.start], text[figure.end : figure.end + 2].strip()
    if (
        after[:1] in _NAME_AFTER
        or (figure.kind == "ordinal" and after[:1] in _SECTION_AFTER)
        or before.endswith("第")
    ):
        return False
    if _RANGE_AFTER.match(text, figure.end) or _MORE_AFTER.match(text, figure.end):
        return True
    named = _NAME_BEFORE.search(before)
    return named is None or (named[0].strip()[:1].isalpha() and not _stands_for_a_name(figure, named[0]))


def _stands_for_a_name(figure: Figure, before: str) -> bool:
    """Whether a capitalised word before a small bare number makes it a name ("Wangchao 1")."""
    word = before.strip(' \u00a0\t\n(«"')
    if not _CAPITAL.match(before.strip()):
        return True
    if word.lower() in _NO_NAMES:
        return False
    return (
        figure.noun is None and figure.quantum == 1 and figure.value < _LARGEST_NAME and "," not in figure.raw
    )


def mentions(text: str) -> tuple[Mention, ...]:
    """Dates and figures of a text in order; where both read the same characters it is a date."""
    return _read(text)[0]


def years_of(text: str) -> frozenset[int]:
    """Every year that a text names."""
    return frozenset(mention.year for mention in mentions(text) if mention.year is not None)


def worded(text: str) -> tuple[Mention, ...]:
    """What a text says in words that :func:`mentions` leaves to the wording, possibly overlapping.

    "five cases", 兩名, "twice", "a third", полсуток: no claim is held to them, but a claim that writes such
    an amount in digits is borne out by them.
    """
    return (*_read(text)[1], *_clock_twins(mentions(text)), *implied(text))


def implied(text: str) -> tuple[Mention, ...]:
    """What :func:`worded` finds in a text without any numeral ("twice", "a third", полсуток)."""
    return tuple(
        Mention(figure.start, figure.end, figure.raw, figure=figure, standing="implied")
        for figure in implied_values(text)
    )


def _clock_twins(found: Sequence[Mention]) -> Iterator[Mention]:
    """6:50 as minutes and seconds or hours and minutes, and such durations as they look with a colon.

    A year of the Republic of China (民國一一二年) too: without its reign 112年 reads as so many years.
    """
    for mention in found:
        date, figure = mention.date, mention.figure
        if date is not None and date.year is not None and _REIGN_YEAR.match(mention.raw):
            months = Decimal((date.year - _REIGN_BEGINS) * _MONTHS)
            yield _as_amount(mention, months, "month")
        if date is not None and date.hour is not None and date.minute is not None:
            if _COLON.fullmatch(mention.raw):
                whole = Decimal(date.hour * _SIXTY + date.minute)
                yield from (_as_amount(mention, whole * unit, "s") for unit in (1, _SIXTY))
        elif figure is not None and figure.unit == "s" and _IN_TWO_PARTS.search(mention.raw):
            large, small = divmod(int(figure.value / figure.quantum), _SIXTY)
            if figure.quantum in {1, _SIXTY} and large < _HOURS:
                said = DateMention(
                    None, None, None, mention.start, mention.end, mention.raw, hour=large, minute=small
                )
                yield Mention(mention.start, mention.end, mention.raw, date=said, standing="implied")


def _as_amount(mention: Mention, value: Decimal, unit: str) -> Mention:
    figure = Figure(value, unit, "quantity", mention.start, mention.end, mention.raw)
    return replace(mention, date=None, figure=figure, standing="implied")


def stated_or_worded(text: str) -> tuple[Mention, ...]:
    """All that a figure of a claim may agree with in a text."""
    return (*mentions(text), *worded(text))


@lru_cache(maxsize=8192)
def _read(text: str) -> tuple[tuple[Mention, ...], tuple[Mention, ...]]:
    """The figures and dates of a text, and the small numbers that it words."""
    found = [
        Mention(date.start, date.end, text[date.start : date.end], date=date)
        for date in dates(_CLOCK_DOT.sub(":", text))
    ]
    starts, ends = ([getattr(mention, side) for mention in found] for side in ("start", "end"))
    found += [
        Mention(figure.start, figure.end, figure.raw, figure=figure)
        for figure in figures(text)
        # Dates stand in order and apart, so that those between lie in the way.
        if bisect_left(starts, figure.end) <= bisect_right(ends, figure.start)
    ]
    ordered = sorted(found, key=lambda mention: (mention.start, mention.end))
    stated: list[Mention] = []
    in_words: list[Mention] = []
    for mention in _compounded(text, ordered):
        if mention.figure is None or _is_figure(text, mention.figure):
            stated.append(mention)
        elif not _DIGIT.search(mention.raw):
            in_words.append(replace(mention, standing="worded"))
    return tuple(stated), tuple(in_words)


def _compounded(text: str, found: Sequence[Mention]) -> list[Mention]:
    """Durations and lengths told in several units ("55 hours and 25 minutes") as one figure."""
    joined: list[Mention] = []
    for mention in found:
        if joined and (whole := _sum(text, joined[-1], mention)):
            joined[-1] = whole
        else:
            joined.append(mention)
    return joined


def _sum(text: str, one: Mention, two: Mention) -> Mention | None:
    first, second = one.figure, two.figure
    if first is None or second is None or not _JOINT.fullmatch(text, one.end, two.start):
        return None
    value, quantum = second.value, second.quantum
    if _is_small_change(first, second, text):
        value, quantum = value * _CENT, _CENT
    elif first.unit != second.unit or first.unit not in IN_COMPOUNDS or quantum >= first.quantum:
        return None
    elif value >= first.quantum:
        return None  # "26 weeks, 14 days" are two figures
    raw = text[one.start : two.end]
    figure = replace(first, value=first.value + value, quantum=quantum, precision=0, end=two.end, raw=raw)
    return Mention(one.start, two.end, raw, figure=figure)


def _is_small_change(first: Figure, second: Figure, text: str) -> bool:
    """Whether the second is the pence of the first, in words: "five pounds ten"."""
    in_words = not _DIGIT.search(first.raw + second.raw) and text[first.end : second.start].strip() == ""
    return in_words and first.kind == "money" and second.unit is None and 0 < second.value < 1 / _CENT
