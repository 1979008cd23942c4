"""Figures: the numbers of a text with their units, exact and comparable across languages."""

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from data_base.text.figure_ranges import EXACT, Reading
from data_base.text.figure_reading import read_figures
from data_base.text.folding import fold
from data_base.text.units import Kind, compatible_units

_LONGEST_KEPT = 20_000
_LEAST_DIGITS = 2


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as a text states it.

    Attributes:
        value: exact, in the canonical unit (scale words and prefixes such as km or 億 multiplied in).
        unit: canonical unit ("m", "kg", "W", "Wh", "s", "month", "m²", "%", "pp", "USD", "元", "m/s" ...);
            None where none was said.
        kind: number, percent, points (percentage points), money, quantity or ordinal.
        start: position in the text, prefixes such as a currency included.
        end: position behind the last character.
        raw: as written.
        precision: decimal places as written, before scale and unit.
        quantum: what one step in the last written digit is worth, in the canonical unit.
        approximate: said to be about this value.
        bound: said to be at least or at most this value.
        noun: what is counted, as far as the next word or counter tells.
    """

    value: Decimal
    unit: str | None
    kind: Kind
    start: int
    end: int
    raw: str
    precision: int = 0
    quantum: Decimal = Decimal(1)
    approximate: bool = False
    bound: Literal["at_least", "at_most"] | None = None
    noun: str | None = None

    @property
    def significant_digits(self) -> int:
        """How many digits the number is given with, leading zeros not counted."""
        return len(str(abs(int(EXACT.divide(self.value, self.quantum)))))


def figures(text: str) -> list[Figure]:
    """All figures in reading order, not overlapping.

    Read are digits with grouping in English, Russian, Swiss and full-width writing, Chinese numerals and
    English and Russian number words, with scale words, units, currencies, ordinals and ranges (which give
    two figures). Not read are dates (see ``dates``), the numbering of lists, citation marks, addresses,
    file names, version numbers and other codes.
    """
    return list(_kept(text) if len(text) <= _LONGEST_KEPT else _figures(text))


def same_figure(first: Figure, second: Figure) -> bool:
    """Whether two figures have exactly the same value in compatible units."""
    return first.value == second.value and compatible(first, second)


def compatible(first: Figure, second: Figure) -> bool:
    """Whether two figures can be compared: same unit, or one has none and neither is a share.

    A percentage is comparable with a percentage only, percentage points with percentage points only.
    """
    shares = {"percent", "points"}
    if first.kind != second.kind and (first.kind in shares or second.kind in shares):
        return False
    return compatible_units(first.unit, second.unit)


def rounds_to(rounded: Figure, exact: Figure) -> bool:
    """Whether ``rounded`` is ``exact`` rounded to the precision ``rounded`` is written with.

    At least two significant digits must be left, so that 5 is no rounding of 4.82. Where the rounded figure
    is said to be approximate, its last zeros need not be exact ("about 12,000" for 12,345).
    """
    if not compatible(rounded, exact):
        return False
    quantum = _loose_quantum(rounded) if rounded.approximate else rounded.quantum
    if abs(rounded.value) < quantum * 10 ** (_LEAST_DIGITS - 1) or exact.quantum > quantum:
        return False
    return abs(EXACT.subtract(rounded.value, exact.value)) * 2 <= quantum


def _loose_quantum(figure: Figure) -> Decimal:
    steps = int(EXACT.divide(figure.value, figure.quantum))
    zeros = len(str(steps)) - len(str(steps).rstrip("0")) if steps else 0
    return EXACT.multiply(figure.quantum, Decimal(10) ** zeros)


@lru_cache(maxsize=4096)
def _kept(text: str) -> tuple[Figure, ...]:
    return _figures(text)


def _figures(text: str) -> tuple[Figure, ...]:
    return tuple(_figure(text, reading) for reading in read_figures(fold(text)))


def _figure(text: str, reading: Reading) -> Figure:
    return Figure(
        value=reading.value,
        unit=reading.unit,
        kind=reading.kind,
        start=reading.start,
        end=reading.end,
        raw=text[reading.start : reading.end],
        precision=reading.precision,
        quantum=reading.quantum,
        approximate=reading.approximate,
        bound=reading.bound,
        noun=reading.noun,
    )
