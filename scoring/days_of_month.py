"""Days told without their month: "from the 18th to the 28th", "с 18-го по 28-е число", 18日至28日."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from data_base.text.clock_reading import integer
from data_base.text.dates import DateMention
from scoring.quantities import agrees

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.evidence import Evidence
    from scoring.mentions import Mention

_ENDS_EN = r"(?=\s*(?:[.,;:!?)—–]|$)|\s(?:to|until|till|through|and|or|at|of (?:the|that|this) month)\b)"
_ENDS_RU = r"(?=\s?числ|\s*(?:[.,;:!?)—–]|$))"
_DAY_EN, _DAY_RU = r"(\d{1,2})(?:st|nd|rd|th)", r"(\d{1,2})-?(?:го|е|ое|ого)"
_DAY_ZH = "(\\d{1,2}|[一二三四五六七八九十]{1,3})"
_DAYS = (
    re.compile(
        r"\b(?:from|between|on|by|until|till|before|after|since|through) the "
        rf"{_DAY_EN}(?: (?:to|until|till|through|and) (?:the )?{_DAY_EN})?{_ENDS_EN}",
        re.IGNORECASE,
    ),
    re.compile(rf"\bсо? {_DAY_RU} (?:по|до) {_DAY_RU}{_ENDS_RU}", re.IGNORECASE),
    re.compile(r"(?:\bсо? (\d{1,2}) (?:по|до) )?\b(\d{1,2})(?:-?(?:го|е|ое|ого))?\sчисл[аоу]", re.IGNORECASE),
    re.compile(rf"(?<![月\d]){_DAY_ZH}\s?[日号號]?\s?[至到~～–—-]\s?{_DAY_ZH}\s?[日号號](?![內内後后])"),
    re.compile(rf"[於于在自從从由至到]\s?{_DAY_ZH}\s?[日号號](?![內内後后])"),
    re.compile(rf"(?<![月\d]){_DAY_ZH}\s?[日号號](?=起|止|前|[開开]始|[開开]幕|[結结]束|[閉闭]幕|截止)"),
)
_LAST_DAY = 31
_DIGIT = re.compile(r"\d|[日号號]")


def as_day(mention: Mention, text: str, evidence: Evidence) -> Mention:
    """The day of the month that a number of a claim is; passages must hold that day and no such number.

    Args:
        mention: a figure or date of the claim.
        text: the claim.
        evidence: the passages.
    """
    if mention.figure is None or not _DIGIT.search(mention.raw):
        return mention
    day = _days_in(text).get(mention.start)
    if day is None or any(agrees(mention, occurrence.mention) for occurrence in evidence.occurrences):
        return mention
    dates = (occurrence.mention.date for occurrence in evidence.occurrences)
    if not any(date is not None and date.day == day for date in dates):
        return mention
    date = DateMention(None, None, day, mention.start, mention.end, mention.raw)
    return replace(mention, figure=None, date=date)


@lru_cache(maxsize=1024)
def _days_in(text: str) -> Mapping[int, int]:
    """Where numbers begin that are days of a month by the words about them, each with its day."""
    found: dict[int, int] = {}
    for way in _DAYS:
        for match in way.finditer(text):
            for group in range(1, way.groups + 1):
                day = integer(match[group]) if match[group] else 0
                if 0 < day <= _LAST_DAY:
                    found[match.start(group)] = day
    return found
