"""A figure, and when two of them are the same."""

from decimal import Context, Decimal
from typing import NamedTuple

from data_base.text.numbers.number_qualifiers import Bound
from data_base.text.numbers.units import Kind, compatible_units

EXACT = Context(prec=120)
"""In which products of a number of 40 digits with scale and unit stay exact."""
ONE = Decimal(1)
_SHARES = frozenset({"percent", "points"})
# So much of the exact value a single digit that is said to be approximate may be off.
_HEDGED_OVER, _DIVISION_ERROR = Decimal("0.08"), Decimal("1e-20")


class Figure(NamedTuple):
    """A number as a text states it."""

    value: Decimal
    """The exact value in the canonical unit; scale words and prefixes such as km or 億 are multiplied in."""
    unit: str | None
    """The canonical unit ("m", "kg", "s", "month", "%", "pp", "USD", "m/s" ...), None if the text has none.
    """
    kind: Kind
    start: int
    end: int
    raw: str
    precision: int = 0
    """Decimal places as written, before scale and unit."""
    quantum: Decimal = ONE
    """What one step in the last written digit is worth, in the canonical unit."""
    approximate: bool = False
    """Whether the text says that it is about this value."""
    bound: Bound | None = None
    """Whether the text says that it is at least or at most this value."""
    noun: str | None = None
    """What is counted, as far as the next word or counter says."""
    amount: Decimal = Decimal(0)
    """How many units or things, scale words multiplied in: 500 in 500 mg."""
    below: Decimal = ONE
    """The worth of the unit that it is divided by: 3600 in 20 km/h."""
    alternatives: "tuple[Figure, ...]" = ()
    """Other readings of the same characters: "12 pounds" is a price or a weight."""
    scale: Decimal = ONE
    """What scale words multiply it with."""
    factor: Decimal = ONE
    """What the unit multiplies it with."""
    smallest: Decimal = ONE
    """The factor of its last part's unit (minutes in "5 h 20 min")."""


def same_figure(first: Figure, second: Figure) -> bool:
    """Whether two figures have the same value in compatible units, in any of their readings."""
    return any(map(_same, *_readings(first, second)))


def compatible(first: Figure, second: Figure) -> bool:
    """Whether two figures can be compared: same unit, or one has none and neither is a share.

    A percentage is comparable with a percentage only, percentage points with percentage points only.
    """
    return any(map(_compatible, *_readings(first, second)))


def rounds_to(rounded: Figure, exact: Figure) -> bool:
    """Whether ``rounded`` is ``exact`` rounded to the precision ``rounded`` is written with.

    At least two significant digits must be left, so that 5 is no rounding of 4.82. Where the rounded figure
    is said to be approximate, its last zeros need not be exact ("about 12,000" for 12,345), and a single
    digit is enough that is near ("about 5" for 4.82).
    """
    return any(map(_rounds_to, *_readings(rounded, exact)))


def rescaled(figure: Figure, scale: Decimal, factor: Decimal) -> Figure:
    """The figure as if its number had been written with another scale and another unit."""
    ratio = scale / figure.scale * factor / figure.factor
    value, quantum = EXACT.multiply(figure.value, ratio), EXACT.multiply(figure.quantum, ratio)
    count = figure.amount / figure.scale * scale
    return figure._replace(value=value, quantum=quantum, amount=count, scale=scale, factor=factor)


def _readings(first: Figure, second: Figure) -> tuple[list[Figure], list[Figure]]:
    """What two figures may say, each reading of one against each of the other."""
    ones, others = (first, *first.alternatives), (second, *second.alternatives)
    return [one for one in ones for _ in others], [*others] * len(ones)


def _same(one: Figure, other: Figure) -> bool:
    """Whether two values differ by no more than a division such as km/h to m/s leaves."""
    first, second = one.value, other.value
    equal = first == second or abs(first - second) <= max(abs(first), abs(second)) * _DIVISION_ERROR
    return equal and _compatible(one, other)


def _compatible(first: Figure, second: Figure) -> bool:
    if first.kind != second.kind and (first.kind in _SHARES or second.kind in _SHARES):
        return False
    return compatible_units(first.unit, second.unit)


def _rounds_to(rounded: Figure, exact: Figure) -> bool:
    if not _compatible(rounded, exact):
        return False
    quantum = rounded.quantum
    if rounded.approximate and rounded.value:
        digits = EXACT.divide(rounded.value, quantum).normalize()
        quantum = EXACT.multiply(quantum, ONE.scaleb(max(int(digits.as_tuple().exponent), 0)))
    over = abs(EXACT.subtract(rounded.value, exact.value))
    if exact.quantum > quantum or over * 2 > quantum:
        return False
    if abs(rounded.value) >= quantum * 10:
        return True
    return rounded.approximate and exact.quantum < quantum and over <= abs(exact.value) * _HEDGED_OVER
