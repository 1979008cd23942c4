"""Figures that an answer computed: sums, differences, changes in percent, the rest of a whole."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from data_base.text.figures import compatible
from scoring.computed_words import compares
from scoring.proportions import is_near

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.text.dates import DateMention
    from data_base.text.figures import Figure
    from scoring.mentions import Mention
    from scoring.reckoning import Direction

_MOST_OPERANDS, _LARGEST_SUM, _MOST_SHARES = 8, 4, 3
# A single digit without a unit goes with too much.
_TELLING_DIGITS = 2
_HUNDRED = Decimal(100)
_DAY = 86_400
_DEGREE = "°"
_SHARES = frozenset({"percent", "points"})
# "by 9 points", beside percentages.
_POINTS = frozenset({"points", "point", "пункт", "пункта", "пунктов", "点", "點"})
# 八百块 is eight hundred yuan, where the other figure is money.
_COINS = frozenset("块塊")


def is_derived(claim: Mention, operands: Sequence[Mention], direction: Direction = "") -> bool:
    """Whether a figure follows from other figures by one step of plain arithmetic.

    Args:
        claim: the figure.
        operands: what may be computed with: other figures of the same answer that the passages bear out.
            (Among all figures of the passages some pair would fit almost any number.)
        direction: whether a percentage is called a rise or a fall, which tells what is its base.
    """
    if claim.figure is None:
        return False
    figures = [claim.figure, *(o.figure for o in operands if o.figure is not None and o.figure.value)]
    times = [o.date for o in operands if o.date][:_MOST_OPERANDS]
    plain = of_one_rate(figures)
    ways = [figures] if plain == figures else [figures, plain]
    return any(_comes_out(way[0], way[1:], direction) for way in ways) or _is_time_between(
        claim.figure, times
    )


def _comes_out(result: Figure, operands: Sequence[Figure], direction: Direction) -> bool:
    """Whether some of the operands, those in the result's unit first, come to the result."""
    known = sorted(operands, key=lambda figure: figure.unit != result.unit)[:_MOST_OPERANDS]
    return (
        any(_follows(result, one, two, direction) for one, two in permutations(known, 2))
        or _is_the_rest(result, known)
        or _is_sum(result, known)
    )


def follows_from_pair(result: Figure, one: Figure, two: Figure, direction: Direction = "") -> bool:
    """Whether a figure is the difference of two others, or how many per cent they differ by."""
    if _follows(result, one, two, direction):
        return True
    if result.unit is None and one.unit is not None and one.unit == two.unit:
        # "12.7 tonnes there, here 7.8": the cells as they are written.
        return _follows(result, _as_written(one), _as_written(two), direction)
    result, one, two = of_one_rate([result, one, two])
    return _follows(result, one, two, direction)


def of_one_rate(figures: Sequence[Figure]) -> list[Figure]:
    """The figures; where only some say by what they are reckoned (£77 per hectare, £689), none does.

    What is reckoned by something is then taken for one of that: 2.1 litres a minute as 2.1 litres.
    """
    plain = {figure.unit for figure in figures if figure.unit is not None and "/" not in figure.unit}
    return [
        _without_rate(figure)
        if figure.unit is not None and figure.value and figure.unit.partition("/")[0] in plain
        else figure
        for figure in figures
    ]


def as_all_are_written(figures: Sequence[Figure]) -> list[Figure]:
    """The figures; where some leave out the unit that the others share ("440 m³: 1,870, not 2,310"), all do.

    A share ("19 % less") is of no amount's unit.
    """
    amounts = [figure for figure in figures if figure.kind not in _SHARES]
    full = [figure for figure in amounts if figure.unit is not None and figure.count]
    if len(full) in {0, len(amounts)} or len({(f.unit, f.value / f.count) for f in full}) > 1:
        return list(figures)
    return [_as_written(figure) if figure in full else figure for figure in figures]


