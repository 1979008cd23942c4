"""Whether a value follows from others: sums, differences, changes in percent, the rest of a whole."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from data_base.text.figures import compatible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.figures import Figure
    from scoring.values.mentions import Mention

_MOST_OPERANDS, _LARGEST_SUM = 8, 4
_HUNDRED, _DAY = Decimal(100), 86_400
_SHARES = frozenset({"percent", "points"})


def is_derived(claim: Mention, operands: Sequence[Mention]) -> bool:
    """Whether a figure follows from other figures by one step of plain arithmetic.

    Args:
        claim: the figure.
        operands: what may be computed with: other figures of the same answer that the passages bear out.
            (Among all figures of the passages some pair would fit almost any number.)
    """
    result = claim.figure
    if result is None:
        return False
    known = [other.figure for other in operands if other.figure is not None and other.figure.value]
    known = sorted(known, key=lambda figure: figure.unit != result.unit)[:_MOST_OPERANDS]
    if any(abs(abs(exact) - abs(result.value)) * 2 <= result.quantum for exact in _results(result, known)):
        return True
    times = [o.date for o in operands if o.date is not None and o.date.hour is not None][:_MOST_OPERANDS]
    seconds = [3600 * (time.hour or 0) + 60 * (time.minute or 0) for time in times]
    between = {abs(one - two) for one, two in combinations(seconds, 2)}
    return result.unit == "s" and (result.value in between or _DAY - result.value in between)


def _results(result: Figure, known: Sequence[Figure]) -> Iterator[Decimal]:
    """What the operands come to, where that is of the result's kind."""
    for one, two in permutations(known, 2):
        if not _of_one_measure(one, two):
            continue
        if result.kind not in _SHARES:
            if _of_one_measure(result, one):
                yield one.value - two.value
        elif one.kind == "percent":
            yield one.value - two.value
        else:
            yield (one.value - two.value) / abs(two.value) * _HUNDRED
            yield one.value / two.value * _HUNDRED
    alike = [figure.value for figure in known if _of_one_measure(figure, result)]
    for size in range(1, min(_LARGEST_SUM, len(alike)) + 1):
        for some in combinations(alike, size):
            if size > 1:
                yield sum(some, Decimal(0))
            if result.kind == "percent":
                yield _HUNDRED - sum(some, Decimal(0))


def _of_one_measure(one: Figure, other: Figure) -> bool:
    """Whether two figures have one unit, or one leaves out what the other says."""
    return (one.kind in _SHARES) == (other.kind in _SHARES) and compatible(one, other)
