"""Neighbouring figures that belong together: 9小時40分, "from 3 to 5 million"."""

import re
from collections.abc import Iterable, Iterator

from data_base.text.folding import Folded
from data_base.text.numbers.number_comparison import EXACT, ONE, Figure, rescaled
from data_base.text.numbers.numerals import EXACT_SHARE

_LONGEST_JOINT = 6
_TO = re.compile("[:∶比]")
_CLOSE = re.compile(r"[零又]|\.?[ \u00a0\n]?(?:又|零)?")
_JOINED = re.compile(r",?[ \u00a0\n](?:and|и)[ \u00a0\n]|,[ \u00a0\n]")
_IN_PARTS = frozenset({"s", "month", "m", "kg"})
# 从633万升至908万千瓦: the unit of what a value becomes is that of what it was.
_BECOMES = "(?:[上攀提爬]?升|下?[降跌]|[减減]少?|增[长長加]?|上?[涨漲]|提高|[扩擴]大|[缩縮][小短]|回落)"
_RANGE = re.compile(rf"[ \u00a0]?(?:-|~|{_BECOMES}?[至到]|to|до)[ \u00a0]?")
_BETWEEN, _AND = re.compile(r"(?:between|между)[ \u00a0]$"), re.compile(r"[ \u00a0](?:and|и)[ \u00a0]")
_OPENS_RANGE = re.compile(r"(?:\b(?:from|с|со|от)|[由從从自])[ \u00a0]?$")
_WORD = re.compile(r"[^\W\d_]")
_ENDS_RANGE = re.compile(r"[0-9][ \u00a0]?[-~][ \u00a0]?$")
# "from 410 to 265 thousand" falls by a third; "from 900 to 2 million" rises.
_FALL, _BEFORE = 10, 9


def joined(page: Folded, found: Iterable[Figure]) -> Iterator[Figure]:
    """The figures, two neighbours as one where the second is a part of the first."""
    last: Figure | None = None
    for figure in found:
        if last is not None and _is_part(page.low, last, figure):
            last = _sum(last, figure)
            last = last._replace(raw=page.text[last.start : last.end])
            continue
        if last is not None and _is_ratio(page.low, last, figure):
            value = EXACT.divide(last.value, figure.value)
            raw, noun = page.text[last.start : figure.end], figure.noun
            last = last._replace(
                value=value,
                unit="ratio",
                kind="quantity",
                end=figure.end,
                raw=raw,
                quantum=EXACT_SHARE,
                noun=noun,
                amount=value,
            )
            continue
        if last is not None:
            yield last
        last = figure
    if last is not None:
        yield last


def _is_ratio(low: str, first: Figure, second: Figure) -> bool:
    """Whether two whole numbers are one to the other: 3:1, 五比二."""
    plain = all(
        each.unit is None and each.kind == "number" and not each.precision for each in (first, second)
    )
    return plain and second.value > 0 and _TO.fullmatch(low, first.end, second.start) is not None


def _is_part(low: str, first: Figure, second: Figure) -> bool:
    if second.start - first.end > _LONGEST_JOINT or first.unit is None or first.unit != second.unit:
        return False
    whole = not first.precision and first.scale == second.scale == ONE and not second.approximate
    if not whole or second.bound or not (first.unit in _IN_PARTS or first.kind == "money"):
        return False
    joint, length = low[first.end : second.start], first.unit in {"m", "kg"}
    close = _CLOSE.fullmatch(joint) or (not length and _JOINED.fullmatch(joint))
    return bool(close) and 0 <= second.value < first.smallest > second.factor


def _sum(first: Figure, part: Figure) -> Figure:
    value = EXACT.add(first.value, part.value.copy_sign(first.value))
    count, smallest = EXACT.divide(value, first.factor), part.factor
    whole = first._replace(end=part.end, value=value, amount=count, quantum=part.quantum, smallest=smallest)
    return whole._replace(alternatives=())


def is_range(low: str, first: Figure, second: Figure) -> bool:
    """Whether two neighbouring figures are the ends of a range: "3-5", "от 3 до 5", "between 3 and 5"."""
    if second.start - first.end > _LONGEST_JOINT - 1 or "ordinal" in {first.kind, second.kind}:
        return False
    between = low[first.end : second.start]
    before = low[max(first.start - _BEFORE, 0) : first.start]
    if not _RANGE.fullmatch(between):
        return bool(_AND.fullmatch(between) and _BETWEEN.search(before))
    # 0.19%至304.69点, "for 100 hours - 3": what a change led to and what there is for it are not in its unit.
    led_to = _WORD.search(between) and first.kind != "money" and not _OPENS_RANGE.search(before)
    if first.unit and second.unit is None and (led_to or between == " - "):
        return False
    # "from 88 % in days 1-140 to 76 %": the end of one range begins no other.
    return not _ENDS_RANGE.search(before)


def shared(first: Figure, second: Figure) -> tuple[Figure, Figure]:
    """Both ends of a range with the scale and the unit that only one of them was given."""
    one_unit = first.unit == second.unit or None in {first.unit, second.unit}
    scaled = one_unit and first.scale == ONE != second.scale
    if scaled and first.amount <= second.amount / second.scale * _FALL:
        first = rescaled(first, second.scale, first.factor)
    if first.unit is None and second.unit is not None:
        first = _in_unit_of(first, second)
    elif second.unit is None and first.unit is not None:
        second = _in_unit_of(second, first)
    # The wave dash between them is no mark of approximation.
    return first, second._replace(approximate=first.approximate)


def _in_unit_of(figure: Figure, other: Figure) -> Figure:
    joined = rescaled(figure, figure.scale, other.factor)
    return joined._replace(unit=other.unit, kind=other.kind, below=other.below, noun=None)
