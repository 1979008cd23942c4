"""Figures that an answer computed: sums, differences, changes in percent, shares."""

from __future__ import annotations

from decimal import Decimal
from itertools import permutations
from typing import TYPE_CHECKING

from scoring.quantities import agrees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.text.figures import Figure
    from scoring.contexts import Context
    from scoring.evidence import Evidence
    from scoring.mentions import Mention

_MOST_OPERANDS = 12
_HUNDRED = Decimal(100)


def is_derived(claim: Mention, others: Sequence[Mention], evidence: Evidence, context: Context) -> bool:
    """Whether a figure follows from other figures of the same answer that the passages bear out.

    Only what the answer itself shows is computed with: among all figures of the passages some pair would fit
    almost any number.
    """
    if claim.figure is None or claim.is_year:
        return False
    operands = [
        o.figure
        for o in others
        if o.figure is not None and o.figure.value and any(agrees(o, s.mention) for s in evidence.occurrences)
    ][:_MOST_OPERANDS]
    return any(_follows(claim.figure, one, two) for one, two in permutations(operands, 2)) or _is_sum(
        claim.figure, operands
    )


def _follows(result: Figure, one: Figure, two: Figure) -> bool:
    if one.unit != two.unit:
        return False
    if result.kind in {"percent", "points"}:
        if one.kind == "percent":
            return _near(result, one.value - two.value)
        return _near(result, (one.value - two.value) / abs(two.value) * _HUNDRED) or _near(
            result, one.value / two.value * _HUNDRED
        )
    return result.unit == one.unit and _near(result, one.value - two.value)


def _is_sum(result: Figure, operands: Sequence[Figure]) -> bool:
    alike = [o.value for o in operands if o.unit == result.unit]
    return len(alike) > 1 and _near(result, sum(alike, Decimal(0)))


def _near(result: Figure, exact: Decimal) -> bool:
    """Whether the result is the exact value, or that rounded to the digits the result is written with."""
    return abs(abs(result.value) - abs(exact)) * 2 <= result.quantum
