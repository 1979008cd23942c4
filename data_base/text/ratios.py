"""Two numbers that are one share or one time: "2/3", "1 in 5", 6′50″, 7:52.3."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from math import gcd

from data_base.text.compounds import joined_neighbours
from data_base.text.date_words import COUNTED
from data_base.text.figure_ranges import EXACT, Reading
from data_base.text.folding import Folded

_ONE, _HUNDRED, _MINUTE = Decimal(1), Decimal(100), Decimal(60)
EXACT_SHARE = Decimal("1e-9")
"""What the last digit of a fraction is worth: it is exact, so that any rounding of it stands for it."""
_LONGEST_JOINT = 9
_SLASH = re.compile(r"[/⁄]")
_IN = re.compile(r" in (?:every )?")
_PRIME = re.compile(r"['′] ?")
# Two digits and a fraction of a second behind the minutes: 7:52,3.
_RACED = re.compile(r"[0-5][0-9][.,][0-9]{1,3}")
_SECONDS_END = re.compile("\"|″|''")
_BEFORE_FRACTION = re.compile(r"[0-9][ \u00a0]?$|[/⁄.,-]$")
_AFTER_FRACTION = re.compile(r"[/⁄-]|[.,][0-9]")
# Of these parts a fraction with a slash is said; "3/7" may be a score, "17/40" a count of cases.
_PARTS = frozenset(map(Decimal, (2, 3, 4, 5, 6, 8, 10)))
# Of so many "1 in 8" is said; "3 in 27 countries" counts both.
_WHOLES = _PARTS | frozenset(map(Decimal, (7, 9, 12, 15, 20, 25, 50, 100, 200, 500, 1000, 10_000, 100_000)))


def with_ratios(page: Folded, readings: Iterable[Reading]) -> Iterator[Reading]:
    """The figures with those put together that are a fraction, or minutes and seconds."""
    return joined_neighbours(readings, lambda last, found: _joined(page, last, found))


def _joined(page: Folded, first: Reading, second: Reading) -> Reading | None:
    if not 0 < second.start - first.end <= _LONGEST_JOINT or not (_is_whole(first) and first.unit is None):
        return None
    joint = page.low[first.end : second.start]
    if end := _end_of_seconds(page.low, first, second, joint):
        return _minutes(first, second, end)
    if not (_is_whole(second) and 0 < first.written < second.written):
        return None
    if _SLASH.fullmatch(joint) and _is_fraction(page.low, first, second):
        return _share(first, second)
    if (
        _IN.fullmatch(joint)
        and second.unit is None
        and second.written in _WHOLES
        and page.low[first.start].isdigit()
    ):
        return _share(first, second)
    return None


def _end_of_seconds(low: str, first: Reading, second: Reading, joint: str) -> int | None:
    """Where seconds end that stand behind minutes: 6′50″, 7:52.3; None where there are none."""
    if _PRIME.fullmatch(joint):
        end = _SECONDS_END.match(low, second.end)
        return end.end() if end else None
    # Behind another colon the first number is none of minutes at the beginning: 1:02:33.4.
    behind_hours = low[max(first.start - 1, 0) : first.start] == ":"
    raced = joint == ":" and not behind_hours and _RACED.fullmatch(low, second.start, second.end)
    return second.end if raced else None


def _is_whole(reading: Reading) -> bool:
    return (
        reading.kind in {"number", "quantity"}
        and not reading.precision
        and reading.scale == _ONE
        and reading.bound is None
    )


def _is_fraction(low: str, first: Reading, second: Reading) -> bool:
    before = low[max(first.start - 2, 0) : first.start]
    return (
        second.written in _PARTS
        and gcd(int(first.written), int(second.written)) == 1
        and second.noun not in COUNTED
        and not _BEFORE_FRACTION.search(before)
        and not _AFTER_FRACTION.match(low, second.end)
    )


def _share(first: Reading, second: Reading) -> Reading:
    """The fraction, of a unit where one follows ("1/2 hour"), else a share that a percentage may say too."""
    value = EXACT.divide(EXACT.multiply(first.written, second.factor), second.written)
    whole = second._replace(
        start=first.start,
        value=value,
        quantum=EXACT_SHARE,
        approximate=first.approximate,
        bound=first.bound,
        alternatives=(),
    )
    return whole if second.unit else with_percentage(whole)


def with_percentage(share: Reading) -> Reading:
    """A fraction with its other reading as a percentage."""
    percent = share._replace(
        value=EXACT.multiply(share.value, _HUNDRED), unit="%", kind="percent", quantum=EXACT_SHARE
    )
    return share._replace(alternatives=(*share.alternatives, percent))


def _minutes(first: Reading, second: Reading, end: int) -> Reading | None:
    if second.unit is not None or second.scale != _ONE or not 0 <= second.written < _MINUTE:
        return None
    value = EXACT.add(EXACT.multiply(first.written, _MINUTE), second.written)
    return second._replace(
        start=first.start,
        end=end,
        value=value,
        unit="s",
        kind="quantity",
        noun=None,
        approximate=first.approximate,
        bound=first.bound,
        written=value,
        alternatives=(),
    )
