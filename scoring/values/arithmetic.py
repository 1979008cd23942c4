"""Whether a value follows from others: sums, differences, ratios, changes, the rest of a whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import combinations, permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_base.text.numbers.figures import Figure
    from scoring.values.mentions import Mention

from data_base.text_cache import text_cache

_HUNDRED, _DAY = Decimal(100), 86_400
_MOST = 10
_Amount = tuple[Decimal, str | None]


def operands(known: Iterable[Mention]) -> list[Mention]:
    """Of many values the few that :func:`is_derived` computes with: the first figures and the first times."""
    figures: list[Mention] = []
    times: list[Mention] = []
    for each in known:
        if each.figure is not None:
            figures.append(each)
        elif each.date is not None and each.date.hour is not None:
            times.append(each)
    return [*figures[:_MOST], *times[:_MOST]]


def is_derived(claim: Mention, operands: Sequence[Mention]) -> bool:
    """Whether a figure follows from two others, is the sum of all, or the time between two.

    Args:
        claim: the figure.
        operands: what may be computed with: other figures of the same answer that the passages support.
            (Among all figures of the passages some pair would fit almost any number.)
    """
    figure = claim.figure
    if figure is None:
        return False
    known = [operand.figure for operand in operands if operand.figure is not None]
    pools = [[(each.value, each.unit) for each in known]]
    if any(each.unit and "/" in each.unit for each in known):
        # The difference of 112 and 66 kg/ha may be given as 46 kg.
        pools.append([(each.value * each.below, each.unit and each.unit.partition("/")[0]) for each in known])
    results = (_results(tuple(dict.fromkeys(pool[:_MOST]))) for pool in pools)
    if any(_fits(figure, result, unit) for each in results for result, unit in each):
        return True
    times = [o.date for o in operands if o.date is not None and o.date.hour is not None][:_MOST]
    seconds = [3600 * (time.hour or 0) + 60 * (time.minute or 0) for time in times]
    between = {abs(one - two) for one, two in combinations(seconds, 2)}
    return figure.unit == "s" and (figure.value in between or _DAY - figure.value in between)


@text_cache(50_000)
def _results(pool: tuple[_Amount, ...]) -> tuple[_Amount, ...]:
    """Results with their units; "ratio" for what has none, or may be given as percent."""
    found: list[_Amount] = []
    for (one, unit), (two, other) in permutations(pool, 2):
        if _compatible(unit, other):
            common = unit or other
            if one > two:
                found += [(one - two, "pp" if common == "%" else common), (one + two, common)]
            if two:
                found += [(one / two, "ratio"), ((one - two) / two, "ratio")]
    found += [(_HUNDRED - share, "%") for share, unit in pool if unit == "%"]
    units = {unit for _, unit in pool}
    if len(units) == 1 and len(pool) > 2:  # noqa: PLR2004  (a sum of two is among those above)
        found.append((sum((one for one, _ in pool), Decimal(0)), units.pop()))
    return tuple(found)


def _fits(figure: Figure, result: Decimal, unit: str | None) -> bool:
    if result == 0:
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
    elif (figure.kind == "percent") != (unit == "%") or not _compatible(figure.unit, unit):
        return False
    scale = [Decimal(1)]
    if figure.unit is None or unit is None:
        scale.append(figure.value / figure.amount if figure.amount else Decimal(1))
    quantum = figure.quantum * (1 if not figure.approximate else 10)
    return any(abs(result * each - abs(figure.value)) * 2 <= quantum for each in scale)


def _compatible(one: str | None, other: str | None) -> bool:
    return one is None or other is None or one == other
