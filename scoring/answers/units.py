"""Units next to a number: what one of them is worth, and whether two may be compared."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from data_base.text.numbers.figures import Figure, figures
from data_base.text.numbers.units import Kind, compatible_units
from data_base.text.tokens import content_tokens
from data_base.text_cache import text_cache

_ONE = Decimal(1)
_HUNDRED = Decimal(100)
_SHARES = frozenset({"percent", "points"})
_TEMPERATURES: Mapping[str, tuple[Decimal, Decimal]] = {
    "°C": (Decimal(1), Decimal("273.15")),
    "°F": (Decimal(5) / Decimal(9), Decimal("459.67") * Decimal(5) / Decimal(9)),
    "K": (Decimal(1), Decimal(0)),
}
"""What to multiply a temperature with and to add to it, to have kelvins."""
_NOT_CALLED_YUAN = frozenset({"USD", "AUD", "CAD", "NZD", "JPY", "KRW", "EUR"})
"""Currencies that 元 alone never means."""


class ScaledUnit(NamedTuple):
    """What is next to a number."""

    scale: Decimal = _ONE
    """What its scale words multiply it with (10,000 for 万, 1,000 for k), which are a part of the number."""
    factor: Decimal = _ONE
    """What one of the unit is worth in the canonical unit."""
    unit: str | None = None
    """The canonical unit, or the word stems of one that is not known; None where there is none."""
    kind: Kind = "number"
    """As of :class:`data_base.text.numbers.figures.Figure`."""


PLAIN = ScaledUnit()


@text_cache(100_000)
def read_measure(text: str) -> ScaledUnit:
    """The scale and the unit that a text such as "万元", "million USD", "k", "kg" or "%" names."""
    # "руб.", "тыс. руб.": the stop of an abbreviation is no part of the unit.
    written = text.strip().rstrip(".")
    if not written:
        return PLAIN
    one, rest = max((_one_of(f"1{gap}{written}") for gap in (" ", "")), key=lambda read: -len(read[1]))
    if one is None or (rest and one.unit):
        return ScaledUnit(unit=_stems(written))
    return ScaledUnit(one.scale, one.factor, _stems(rest) if rest else one.unit, one.kind)


def _stems(unit: str) -> str:
    return " ".join(content_tokens(unit)) or unit.casefold()


def _one_of(text: str) -> tuple[Figure | None, str]:
    """The figure that a text with one of a unit begins with, and what is behind it."""
    found = [figure for figure in figures(text) if figure.start == 0][:1]
    return (found[0], text[found[0].end :].strip(". \u00a0")) if found else (None, text)


def comparable(one: ScaledUnit, other: ScaledUnit) -> bool:
    """Whether values in these units can be compared; a side that says no unit is taken to mean the other's.

    A currency is comparable with itself only, percentage points with percentage points, a temperature with
    any other.
    """
    if one.unit is None or other.unit is None:
        return True
    if one.kind != other.kind and (one.kind in _SHARES or other.kind in _SHARES):
        return False
    if one.unit in _TEMPERATURES and other.unit in _TEMPERATURES:
        return True
    money = {one.unit, other.unit}
    return compatible_units(one.unit, other.unit) and not ("元" in money and money & _NOT_CALLED_YUAN)


def in_measure(value: Decimal, said: ScaledUnit, wanted: ScaledUnit) -> tuple[Decimal, ...]:
    """A value in the unit and the scale that are wanted, in every reading that it may have.

    Where only one side says a unit, the value is read as if both meant that unit. A percentage may also be
    meant as the share that it is: 12.5% and 0.125.
    """
    scaled = value * said.scale
    here, there = _TEMPERATURES.get(said.unit or ""), _TEMPERATURES.get(wanted.unit or "")
    if here and there and here != there:
        # A temperature is taken to be one, and not a difference of two.
        return ((scaled * here[0] + here[1] - there[1]) / there[0] / wanted.scale,)
    if said.unit is not None and wanted.unit is not None:
        return (scaled * said.factor / wanted.factor / wanted.scale,)
    readings = [scaled / wanted.scale]
    if said.kind == "percent":
        readings.append(scaled * said.factor / _HUNDRED / wanted.scale)
    if wanted.kind == "percent":
        readings.append(scaled * _HUNDRED / wanted.factor / wanted.scale)
    return tuple(readings)
