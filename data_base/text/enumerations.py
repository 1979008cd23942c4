"""Enumerations in which the last figure alone bears the scale: "38.2, 21.6 and 8.8 million"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from data_base.text.figure_ranges import Reading, rescaled
from data_base.text.folding import Folded

_ONE = Decimal(1)
_ADJOINING = re.compile(
    r"[ \u00a0\n]?(?:[,、;/]|,? ?(?:and|or|и|или|和|及|与|與|或|至|to|до))[ \u00a0\n]?"
    r"(?:and |or |и |или |до |to )?"
    # "at least 5 and at most 9 days"
    r"(?:(?:at most|up to|(?:no|not) (?:more|longer|later) than|максимум"
    r"|не (?:более|больше|дольше|позднее|позже)) "
    r"|不超过|不超過|不多于|不多於|不晚于|不晚於|至多|最多)?"
)
_SEPARATOR = re.compile(r"[,、和及与與]| (?:and|or|to|и|или|до) ")
_STOPS = re.compile(r"[.!?;。！？；\n|:]")
_LONGEST_GAP = 40


def with_shared_scale(page: Folded, readings: Sequence[Reading]) -> list[Reading]:
    """The figures, those without scale and unit with the reading that a later one of their row gives them."""
    result = list(readings)
    for index in range(len(result) - 2, -1, -1):
        first, second = result[index], result[index + 1]
        bearer = second if _bears(second) else next(iter(second.bearer), None)
        if bearer and _may_share(first, bearer) and _in_a_row(page.low, first, second):
            result[index] = _with_alternative(first, bearer)
    return result


def _may_share(first: Reading, bearer: Reading) -> bool:
    if first.scale != _ONE:
        return False
    same_money = first.kind == bearer.kind == "money" and first.unit == bearer.unit
    return same_money or (first.unit is None and first.kind == "number")


def _bears(reading: Reading) -> bool:
    """Whether a figure has a scale or unit that others before it may share."""
    return reading.scale != _ONE or reading.kind in {"quantity", "percent", "points"}


def _in_a_row(low: str, first: Reading, second: Reading) -> bool:
    if second.start - first.end > _LONGEST_GAP or second.start < first.end:
        return False
    between = low[first.end : second.start]
    if _ADJOINING.fullmatch(between):
        return True
    # "38.2 in 2021, 21.6 in 2022 and 8.8 million in 2023": decimals, so that no count of things is scaled.
    loose = first.precision > 0 and first.noun is None and _SEPARATOR.search(between)
    return bool(loose) and not _STOPS.search(between)


def _with_alternative(first: Reading, bearer: Reading) -> Reading:
    scaled = rescaled(first, bearer.scale, bearer.factor)._replace(
        unit=bearer.unit, kind=bearer.kind, below=bearer.below
    )
    return first._replace(alternatives=(*first.alternatives, scaled), bearer=(bearer,))