def _as_written(figure: Figure) -> Figure:
    quantum = figure.quantum * figure.count / figure.value if figure.value else figure.quantum
    return replace(figure, value=figure.count, quantum=quantum, unit=None, kind="number")


def _without_rate(figure: Figure) -> Figure:
    unit, rate, _ = (figure.unit or "").partition("/")
    if not rate:
        return figure
    value, quantum = figure.value * figure.below, figure.quantum * figure.below
    return replace(figure, value=value, quantum=quantum, unit=unit)


def _is_the_rest(result: Figure, operands: Sequence[Figure]) -> bool:
    """Whether shares make a whole: 95 % were recovered, the other 5 % were not."""
    shares = [o.value for o in operands if o.kind == "percent"]
    return result.kind == "percent" and any(
        result.value + sum(some) == _HUNDRED
        for size in range(1, min(_MOST_SHARES, len(shares)) + 1)
        for some in combinations(shares, size)
    )


def _is_time_between(result: Figure, times: Sequence[DateMention]) -> bool:
    """Whether a duration lies between two times of day: 35 minutes between 08:20 and 08:55."""
    if result.unit != "s":
        return False
    seconds = [3600 * time.hour + 60 * (time.minute or 0) for time in times if time.hour is not None]
    return any(abs(one - two) in {result.value, _DAY - result.value} for one, two in combinations(seconds, 2))


def _follows(result: Figure, one: Figure, two: Figure, direction: Direction) -> bool:
    if not of_one_measure(one, two):
        return False
    if one.kind == "percent" and is_told_in_points(result):
        result = replace(result, kind="points", unit="pp")
    result, one, two = as_all_are_written([result, one, two])
    if result.kind in _SHARES:
        if one.kind == "percent":
            return is_near(result, one.value - two.value)
        return _is_change_in_percent(result, one, two, direction)
    return of_one_measure(result, one) and is_near(result, one.value - two.value)


def _is_change_in_percent(result: Figure, one: Figure, two: Figure, direction: Direction) -> bool:
    """Whether a percentage says how much one value differs from another, or without direction its share."""
    change = is_near(result, (one.value - two.value) / abs(two.value) * _HUNDRED)
    if direction:
        return change and (direction == "rise") == (one.value > two.value)
    return change or is_near(result, one.value / two.value * _HUNDRED)


def is_told_in_points(figure: Figure) -> bool:
    """Whether a bare number counts points, which are percentage points beside percentages."""
    return figure.unit is None and figure.noun in _POINTS


def of_one_measure(one: Figure, other: Figure) -> bool:
    """Whether two figures have one unit, or a bare number leaves out the other's ("214 and 322 kg")."""
    if one.unit == other.unit or _but_for_rate(one, other):
        return True
    if one.unit is not None and other.unit is not None:
        # "It is 0.03 degrees less", where the passages say of which scale.
        said_less = one.kind == other.kind == "money" or _DEGREE in {one.unit, other.unit}
        return said_less and compatible(one, other)
    bare, full = (one, other) if one.unit is None else (other, one)
    is_paid = full.kind == "money" and bare.noun in _COINS
    counts_nothing = bare.noun is None or compares(bare.noun)
    telling = bare.kind == "number" and counts_nothing and bare.significant_digits >= _TELLING_DIGITS
    return is_paid or (telling and compatible(one, other))


def _but_for_rate(one: Figure, other: Figure) -> bool:
    """Whether only one of them says by what it is reckoned: 每秒2.0立方公尺, then 1.2立方公尺."""
    if one.unit is None or other.unit is None or ("/" in one.unit) == ("/" in other.unit):
        return False
    return one.unit.partition("/")[0] == other.unit.partition("/")[0]


def _is_sum(result: Figure, operands: Sequence[Figure]) -> bool:
    alike = [o.value for o in operands if of_one_measure(o, result)]
    return any(
        is_near(result, sum(some, Decimal(0)))
        for size in range(2, min(_LARGEST_SUM, len(alike)) + 1)
        for some in combinations(alike, size)
    )
