"""Durations that lie between two dates: two weeks from 2 to 15 April."""

from __future__ import annotations

from datetime import date
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.text.dates import DateMention
    from data_base.text.figures import Figure

_DAY = 86_400
# A leap year, so that any day of any month exists.
_SOME_YEAR = 2024
_MONTHS, _DAYS_OF_MONTH = 12, 30.4
# How far a number of weeks, months or years may be off, in these: few of them are told more exactly.
_OFF, _FEW_OFF, _ABOUT_OFF = 0.5, 0.3, 0.7
_FEW = 2


def lies_between(duration: Figure, days: Sequence[DateMention]) -> bool:
    """Whether a duration of days, weeks, months or years lies between two of some days.

    Where a day lacks its year, it is the other's; where both do, they are days of one year. The last day
    may be counted or not.

    Args:
        duration: the figure; any other is of no such duration.
        days: dates; those without month and day are passed over.
    """
    step = float(duration.quantum)
    if not step or duration.unit not in {"s", "month"} or (duration.unit == "s" and step < _DAY):
        return False
    whole = [each for each in days if each.month and each.day]
    return any(_fits(duration, step, *_ordered(one, two)) for one, two in combinations(whole, 2))


def _ordered(one: DateMention, two: DateMention) -> tuple[date, date]:
    first, second = sorted((_day(one, two), _day(two, one)))
    return first, second


def _day(mention: DateMention, other: DateMention) -> date:
    year = mention.year or other.year or _SOME_YEAR
    try:
        return date(year, mention.month or 1, mention.day or 1)
    except ValueError:  # 31 April, or 29 February of another year
        return date(year, mention.month or 1, 28)


def _fits(duration: Figure, step: float, first: date, second: date) -> bool:
    said = abs(float(duration.value)) / step
    between = [_length(first, second, duration.unit == "month", counted) / step for counted in (0, 1)]
    if duration.bound == "at_least":
        return any(said <= length < said + 1 for length in between)
    if duration.bound == "at_most":
        return any(said - 1 < length <= said for length in between)
    if duration.approximate:
        return any(abs(length - said) <= _ABOUT_OFF for length in between)
    exact = step == _DAY
    off = 0 if exact else _FEW_OFF if said <= _FEW else _OFF
    return any(abs(length - said) <= off for length in between)


def _length(first: date, second: date, in_months: bool, counted: int) -> float:
    """Seconds or months from one day to another, the last one ``counted`` (1) or not (0)."""
    if not in_months:
        return float(((second - first).days + counted) * _DAY)
    months = (second.year - first.year) * _MONTHS + second.month - first.month
    return months + (second.day - first.day + counted) / _DAYS_OF_MONTH
