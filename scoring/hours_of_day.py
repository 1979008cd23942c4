"""Hours of the day told without a sign of their own: "from 10 to 4", "с 10 до 16", 10點到16點."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from data_base.text.clock_reading import integer
from data_base.text.dates import DateMention, contains
from data_base.text.number_words import word_forms
from scoring.mentions import worded
from scoring.quantities import agrees

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from data_base.text.figures import Figure
    from scoring.evidence import Evidence, Occurrence
    from scoring.mentions import Mention

_EN, _RU = (rf"(?:\d{{1,2}}|{word_forms(1, 24, language)})" for language in ("en", "ru"))
_ZH = "(?:\\d{1,2}|[零一二三四五六七八九十两兩]{1,3})"
_OCLOCK_EN = r"(?: ?o['’]clock| ?[ap]\.?m\b\.?|:00)?"
_OCLOCK_RU = r"(?:[ \u00a0](?:час(?:а|ов)?|ч)\b\.?)?"
_PARTS_ZH = "(?:凌晨|清晨|早上|上午|中午|下午|午後|午后|傍晚|晚上|晚間|晚间|夜間|夜间|深夜|隔天|次日|翌日)?"
_SIGN_ZH = r"\s?[點点時时](?![間间數数])"
_BOTH = (
    re.compile(
        rf"\b(?:from|between|open|opens|hours)[: ]+(?P<a>{_EN}){_OCLOCK_EN} ?(?:to|till|until|and|[-–—]) ?"
        rf"(?P<b>{_EN})\b{_OCLOCK_EN}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:со?|от|между)[ \u00a0](?P<a>{_RU}){_OCLOCK_RU}[ \u00a0](?:до|и)[ \u00a0](?P<b>{_RU})\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<![\d.])(?P<a>{_ZH})(?:{_SIGN_ZH}整?)?\s?[至到~～–—-]\s?{_PARTS_ZH}\s?(?P<b>{_ZH}){_SIGN_ZH}"
    ),
)
_ONE = (
    re.compile(
        rf"\b(?:until|till|by|before|after|from|since|at) (?P<a>{_EN})\b"
        r"(?=\s*(?:[.,;:!?)—–]|$)| (?:on|in|at|and|each|every|daily|onwards)\b)",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?:до|после|к|с)[ \u00a0](?P<a>{_RU})\b(?=\s*(?:[.,;:!?)—–]|$))", re.IGNORECASE),
    re.compile(rf"(?<![\d.])(?P<a>{_ZH}){_SIGN_ZH}(?=[整前後后起止以之開开關关]|[。，；、,;）)]|$)"),
)
_HOURS, _NOON, _AN_HOUR = 24, 12, 3600
_ANY_COUNTER = frozenset({None, "点", "點"})


def as_hour(mention: Mention, text: str, evidence: Evidence) -> Mention:
    """The time of day that a bare number of a claim is, as the passages give it; else the mention itself.

    Both hours of a range must be times of day in one place of the passages; a single one must be one, and no
    such number may stand there.

    Args:
        mention: a figure or date of the claim.
        text: the claim.
        evidence: the passages.
    """
    figure = mention.figure
    if figure is None or figure.noun not in _ANY_COUNTER or figure.precision or not _may_be_hour(figure):
        return mention
    other = _hours_in(text).get(mention.start)
    if other is None:
        return mention
    times = [
        o for o in evidence.occurrences if o.mention.date is not None and o.mention.date.hour is not None
    ]
    own = [o for o in times if _is_hour(o, int(figure.count))]
    if other >= 0:
        units = {o.unit for o in times if _is_hour(o, other)}
        own = [o for o in own if o.unit in units]
    elif own and any(agrees(mention, o.mention) for o in evidence.occurrences):
        return mention
    said = own[0].mention.date if own else None
    if said is None:
        return mention
    hour = DateMention(None, None, None, mention.start, mention.end, mention.raw, hour=said.hour, minute=0)
    return replace(mention, figure=None, date=hour)


def full_hours(known: Iterable[Mention]) -> frozenset[int]:
    """The full hours of the day among values, those of the afternoon by both of their names."""
    dates = (mention.date for mention in known)
    hours = {date.hour for date in dates if date is not None and date.hour is not None and not date.minute}
    return frozenset(hours | {hour - _NOON for hour in hours if hour > _NOON})


def worded_hours(text: str, known: frozenset[int]) -> list[Mention]:
    """The ends of a range in small words ("from nine to five") that are both among known hours.

    Args:
        text: a claim.
        known: see :func:`full_hours`.
    """
    ranges = {start: other for start, other in _hours_in(text).items() if other in known} if known else {}
    return [
        mention
        for mention in (worded(text) if ranges else ())
        if mention.start in ranges
        and mention.standing == "worded"
        and mention.figure is not None
        and int(mention.figure.value) in known
    ]


def _may_be_hour(figure: Figure) -> bool:
    """Whether a number is one of hours: 17, and "17 hours" behind "from 9 to"."""
    told = figure.unit is None or (figure.unit == "s" and figure.value == figure.count * _AN_HOUR)
    return told and 0 <= figure.count <= _HOURS


def _is_hour(place: Occurrence, hour: int) -> bool:
    """Whether a place tells a full hour, which one up to 12 may name in either half of the day."""
    told = place.mention.date
    said = DateMention(None, None, None, 0, 0, "", hour=hour % _HOURS, half_day_open=hour <= _NOON)
    return (
        told is not None
        and not told.minute
        and contains(said, replace(told, year=None, month=None, day=None))
    )


@lru_cache(maxsize=1024)
def _hours_in(text: str) -> Mapping[int, int]:
    """Where numbers begin that may be hours by the words about them, each with the other hour of its range.

    That is -1 for an hour by itself.
    """
    found: dict[int, int] = {}
    for way in _ONE:
        found.update((match.start("a"), -1) for match in way.finditer(text))
    for way in _BOTH:
        for match in way.finditer(text):
            first, last = (integer(match[name].lower()) for name in ("a", "b"))
            if 0 <= first <= _HOURS and 0 <= last <= _HOURS:
                found |= {match.start("a"): last, match.start("b"): first}
    return found
