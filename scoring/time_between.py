"""Durations that an answer computed from dates: an age, "about ten weeks later", "five years earlier"."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from data_base.text.figures import Figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.text.dates import DateMention
    from scoring.mentions import Mention

Between = Literal["", "exactly", "roughly"]
_DAY = Decimal(86_400)
_MONTHS = 12
_DAYS_A_MONTH = Decimal("30.44")
# So large a share of its last step may a duration differ.
_EXACTLY, _ROUGHLY = Decimal("0.5"), Decimal(1)
_LOOK = 28
_BEFORE = re.compile(
    r"\b(?:after|within|aged?|for|over the|lasted|spent|some|last|every|возраст\w*|за|через|спустя|"
    r"в течение|длил\w+|"
    r"прошл\w+|был\w* (?:около |почти )?|"
    r"put (?:off|back)|postponed|delayed|deferred|extended|brought forward|slipped|"
    r"(?:отлож|отсроч|продл|перен[её]с|сдвину|задерж)\w*)\s*(?:[\w.,]+\s+){0,3}$|"
    r"[时時年齡龄隔經经歷历過过满滿]\D{0,6}$|[距離离].{0,16}$|[之以]?[後后前]\s?$|"
    r"(?:[晚早]|推[迟遲]|延[后後期長长迟遲宕誤误]|提[前早])[了約约]{0,2}\s?$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s*(?:old|of age|from|later|earlier|after|before|ago|apart|since|long|"
    r"спустя|позже|раньше|назад|после|до|от роду|"
    r"[后後前]|之[后後前]|以[后後前]|[左右]{2}|大)",
    re.IGNORECASE,
)
# "Three days (24 to 26 September)", "24–26 сентября, три дня": the range beside it is what it lasts.
_RANGE = r"(?:[至到~～–—-]|\b(?:to|till|until|through|and|по|до|и)\b)"
_RANGE_BEHIND = re.compile(
    rf"\s?(?:[（(,，:：—–]|\b(?:from|со?)\b|[自從从由])[^（()）。；;]{{1,30}}?{_RANGE}[^（()）。；;]{{0,4}}\d",
    re.IGNORECASE,
)
_RANGE_BEFORE = re.compile(
    rf"\d[^（()）。；;]{{0,12}}?{_RANGE}[^（()）。；;]{{0,4}}\d[^\d（()）。；;]{{0,12}}?[（(,，—–共為为][^\d（()）。；;]{{0,12}}$",
    re.IGNORECASE,
)
_TO_BEGIN = re.compile(
    r"\s*(?:before|after|into|later than|ahead of|до|после|[前後后]|之[前後后]|[於于距]).{0,40}?"
    r"(?:beg[aiu]n|start|launch|opening|commenc|нача[лт]|старт|запуск|открыти)|"
    r"[^，。；,;]{0,20}(?:[開开][始工幕]|啟動|启动|起始)",
    re.IGNORECASE,
)
_JOINS_RANGE = re.compile(
    r",?\s*[起開开]?(?:and|to|till|until|through|[-–—~～至到]|по|до|и)\s*(?:the )?"
    r"(?:(?:very )?(?:end|start|beginning|middle) of (?:the )?|(?:конец|конца|начал[оа]|середин[уы])\s)?",
    re.IGNORECASE,
)
# A length that is told as such differs from the range by no larger share; a rough one may by this much.
_MOST_OFF, _ROUND = Decimal("0.15"), Decimal("0.07")
_RANGE_LENGTH = 60
# Where nobody names a year, days are counted in one that is no leap year.
_ANY_YEAR = 2001
_AGE = re.compile(r"[歲岁]$")
_ROUGH_BEFORE = re.compile(
    r"(?:about|around|some|roughly|nearly|almost|over|more than|(?:a little|just) (?:over|under)|约|約|近|"
    r"около|примерно|почти|более|чуть (?:больше|более|меньше|менее)|больше)\s*$",
    re.IGNORECASE,
)
_ROUGH_BEHIND = re.compile(r"\s*(?:左右|上下|多)")


def says_between(text: str, mention: Mention) -> Between:
    """Whether the words next to a duration say that it lies between two events, or is an age.

    Args:
        text: the sentence.
        mention: a figure of it.
    """
    if mention.figure is None or mention.figure.unit not in {"s", "month"}:
        return ""
    before = text[max(0, mention.start - _LOOK) : mention.start]
    if not (
        _AGE.search(mention.raw)
        or _BEFORE.search(before)
        or _BEHIND.match(text, mention.end)
        or _RANGE_BEHIND.match(text, mention.end)
        or _RANGE_BEFORE.search(text[max(0, mention.start - _RANGE_LENGTH) : mention.start])
    ):
        return ""
    return "roughly" if is_rough(text, mention) else "exactly"


def says_begin(text: str, mention: Mention) -> bool:
    """Whether a duration is told from when something began: "two weeks before the pilot started"."""
    return _TO_BEGIN.match(text, mention.end) is not None


def joins_range(text: str) -> bool:
    """Whether the words between two dates make the first the begin of a range."""
    return _JOINS_RANGE.fullmatch(text) is not None


def is_rough(text: str, mention: Mention) -> bool:
    """Whether a duration is told roughly: "about ten weeks", 約兩個半月, "more than a month"."""
    figure = mention.figure
    if figure is None:
        return False
    before = text[max(0, mention.start - _LOOK) : mention.start]
    marked = _ROUGH_BEFORE.search(before) or _ROUGH_BEHIND.match(text, mention.end)
    return bool(figure.approximate or figure.bound is not None or marked)


def lasts(figure: Figure, first: DateMention, last: DateMention, *, rough: bool) -> bool:
    """Whether a duration is the length of a range of dates; months without days count as a whole."""
    days = _length(first, last)
    if days is None or figure.unit not in {"s", "month"}:
        return False
    scale = 1 / _DAY if figure.unit == "s" else _DAYS_A_MONTH
    told, step = figure.value * scale, _step(figure) * scale
    slack = max(step * _ROUGHLY, told * _ROUND) if rough else step * _EXACTLY
    # Both ends of the range may be counted, or one of them.
    return min(abs(days - told), abs(days - 1 - told)) <= min(slack, told * _MOST_OFF)


def months_between(first: Mention, last: Mention) -> Mention | None:
    """The length of a range of dates as a value in months, to the half; None for one of less."""
    days = _length(first.date, last.date) if first.date and last.date else None
    halves = round(days / _DAYS_A_MONTH * 2) if days else 0
    if halves < 1:
        return None
    figure = Figure(Decimal(halves) / 2, "month", "quantity", first.start, last.end, first.raw)
    return replace(first, date=None, figure=figure, standing="implied")


def _length(first: DateMention, last: DateMention) -> Decimal | None:
    """The days from the first to the last, both counted; None for dates that do not tell it."""
    one, two = _with_years([first, last])
    begin, end = _day(_completed(one, 1)), _day(_completed(two, 0))
    if begin is None or end is None:
        return None
    days = (end - begin).days + 1
    return Decimal(days) if days > 1 else None


def _completed(moment: DateMention, day: int) -> DateMention:
    """The date; one of a month without day with its first day, or with the last for 0."""
    if moment.year is None or moment.month is None or moment.day is not None:
        return moment
    return replace(moment, day=day or monthrange(moment.year, moment.month)[1])


def lies_between(figure: Figure, between: Between, own: Sequence[Mention], others: Sequence[Mention]) -> bool:
    """Whether a duration lies between two dates.

    Args:
        figure: the duration.
        between: what its words say, see :func:`says_between`.
        own: the dates that the answer and its question name.
        others: those of the place it speaks of; between two of them nothing was said to lie.
    """
    if not between:
        return False
    named = sum(mention.date is not None for mention in own)
    dates = _with_years([*_with_years([m.date for m in own if m.date]), *(m.date for m in others if m.date)])
    return any(
        _fits(figure, dates[i], dates[j], rough=between == "roughly")
        for i, j in combinations(range(len(dates)), 2)
        if i < named
    )


def _with_years(dates: Sequence[DateMention]) -> list[DateMention]:
    """The dates; one without year is of the year that the others name, where that is but one."""
    years = {each.year for each in dates if each.year is not None} or {_ANY_YEAR}
    if len(years) != 1:
        return list(dates)
    return [replace(each, year=next(iter(years))) if each.year is None else each for each in dates]


def _fits(figure: Figure, one: DateMention, two: DateMention, *, rough: bool) -> bool:
    slack = _step(figure) * (_ROUGHLY if rough else _EXACTLY)
    first, second = _day(one), _day(two)
    if first is not None and second is not None:
        days = Decimal(abs((first - second).days))
        scale = 1 / _DAY if figure.unit == "s" else _DAYS_A_MONTH
        told = figure.value * scale
        # "The two weeks from 2 to 15 April": the last day may be counted.
        return bool(days) and min(abs(days - told), abs(days + 1 - told)) <= slack * scale
    if figure.unit != "month" or one.year is None or two.year is None:
        return False
    if one.month is not None and two.month is not None:
        months = abs((one.year - two.year) * _MONTHS + one.month - two.month)
        return bool(months) and abs(months - figure.value) <= slack
    return one.year != two.year and abs(one.year - two.year) * _MONTHS == figure.value


def _step(figure: Figure) -> Decimal:
    """To what a duration is told; "twenty weeks" in words may be read to tens, but is told to weeks."""
    return min(figure.quantum, figure.value / figure.count) if figure.count else figure.quantum


def _day(moment: DateMention) -> date | None:
    if moment.year is None or moment.month is None or moment.day is None:
        return None
    try:
        return date(moment.year, moment.month, moment.day)
    except ValueError:
        return None
