"""Neighbouring figures that belong together: 9小時40分, "five pounds ten", "2/3", "from 3 to 5 million"."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from math import gcd

from data_base.text.figure_values import EXACT, ONE, Figure, rescaled
from data_base.text.folding import Folded
from data_base.text.word_lists import words

EXACT_SHARE = Decimal("1e-9")
"""What the last digit of a fraction is worth: it is exact, so that any rounding of it stands for it."""
_HUNDRED = Decimal(100)
_LONGEST_JOINT = 6
_CLOSE = re.compile(r"[零又]|\.?[ \u00a0\n]?(?:又|零)?")
_JOINED = re.compile(r",?[ \u00a0\n](?:and|и)[ \u00a0\n]|,[ \u00a0\n]")
_IN_PARTS = frozenset({"s", "month", "m", "kg"})

_BEFORE_FRACTION = re.compile(r"[0-9][ \u00a0]?$|[/⁄.,-]$")
_AFTER_FRACTION = re.compile(r"[/⁄-]|[.,][0-9]")
# Of these parts a fraction with a slash is said; "3/7" may be a score, "17/40" a count of cases.
_PARTS = frozenset(map(Decimal, (2, 3, 4, 5, 6, 8, 10)))

# 从633万升至908万千瓦: the unit of what a value becomes is that of what it was.
_BECOMES = "(?:[上攀提爬]?升|下?[降跌]|[减減]少?|增[长長加]?|上?[涨漲]|提高|[扩擴]大|[缩縮][小短]|回落)"
_RANGE = re.compile(rf"[ \u00a0]?(?:-|~|{_BECOMES}?[至到]|to|до)[ \u00a0]?")
_SPACED_DASH = re.compile(r"[ \u00a0]-[ \u00a0]")
_BETWEEN, _AND = re.compile(r"(?:between|между)[ \u00a0]$"), re.compile(r"[ \u00a0](?:and|и)[ \u00a0]")
_OPENS_RANGE = re.compile(r"(?:\b(?:from|с|со|от)|[由從从自])[ \u00a0]?$")
_WORD = re.compile(r"[^\W\d_]")
_ENDS_RANGE = re.compile(r"[0-9][ \u00a0]?[-~][ \u00a0]?$")
# "from 410 to 265 thousand" falls by a third; "from 900 to 2 million" rises.
_FALL = 10
_BEFORE = 9


def joined(page: Folded, found: Iterable[Figure]) -> Iterator[Figure]:
    """The figures, two neighbours as the one that they make, where they make one."""
    last: Figure | None = None
    for figure in found:
        whole = _whole(page.low, last, figure) if last else None
        if last is not None and whole is None:
            yield last
        last = replace(whole, raw=page.text[whole.start : whole.end]) if whole else figure
    if last is not None:
        yield last


def _whole(low: str, first: Figure, second: Figure) -> Figure | None:
    if (
        second.start - first.end > _LONGEST_JOINT
        or first.precision
        or (first.scale, second.scale) != (ONE, ONE)
    ):
        return None
    joint = low[first.end : second.start]
    if first.unit is not None:
        return _sum(first, second) if _is_part(first, second, joint) else None
    plain = {first.kind, second.kind} <= {"number", "quantity"} and not (first.bound or second.bound)
    fraction = plain and joint in {"/", "⁄"} and not second.precision and _is_fraction(low, first, second)
    return _share(first, second) if fraction else None


def _is_part(first: Figure, second: Figure, joint: str) -> bool:
    """Whether the second figure is a part of the first."""
    if first.unit != second.unit or not (first.unit in _IN_PARTS or first.kind == "money"):
        return False
    if second.bound or second.approximate or not (0 <= second.value < first.smallest > second.factor):
        return False
    return bool(_CLOSE.fullmatch(joint) or (first.unit not in {"m", "kg"} and _JOINED.fullmatch(joint)))


def _sum(first: Figure, part: Figure) -> Figure:
    value = EXACT.add(first.value, part.value.copy_sign(first.value))
    count, smallest = EXACT.divide(value, first.factor), part.factor
    whole = replace(first, end=part.end, value=value, count=count, quantum=part.quantum, smallest=smallest)
    return replace(whole, alternatives=())


def _is_fraction(low: str, first: Figure, second: Figure) -> bool:
    return (
        0 < first.count < second.count
        and second.count in _PARTS
        and gcd(int(first.count), int(second.count)) == 1
        and second.noun not in words("figure_marks.counted")
        and not _BEFORE_FRACTION.search(low[max(first.start - 2, 0) : first.start])
        and not _AFTER_FRACTION.match(low, second.end)
    )


def _share(first: Figure, second: Figure) -> Figure:
    """The fraction, of a unit where one follows ("1/2 hour"), else a share that a percentage may say too."""
    value = EXACT.divide(EXACT.multiply(first.count, second.factor), second.count)
    whole = replace(
        first, end=second.end, value=value, quantum=EXACT_SHARE, unit=second.unit, kind=second.kind
    )
    whole = replace(whole, noun=second.noun, factor=second.factor, count=second.count, alternatives=())
    return whole if second.unit else with_percentage(whole)


def with_percentage(share: Figure) -> Figure:
    """A fraction with its other reading as a percentage."""
    value = EXACT.multiply(share.value, _HUNDRED)
    percent = replace(share, value=value, unit="%", kind="percent", quantum=EXACT_SHARE)
    return replace(share, alternatives=(*share.alternatives, percent))


def is_range(low: str, first: Figure, second: Figure) -> bool:
    """Whether two neighbouring figures are the ends of a range: "3-5", "от 3 до 5", "between 3 and 5"."""
    if second.start - first.end > _LONGEST_JOINT - 1 or "ordinal" in {first.kind, second.kind}:
        return False
    between = low[first.end : second.start]
    before = low[max(first.start - _BEFORE, 0) : first.start]
    if not _RANGE.fullmatch(between):
        return bool(_AND.fullmatch(between) and _BETWEEN.search(before))
    falls = bool(second.noun) or second.written < first.written
    if first.unit and second.unit is None and falls and _SPACED_DASH.fullmatch(between):
        return False  # "at 5 % - 12 people", "for 100 hours - 3": the dash stands for "there are"
    # 0.19%至304.69点: what a change led to is not in its unit, where no "from" opens a range.
    led_to = _WORD.search(between) and first.kind != "money" and not _OPENS_RANGE.search(before)
    if first.unit and second.unit is None and led_to:
        return False
    # "from 88 % in days 1-140 to 76 %": the end of one range begins no other.
    return not _ENDS_RANGE.search(before)


def shared(first: Figure, second: Figure) -> tuple[Figure, Figure]:
    """Both ends of a range with the scale and the unit that only one of them was given."""
    one_unit = first.unit == second.unit or None in {first.unit, second.unit}
    if one_unit and first.scale == ONE != second.scale and first.written <= second.written * _FALL:
        first = rescaled(first, second.scale, first.factor)
    if first.unit is None and second.unit is not None:
        first = _in_unit_of(first, second, first.scale)
    elif second.unit is None and first.unit is not None:
        second = _in_unit_of(second, first, second.scale)
    # The wave dash between them is no mark of approximation.
    return first, replace(second, approximate=first.approximate)


def _in_unit_of(figure: Figure, other: Figure, scale: Decimal) -> Figure:
    told = rescaled(figure, scale, other.factor)
    return replace(told, unit=other.unit, kind=other.kind, below=other.below, noun=None)
