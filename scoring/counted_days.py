"""Days gone by and days counted through: "five days after" and "on the fifth day after", 第10到25天."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from scoring.time_between import says_between

if TYPE_CHECKING:
    from collections.abc import Iterator

    from data_base.text.figures import Figure
    from scoring.mentions import Mention

_DAY, _WEEK = Decimal(86_400), Decimal(604_800)
_NAMES: tuple[tuple[str, Decimal, str], ...] = (
    (r"[天日]|days?\b|д(?:ень|ня|ню|н[еи])\b|дней\b|сут(?:ки|ок)\b", _DAY, "s"),
    (r"[週周]|個?星期|个星期|weeks?\b|недел\w*", _WEEK, "s"),
    (r"[個个]月|months?\b|месяц\w*", Decimal(1), "month"),
    (r"年|years?\b|год(?:а|у)?\b", Decimal(12), "month"),
)
_ENDING = r"(?:st|nd|rd|th|-?(?:й|го|е|му|ю|я))?"
# "第10到25天": the unit stands behind the last of both.
_RANGE = rf"(?:\s?[至到~～–—-]\s?第?\s?\d{{1,3}}{_ENDING})?"
_BEHIND = tuple(
    (re.compile(rf"{_ENDING}{_RANGE}[\s\u00a0]?(?:{name})", re.IGNORECASE), factor, unit)
    for name, factor, unit in _NAMES
)
_BEFORE = tuple(
    (re.compile(rf"(?:{name})[\s\u00a0]$", re.IGNORECASE), factor, unit) for name, factor, unit in _NAMES
)
_LOOK = 10


def as_counted(mention: Mention, text: str) -> Iterator[Mention]:
    """What a rank among days is as a duration, and a duration after something as the rank of its last day.

    Args:
        mention: a figure of a claim.
        text: the claim.
    """
    figure = mention.figure
    if figure is None:
        return
    if figure.unit is None:
        yield from _as_durations(mention, figure, text)
    elif says_between(text, mention) and figure.count == int(figure.count):
        rank = replace(figure, value=figure.count, unit=None, kind="ordinal", quantum=Decimal(1), noun=None)
        yield replace(mention, figure=rank)


def counts_through(text: str, mention: Mention, told: Mention) -> bool:
    """Whether a rank of a sentence is one of the units in which a duration is told."""
    figure, rank = told.figure, mention.figure
    if figure is None or rank is None or not figure.count:
        return False
    return (figure.value / figure.count, figure.unit) in _units(mention, text)


def _as_durations(mention: Mention, figure: Figure, text: str) -> Iterator[Mention]:
    if figure.kind not in {"ordinal", "number"} or (figure.kind == "number" and not figure.alternatives):
        return
    for factor, unit in _units(mention, text):
        time = replace(
            figure,
            value=figure.value * factor,
            unit=unit,
            kind="quantity",
            quantum=factor,
            noun=None,
            alternatives=(),
        )
        yield replace(mention, figure=time)


def _units(mention: Mention, text: str) -> list[tuple[Decimal, str]]:
    """The unit of time that a rank is one of: "day 5", "the 5th day", 第5天."""
    before = text[max(0, mention.start - _LOOK) : mention.start]
    found = [(factor, unit) for name, factor, unit in _BEHIND if name.match(text, mention.end)]
    return found or [(factor, unit) for name, factor, unit in _BEFORE if name.search(before)]
