"""Durations that are commonly told by each other: half a year and 26 weeks, a quarter and 90 days."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.mentions import Mention

_DAY = 86_400
_DAYS_OF_MONTHS = {
    1: (30, 31),
    2: (60, 61, 62),
    3: (90, 91, 92),
    4: (120, 122),
    6: (180, 181, 182, 183, 184),
    9: (270, 273, 274, 275),
    12: (360, 364, 365, 366),
    18: (540, 546, 547, 548),
    24: (720, 728, 730, 731),
}
_MONTHS_OF_DAYS = {days: months for months, told in _DAYS_OF_MONTHS.items() for days in told}


def same_durations(mention: Mention) -> list[Mention]:
    """Months as days, and days or weeks as months; nothing for a duration that nobody tells by another."""
    figure = mention.figure
    if figure is None or figure.unit not in {"s", "month"}:
        return []
    told = figure.value if figure.unit == "month" else figure.value / _DAY
    if told != int(told):
        return []
    if figure.unit == "month":
        days = _DAYS_OF_MONTHS.get(int(told), ())
        return [
            replace(mention, figure=replace(figure, value=Decimal(each * _DAY), unit="s")) for each in days
        ]
    months = _MONTHS_OF_DAYS.get(int(told))
    return [replace(mention, figure=replace(figure, value=Decimal(months), unit="month"))] if months else []
