"""The periods that stand over each line of a passage, in its headings and the heads of its lists."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scoring.mentions import mentions
from scoring.table_cells import is_caption

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_EMPHASIS = "#*_ "
# Columns of print; a Chinese character takes two.
_WIDTH = 90
_STOPS = tuple("。！？；.!?;，,、")
_COLONS = (":", "：")
_MARKS = (
    ("bullet", re.compile(r"[-–—*•●▪·]\s")),
    ("ring", re.compile(r"[\u2460-\u2473]")),
    ("deep", re.compile(r"\d{1,2}\.\d{1,2}")),
    ("number", re.compile(r"\d{1,2}[.)、]")),
    ("bracket", re.compile(r"[（(](?:\d{1,2}|[一二三四五六七八九十]{1,3})[)）]")),
    ("han", re.compile(r"[一二三四五六七八九十]{1,3}、|第[一二三四五六七八九十\d]{1,3}[章节節部]")),
    ("roman", re.compile(r"[IVX]{1,4}\.\s")),
    ("letter", re.compile(r"[a-zа-яA-ZА-Я][.)]\s")),
)
_RANGE = re.compile(r"\s?[-–—~～至到/]\s?")
# A year of two calendar years, though both are written out.
_ONE_YEAR = re.compile(
    r"учебн|финансов|сезон|school|academic|fiscal|financial|season|[學学]年|[會会][計计]年|[財财]年|[賽赛]季",
    re.IGNORECASE,
)
# 113學年度 begins in that year.
_SCHOOL_YEAR, _LOOK = re.compile("[学學]年"), 2
_SPACE = re.compile(r"\s+")


class Period(NamedTuple):
    """The years of a heading.

    Attributes:
        first: the first of them.
        last: the last of them.
        is_one_year: whether both are one year that begins within the first ("2024/25").
    """

    first: int
    last: int
    is_one_year: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a passage.

    Attributes:
        text: as it stands there.
        squashed: the same without spaces.
        over: the periods named by the nearest heading or list head over it that names any.
    """

    text: str
    squashed: str
    over: frozenset[Period]


class _Heading(NamedTuple):
    style: str
    periods: frozenset[Period]


def squashed(text: str) -> str:
    """A text without its spaces."""
    return _SPACE.sub("", text)


@lru_cache(maxsize=256)
def lines_of(passage: str) -> tuple[Line, ...]:
    """The lines of a passage with the periods over them."""
    texts = [line.strip() for line in passage.split("\n") if line.strip()]
    return tuple(
        Line(text, squashed(text), over) for text, over in zip(texts, _periods_over(texts), strict=True)
    )


def periods_of(text: str, *, dated: bool = True) -> frozenset[Period]:
    """The years that a heading names.

    Args:
        text: the heading.
        dated: whether the year of a day counts, too: that of a report's title may be when it was written.
    """
    found: list[Period] = []
    end = -1
    for mention in mentions(text):
        date = mention.date
        if date is None or date.year is None or not (dated or date.day is None):
            continue
        until = date.until
        if found and mention.is_year and end >= 0 and _RANGE.fullmatch(text, end, mention.start):
            first = found.pop().first
            found.append(Period(min(first, date.year), date.year, _ONE_YEAR.search(text) is not None))
        else:
            if _SCHOOL_YEAR.search(text, mention.start, mention.end + _LOOK):
                until = date.year + 1
            found.append(Period(date.year, until or date.year, until is not None))
        end = mention.end
    return frozenset(found)


def _periods_over(texts: Sequence[str]) -> Iterator[frozenset[Period]]:
    headings: list[_Heading] = []
    head = frozenset[Period]()
    items = ""
    for text, following in pairwise([*texts, ""]):
        style = _style(text)
        is_item = bool(head) and style == (items or style)
        yield head if is_item and head else _nearest(headings)
        if text.startswith("|") or is_caption(text.strip(_EMPHASIS)):
            continue
        if text.rstrip(_EMPHASIS).endswith(_COLONS):
            head, items = periods_of(text), _style(following)
        elif is_item:
            continue
        elif _is_heading(text):
            head = frozenset()
            headings = [*_kept(headings, style), _Heading(style, periods_of(text))]
        elif head:
            head = frozenset()


def _nearest(headings: Sequence[_Heading]) -> frozenset[Period]:
    return next((heading.periods for heading in reversed(headings) if heading.periods), frozenset())


def _kept(headings: list[_Heading], style: str) -> list[_Heading]:
    """The headings that stand over a new one: those before the last of its own style."""
    places = [place for place, heading in enumerate(headings) if heading.style == style]
    return headings[: places[-1]] if places else headings


def _is_heading(text: str) -> bool:
    plain = text.strip(_EMPHASIS)
    if text.startswith("#"):
        return True
    wide = len(plain) + sum(char > "\u2e80" for char in plain)
    return bool(plain) and not plain.endswith(_STOPS) and wide <= _WIDTH


def _style(text: str) -> str:
    """What marks a line as one of a list or as a heading of some depth; empty for none."""
    depth = len(text) - len(text.lstrip("#"))
    if depth:
        return "#" * depth
    plain = text.lstrip(_EMPHASIS) if not text.startswith("* ") else text
    return next((name for name, mark in _MARKS if mark.match(plain)), "")
