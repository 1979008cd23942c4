"""A figure while it is read, and the two ends of a range, which share what only one of them was given."""

import re
from decimal import Context, Decimal
from typing import NamedTuple

from data_base.text.figure_context import Bound
from data_base.text.units import Kind

# Products of a number of 40 digits with scale and unit stay exact.
EXACT = Context(prec=120)
_ONE = Decimal(1)
# 从633万升至908万千瓦: the unit of what a value becomes is that of what it was.
_BECOMES = "(?:[上攀提爬]?升|下?[降跌]|[减減]少?|增[长長加]?|上?[涨漲]|提高|[扩擴]大|[缩縮][小短]|回落)"
_RANGE = re.compile(rf"[ \u00a0]?(?:-|~|{_BECOMES}?[至到]|to|до)[ \u00a0]?")
_SPACED_DASH = re.compile(r"[ \u00a0]-[ \u00a0]")
_BETWEEN = re.compile(r"[ \u00a0](?:and|и)[ \u00a0]")
_BETWEEN_BEFORE = re.compile(r"(?:between|между)[ \u00a0]$")
# "by 8 % to 12,400": a change and what it led to.
_WORD = re.compile(r"[^\W\d_]")
_OPENS_RANGE = re.compile(r"(?:\b(?:from|с|со|от)|[由從从自])[ \u00a0]?$")
_UNITS_BEFORE = ("百分之", "千分之")
_CHANGES_BY = re.compile(r"\b(?:by|на)[ \u00a0]$")
_ENDS_RANGE = re.compile(r"[0-9][ \u00a0]?[-~][ \u00a0]?$")
# "from 140 ms in version 6.1 to 97 ms": a name, and no end of anything.
_NAMED_BEFORE = re.compile(
    r"(?:\b(?:versions?|releases?|model|верси[а-я]{1,3}|релиз[а-я]{0,2})|版本?)[ \u00a0]$"
)
# "from 410 to 265 thousand" falls by a third; "from 900 to 2 million" rises.
_FALL = 10
_LONGEST_JOINT, _BETWEEN_LENGTH, _RANGE_START, _NAME_LENGTH = 5, 9, 4, 10


class Reading(NamedTuple):
    """A figure with its position; fields without a word here are those of ``figures.Figure``.

    Attributes:
        written: the number before scale and unit.
        scale: what scale words multiply it with.
        factor: what the unit multiplies it with.
        below: what one of that is worth which the unit is divided by.
        last_factor: what the unit of its last part multiplies that with (minutes in "5 h 20 min").
        alternatives: other readings of the same characters, for which this one is the likelier.
        bearer: the figure that the scale and unit of the last alternative come from.
    """

    start: int
    end: int
    value: Decimal
    unit: str | None
    kind: Kind
    precision: int
    quantum: Decimal
    approximate: bool
    bound: Bound | None
    noun: str | None
    written: Decimal
    scale: Decimal
    factor: Decimal
    last_factor: Decimal
    below: Decimal = _ONE
    alternatives: tuple["Reading", ...] = ()
    bearer: tuple["Reading", ...] = ()


def is_range(low: str, first: Reading, second: Reading) -> bool:
    """Whether two neighbouring figures are the ends of a range: "3-5", "от 3 до 5", "between 3 and 5"."""
    between = low[first.end : second.start] if second.start - first.end <= _LONGEST_JOINT else ""
    if "ordinal" in {first.kind, second.kind}:
        return False
    if second.unit and _NAMED_BEFORE.search(low[max(first.start - _NAME_LENGTH, 0) : first.start]):
        return False
    if _RANGE.fullmatch(between):
        # "from 88 % in days 1-140 to 76 %": the end of one range begins no other.
        before = low[max(first.start - _RANGE_START - 1, 0) : first.start]
        falls = bool(second.noun) or second.written < first.written
        if _SPACED_DASH.fullmatch(between) and first.unit and second.unit is None and falls:
            return False  # "at 5 % - 12 people", "for 100 hours - 3": the dash stands for "there are"
        return not (_ENDS_RANGE.search(before) or _leads_to(low, before, between, (first, second)))
    before = low[max(first.start - _BETWEEN_LENGTH, 0) : first.start]
    return bool(_BETWEEN.fullmatch(between) and _BETWEEN_BEFORE.search(before))


def _leads_to(low: str, before: str, between: str, ends: tuple[Reading, Reading]) -> bool:
    """Whether the first is by how much the second came about: a word between, a unit at the first alone.

    The ends of a range share the unit of the last, or one that is written before the first.
    """
    first, second = ends
    if second.scale > first.scale and second.written < first.written and _CHANGES_BY.search(before):
        return True
    if not _WORD.search(between) or first.unit is None or second.unit is not None:
        return False
    if first.kind == "money" or low.startswith(_UNITS_BEFORE, first.start):
        return _CHANGES_BY.search(before) is not None
    return _OPENS_RANGE.search(before) is None


def shared(first: Reading, second: Reading) -> tuple[Reading, Reading]:
    """Both ends of a range with the scale and the unit that only one of them was given."""
    falls = first.scale == _ONE and first.written > second.written
    one_unit = first.unit == second.unit or None in {first.unit, second.unit}
    if one_unit and first.scale == _ONE != second.scale and first.written <= second.written * _FALL:
        first = rescaled(first, second.scale, first.factor)
    if first.unit is None and second.unit is not None:
        first = rescaled(first, first.scale, second.factor)._replace(
            unit=second.unit, kind=second.kind, below=second.below, noun=None
        )
    elif second.unit is None and first.unit is not None:
        second = rescaled(second, second.scale, first.factor)._replace(
            unit=first.unit, kind=first.kind, below=first.below, noun=None
        )
    if falls and first.scale != _ONE:
        # "from 8 to 1.2 thousand" may rise after all.
        first = first._replace(alternatives=(*first.alternatives, rescaled(first, _ONE, first.factor)))
    # The wave dash between them is no mark of approximation.
    return first, second._replace(approximate=first.approximate)


def rescaled(reading: Reading, scale: Decimal, factor: Decimal) -> Reading:
    """The figure as if its number had been written with another scale and another unit."""
    ratio = scale / reading.scale * factor / reading.factor
    return reading._replace(
        value=EXACT.multiply(reading.value, ratio),
        quantum=EXACT.multiply(reading.quantum, ratio),
        scale=scale,
        factor=factor,
    )
