"""When two values are the same, and when one could be where the other does."""

import re
from decimal import Decimal
from typing import Literal

from data_base.text.dates import DateMention, contains
from data_base.text.numbers.figures import Figure, compatible, rounds_to, same_figure
from data_base.text.numbers.units import compatible_units
from data_base.text_cache import text_cache
from scoring.values.mentions import Mention

Agreement = Literal["", "rounded", "exact"]
# Fewer digits without a unit agree with too many figures by chance.
_SIGNIFICANT_DIGITS = 2
# The sign is before the number of a table's cell.
_PLAIN, _DIGIT = re.compile(r"[-−=\d.,\s]+"), re.compile(r"\d")
# 十五個: a counter that says nothing of what is counted.
_ANY_COUNTER = frozenset("个個")
# Two significant digits are the least a rounded figure has: 9.5 may stand for 9.05 to 9.95.
_ROUNDING = 0.12
_PENCE = 100


def agrees(claim: Mention, source: Mention) -> Agreement:
    """How a claimed value agrees with one of the passages: not at all, rounded, or exactly.

    A date agrees with one that says at least as much; a figure with an equal one in whatever unit, scale or
    script, or with one that it is a fair rounding of.
    """
    if claim.figure and source.figure:
        return _figures_agree(claim.figure, source.figure)
    if claim.date and source.date:
        return "exact" if _dates_agree(claim.date, source.date) else ""
    return ""


def _figures_agree(claim: Figure, source: Figure) -> Agreement:
    if (claim.kind == "ordinal") != (source.kind == "ordinal") or claim.value * source.value < 0:
        return ""
    if _same_digits(claim, source) or _same_but_for_rate(claim, source) or _same_count(claim, source):
        return "exact"
    # What a number may also mean ("5m") is of another size.
    alone = not (claim.alternatives or source.alternatives)
    if alone and _is_far(leading(claim.value), leading(source.value)):
        return ""
    if same_figure(claim, source):
        return "exact"
    return "rounded" if rounds_to(claim, source) or _is_cut_to(claim, source) else ""


def _is_cut_to(claim: Figure, source: Figure) -> bool:
    """Whether a bound is the passage's value cut at its last digit: "more than 9 hours" for 9 h 40 min."""
    beyond = source.value - claim.value if claim.bound == "at_least" else claim.value - source.value
    cut = claim.bound is not None and source.bound in {None, claim.bound} and 0 <= beyond < claim.quantum
    return cut and compatible(claim, source)


def _is_far(one: float, other: float) -> bool:
    """Whether two values cannot agree over any scale: their leading digits differ by more than rounding."""
    if not one or not other:
        return one != other
    return all(abs(one / other / scale - 1) >= _ROUNDING for scale in (1.0, 10.0, 0.1))


@text_cache(500_000)
def leading(value: Decimal) -> float:
    """The value brought between 1 and 10 by a power of ten; 0 stays 0."""
    return float(abs(value).scaleb(-value.adjusted())) if value else 0.0


def _same_digits(claim: Figure, source: Figure) -> bool:
    """A bare number, as in a table whose unit is far away, against one with scale or unit."""
    is_bare = _is_plain(claim)
    if is_bare == _is_plain(source):
        return False
    bare, full = (claim, source) if is_bare else (source, claim)
    if full.kind == "points" or not compatible_units(bare.unit, full.unit) or (bare.noun and full.scale > 1):
        return False
    alike = bare.precision == full.precision and _digits(bare) == _digits(full)
    same = abs(bare.value) == abs(full.amount) or (alike and _PLAIN.fullmatch(bare.raw) is not None)
    return same and len(str(_digits(bare))) >= _SIGNIFICANT_DIGITS


def _same_count(claim: Figure, source: Figure) -> bool:
    """Whether a claim gives a scale and leaves out the unit behind it: "1,840 thousand", 1 840 тыс. т."""
    if claim.unit is not None or source.unit is None or claim.noun is not None or claim.kind != "number":
        return False
    counted = claim.value == source.amount and source.kind in {"quantity", "money"}
    return counted and len(str(_digits(claim))) >= _SIGNIFICANT_DIGITS


def _same_but_for_rate(one: Figure, other: Figure) -> bool:
    """Whether only one of two equal values says per what: 每秒1.2立方公尺, then 1.2立方公尺."""
    if one.unit is None or other.unit is None or ("/" in one.unit) == ("/" in other.unit):
        return False
    # "1.45 thousand roubles" are what is paid for one tonne: 1,450 roubles per tonne.
    values = one.value * one.below, other.value * other.below
    small, large = sorted(map(abs, values))
    pence = one.kind == "money" and large == small * _PENCE
    alike = one.precision == other.precision and _digits(one) == _digits(other) and not pence
    significant = one.precision > 0 or len(str(_digits(one))) >= _SIGNIFICANT_DIGITS
    same = one.value == other.value or values[0] == values[1] or alike
    return same and significant and compatible_units(one.unit.partition("/")[0], other.unit.partition("/")[0])


def _is_plain(figure: Figure) -> bool:
    """Whether it is without unit and scale ("from 402.7 to 371.2 million"), or in words without unit."""
    if _PLAIN.fullmatch(figure.raw):
        return True
    alone = figure.unit is None and figure.noun in {None, *_ANY_COUNTER} and figure.kind == "number"
    return alone and not _DIGIT.search(figure.raw)


def _digits(figure: Figure) -> int:
    """The digits as written; decimal point, scale and unit are left aside."""
    return round(abs(figure.value) / figure.quantum) if figure.quantum else int(figure.value)


def _dates_agree(claim: DateMention, source: DateMention) -> bool:
    if claim.year != source.year and None not in (claim.year, source.year):
        return False
    if contains(claim, source):
        return True
    # "8 May to 23 June 2023": the year is written once for both.
    if source.year is None and source.day is not None and claim.day is not None:
        return contains(claim._replace(year=None, decade=None), source)
    return False
