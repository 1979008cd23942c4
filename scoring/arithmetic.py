"""Figures that an answer computed: sums, differences, changes in percent, shares."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from data_base.text.figures import compatible
from scoring.durations import lies_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.text.dates import DateMention
    from data_base.text.figures import Figure
    from scoring.mentions import Mention

_MOST_OPERANDS, _LARGEST_SUM = 8, 4
# A single digit without a unit goes with too much.
_TELLING_DIGITS = 2
_HUNDRED = Decimal(100)
_DAY = 86_400


def is_derived(claim: Mention, operands: Sequence[Mention]) -> bool:
    """Whether a figure follows from other figures by one step of plain arithmetic.

    Args:
        claim: the figure.
        operands: what may be computed with: other figures of the same answer that the passages bear out.
            (Among all figures of the passages some pair would fit almost any number.)
    """
    if claim.figure is None:
        return False
    unit = claim.figure.unit
    figures = [o.figure for o in operands if o.figure is not None and o.figure.value]
    known = sorted(figures, key=lambda figure: figure.unit != unit)[:_MOST_OPERANDS]
    return (
        any(_follows(claim.figure, one, two) for one, two in permutations(known, 2))
        or any(_is_the_rest(claim.figure, one) for one in known)
        or _is_sum(claim.figure, known)
        or _is_time_between(claim.figure, times := [o.date for o in operands if o.date][:_MOST_OPERANDS])
        or lies_between(claim.figure, times)
    )


def _is_the_rest(result: Figure, share: Figure) -> bool:
    """Whether two shares make a whole: 95 % were recovered, the other 5 % were not."""
    return result.kind == share.kind == "percent" and result.value + share.value == _HUNDRED


def _is_time_between(result: Figure, times: Sequence[DateMention]) -> bool:
    """Whether a duration lies between two times of day: 35 minutes between 08:20 and 08:55."""
    if result.unit != "s":
        return False
    seconds = [3600 * time.hour + 60 * (time.minute or 0) for time in times if time.hour is not None]
    return any(abs(one - two) in {result.value, _DAY - result.value} for one, two in combinations(seconds, 2))


def _follows(result: Figure, one: Figure, two: Figure) -> bool:
    if not _of_one_measure(one, two):
        return False
    if result.kind in {"percent", "points"}:
        if one.kind == "percent":
            return _near(result, one.value - two.value)
        return _near(result, (one.value - two.value) / abs(two.value) * _HUNDRED) or _near(
            result, one.value / two.value * _HUNDRED
        )
    return _of_one_measure(result, one) and _near(result, one.value - two.value)


def _of_one_measure(one: Figure, other: Figure) -> bool:
    """Whether two figures have one unit, or a bare number leaves out the other's ("214 and 322 kg")."""
    if one.unit == other.unit:
        return True
    bare = one if one.unit is None else other
    telling = bare.kind == "number" and bare.noun is None and bare.significant_digits >= _TELLING_DIGITS
    return telling and compatible(one, other)


def _is_sum(result: Figure, operands: Sequence[Figure]) -> bool:
    alike = [o.value for o in operands if _of_one_measure(o, result)]
    return any(
        _near(result, sum(some, Decimal(0)))
        for size in range(2, min(_LARGEST_SUM, len(alike)) + 1)
        for some in combinations(alike, size)
    )


def _near(result: Figure, exact: Decimal) -> bool:
    """Whether the result is the exact value, or that rounded to the digits the result is written with."""
    return abs(abs(result.value) - abs(exact)) * 2 <= result.quantum
