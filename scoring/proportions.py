"""Figures that an answer multiplied or divided: multiples, shares of a base, amounts for each."""

from __future__ import annotations

from decimal import Decimal
from itertools import permutations
from typing import TYPE_CHECKING

from data_base.text.figures import compatible, loose_quantum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.text.figures import Figure

MULTIPLE = "x"
"""The unit of "2.5 times"."""
_HUNDRED = Decimal(100)
# A product of smaller numbers stands anywhere.
_TELLING_DIGITS = 2
_MOST_TIMES = 12
# So large a part of a value lies between it and what is roughly or more than it.
_ROUGHLY, _BEYOND = Decimal("0.12"), Decimal("0.34")
_COUNTERS_OF_TIMES = frozenset("次回")


def is_near(result: Figure, exact: Decimal) -> bool:
    """Whether the result is the exact value, or that rounded to the digits the result is written with.

    "About 40" need not be rounded to the last digit, "more than 40" and "under 40" are short of a round one.
    """
    over = abs(exact) - abs(result.value)
    if abs(over) * 2 <= result.quantum:
        return True
    if result.bound is not None:
        beyond = over if result.bound == "at_least" else -over
        return 0 < beyond < min(loose_quantum(result), abs(result.value) * _BEYOND)
    loosely = min(loose_quantum(result), abs(result.value) * _ROUGHLY)
    return result.approximate and abs(over) * 2 <= loosely


def is_multiple_of(result: Figure, operands: Sequence[Figure]) -> bool:
    """Whether "2.5 times" says how many times one of the operands another one is."""
    return result.unit == MULTIPLE and any(
        one.kind != "percent" and _of_one_unit(one, two) and is_near(result, one.value / two.value)
        for one, two in permutations(_nonzero(operands), 2)
    )


def is_part_of(result: Figure, bases: Sequence[Figure], shares: Sequence[Figure]) -> bool:
    """Whether a figure is a percentage of another: 62 % of 200 people are 124.

    Args:
        result: the figure.
        bases: what it may be a part of.
        shares: where the percentage may stand.
    """
    if result.kind in {"percent", "points"} or result.unit == MULTIPLE:
        return False
    if result.significant_digits < _TELLING_DIGITS:
        return False
    return any(
        is_near(result, base.value * share.value / _HUNDRED)
        for share in shares
        for base in bases
        if share.kind == "percent" and base.kind != "percent" and _of_one_unit(base, result)
    )


def is_share_of(result: Figure, parts: Sequence[Figure], wholes: Sequence[Figure]) -> bool:
    """Whether a percentage says which part of a whole a figure is: 16,920 of 18,460 pieces are 92 %."""
    return result.kind == "percent" and any(
        part.value < whole.value
        and part.kind != "percent"
        and _of_one_unit(part, whole)
        and min(part.significant_digits, whole.significant_digits) >= _TELLING_DIGITS
        and is_near(result, part.value / whole.value * _HUNDRED)
        for part in _nonzero(parts)
        for whole in _nonzero(wholes)
    )


def falls_to_each(result: Figure, operands: Sequence[Figure]) -> bool:
    """Whether an amount is another one divided by a count: €8,750 for 1,250 books are €7 a book."""
    return result.kind in {"money", "quantity", "number"} and any(
        one.unit == _plain_unit(result.unit)
        and two.unit is None
        and two.kind == "number"
        and is_near(result, one.value / two.value)
        for one, two in permutations(_nonzero(operands), 2)
    )


def is_taken_several_times(result: Figure, operands: Sequence[Figure]) -> bool:
    """Whether an amount is another one taken so many times: 200 mg twice a day are 400 mg a day."""
    times = {
        o.value
        for o in operands
        if (o.unit == MULTIPLE or (o.unit is None and o.noun in _COUNTERS_OF_TIMES))
        and 1 < o.value <= _MOST_TIMES
    }
    doses = [o for o in operands if o.unit == result.unit and o.unit not in {None, MULTIPLE}]
    return any(dose.value * count == result.value for dose in doses for count in times)


def _nonzero(operands: Sequence[Figure]) -> list[Figure]:
    return [operand for operand in operands if operand.value]


def _of_one_unit(one: Figure, other: Figure) -> bool:
    return one.unit == other.unit and compatible(one, other)


def _plain_unit(unit: str | None) -> str | None:
    return unit.partition("/")[0] if unit else unit
