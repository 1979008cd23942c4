"""Sums, differences, ratios and changes of values: what a claim may have reckoned from what stands there."""

from __future__ import annotations

from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.embedded.values import Value

_HUNDRED = Decimal(100)
_MOST = 10
_MONTH_DAYS = 31


def reckoned(value: Value, known: Sequence[Value], nearby: Sequence[Value]) -> bool:
    """Whether a value follows from two that stand in the passages, or is the sum of all that are told.

    Args:
        value: the claim's.
        known: values of the answer that stand in the passages.
        nearby: values of the places that speak of the claim.
    """
    figure = value.mention.figure
    if figure is None:
        return False
    told = _figures(known)
    for pool in (told, [*told[:4], *_figures(nearby)]):
        unique = list(dict.fromkeys((number, unit) for number, unit in pool))[:_MOST]
        if any(_fits(value, result, unit) for result, unit in _results(unique)):
            return True
    return False


def _figures(values: Sequence[Value]) -> list[tuple[Decimal, str | None]]:
    return [(v.mention.figure.value, v.mention.figure.unit) for v in values if v.mention.figure is not None]


def _results(pool: Sequence[tuple[Decimal, str | None]]) -> Iterator[tuple[Decimal, str | None]]:
    """Results with their units; "ratio" for what has none, or may be told as percent."""
    for (one, unit), (two, other) in permutations(pool, 2):
        if unit == other or unit is None or other is None:
            told = unit or other
            if one > two:
                yield one - two, ("pp" if told == "%" else told)
                yield one + two, told
            try:
                yield one / two, "ratio"
                yield (one - two) / two, "ratio"
            except (DivisionByZero, InvalidOperation):
                continue
    units = {unit for _, unit in pool}
    if len(units) == 1 and len(pool) > 2:  # noqa: PLR2004  (a sum of two is among those above)
        yield sum((one for one, _ in pool), Decimal(0)), units.pop()


def _fits(value: Value, result: Decimal, unit: str | None) -> bool:
    figure = value.mention.figure
    if figure is None or result == 0:
        return False
    result = abs(result)
    if unit == "ratio":
        if figure.kind == "percent":
            result *= _HUNDRED
        elif figure.unit is not None or figure.value == figure.value.to_integral_value():
            return False
    elif unit == "pp":
        if figure.kind not in {"points", "percent"}:
            return False
    elif figure.kind == "percent" or (figure.unit is not None and unit is not None and figure.unit != unit):
        return False
    scale = [Decimal(1)]
    if figure.unit is None or unit is None:
        scale.append(figure.value / figure.count if figure.count else Decimal(1))
    quantum = figure.quantum * (1 if not figure.approximate else 10)
    return any(abs(result * each - abs(figure.value)) * 2 <= quantum for each in scale)
