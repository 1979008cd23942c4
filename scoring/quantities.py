"""When two values are the same, and when they are of one kind so that one could be mistaken for the other."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from data_base.text.dates import contains
from data_base.text.figures import compatible, rounds_to, same_figure, satisfies
from data_base.text.units import compatible_units

if TYPE_CHECKING:
    from collections.abc import Iterable

    from data_base.text.dates import DateMention
    from data_base.text.figures import Figure
    from scoring.mentions import Mention

# Fewer digits without a unit agree with too many figures by chance.
_TELLING_DIGITS = 2
_UNIT_WORD = re.compile(r"[^\W\d_]+|[%‰°℃]+")
# The sign stands before the number of a table's cell.
_PLAIN = re.compile(r"[=\d.,\s]+")
_DIGIT = re.compile(r"\d")
# 十五個: a counter that tells nothing of what is counted.
_ANY_COUNTER = frozenset("个個")
# Two significant digits are the least a rounded figure has: 9.5 may stand for 9.05 to 9.95.
_ROUNDING = 0.12
_LARGEST_RATIO = 1000
_NEAR_RATIO = Decimal("1.5")
_PENCE = 100
Agreement = Literal["", "rounded", "exact"]
Sort = tuple[str | bool, ...]


class Gist(NamedTuple):
    """What tells quickly that two values do not agree.

    Attributes:
        kind: figure, ordinal, either of them, or date.
        leading: of a figure, the value brought between 1 and 10 by a power of ten.
        number: the digits of a figure, the year of a date; None where it names none.
    """

    kind: str
    leading: float
    number: int | None


def gist(mention: Mention) -> Gist:
    """The gist of a figure or a date."""
    figure = mention.figure
    if figure is None:
        return Gist("date", 0.0, mention.year)
    return Gist(_rank_kind(figure), _leading(figure.value), _digits(figure))


def _rank_kind(figure: Figure) -> str:
    """Whether a figure is an amount, a rank, or may be either ("on day 7")."""
    if figure.kind == "ordinal":
        return "ordinal"
    if not figure.alternatives:
        return "figure"
    return "either" if any(other.kind == "ordinal" for other in figure.alternatives) else "figure"


def is_rank(figure: Figure) -> bool:
    """Whether a figure is a rank or may be one ("on day 7")."""
    return _rank_kind(figure) in {"ordinal", "either"}


def kinds_meet(one: str, other: str) -> bool:
    """Whether values of these kinds, see :class:`Gist`, may be the same."""
    return one == other or ("either" in {one, other} and "date" not in {one, other})


def may_agree(claim: Gist, source: Gist) -> bool:
    """Whether two values could agree at all, see :func:`agrees`."""
    kind, leading, number = claim
    if kind != source[0] and not kinds_meet(kind, source[0]):
        return False
    if number == source[2]:
        return True
    if kind == "date":
        return number is None or source[2] is None
    return not _is_far(leading, source[1])


def which_may_agree(claim: Gist, sources: Iterable[Gist]) -> list[int]:
    """Which of several values could agree with a claim's, by their places; see :func:`may_agree`."""
    kind, leading, number = claim
    is_date = kind == "date"
    # Most are told apart by these wide bounds alone, without a call for each.
    low, high, far_low, far_high = (leading * factor for factor in (1 / 1.2, 1.2, 1 / 8, 8))
    return [
        place
        for place, source in enumerate(sources)
        if (source.kind == "date") == is_date
        and (
            source.number == number
            or source.number is None
            or number is None
            or low <= source.leading <= high
            or source.leading <= far_low
            or source.leading >= far_high
        )
        and may_agree(claim, source)
    ]


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
    if not kinds_meet(_rank_kind(claim), _rank_kind(source)):
        return ""
    if _same_digits(claim, source) or _same_but_for_rate(claim, source) or _same_count(claim, source):
        return "exact"
    # What a number may mean besides ("5 and 9 days") is of another size.
    alone = not (claim.alternatives or source.alternatives)
    if alone and _is_far(_leading(claim.value), _leading(source.value)):
        return ""
    if same_figure(claim, source):
        return "exact"
    return "rounded" if rounds_to(claim, source) or _is_cut_to(claim, source) else ""


def _is_cut_to(claim: Figure, source: Figure) -> bool:
    """Whether a bound is the passage's value cut at its last digit: "more than 9 hours" for 9 h 40 min."""
    within = abs(claim.value - source.value) < claim.quantum
    return claim.bound is not None and within and satisfies(claim, source)


def _is_far(one: float, other: float) -> bool:
    """Whether two values cannot agree over any scale: their leading digits differ by more than rounding."""
    if not one or not other:
        return one != other
    ratio = one / other
    return not (
        abs(ratio - 1) < _ROUNDING or abs(ratio / 10.0 - 1) < _ROUNDING or abs(ratio / 0.1 - 1) < _ROUNDING
    )


@lru_cache(maxsize=8192)
def _leading(value: Decimal) -> float:
    """The value brought between 1 and 10 by a power of ten; 0 stays 0."""
    return float(abs(value).scaleb(-value.adjusted())) if value else 0.0


def _same_digits(claim: Figure, source: Figure) -> bool:
    """A bare number, as in a table whose unit stands far away, against one with scale or unit.

    A number in words is bare too where its unit is left out: "ten working days, in the other fifteen".
    """
    is_bare = _is_plain(claim)
    if is_bare == _is_plain(source):
        return False
    bare, full = (claim, source) if is_bare else (source, claim)
    if full.kind == "points" or not compatible_units(bare.unit, full.unit):
        return False
    same = bare.value == full.count or (
        _PLAIN.fullmatch(bare.raw) is not None
        and bare.precision == full.precision
        and _digits(bare) == _digits(full)
    )
    return same and len(str(_digits(bare))) >= _TELLING_DIGITS


def _same_count(claim: Figure, source: Figure) -> bool:
    """Whether a claim tells a scale and leaves out the unit behind it: "1,840 thousand", 1 840 тыс. т."""
    if claim.unit is not None or source.unit is None or claim.noun is not None or claim.kind != "number":
        return False
    counted = claim.value == source.count and source.kind in {"quantity", "money"}
    return counted and len(str(_digits(claim))) >= _TELLING_DIGITS


def _same_but_for_rate(one: Figure, other: Figure) -> bool:
    """Whether only one of two equal values says by what it is reckoned: 每秒1.2立方公尺, then 1.2立方公尺."""
    if one.unit is None or other.unit is None or ("/" in one.unit) == ("/" in other.unit):
        return False
    whole = one.unit.partition("/")[0], other.unit.partition("/")[0]
    same = (
        one.value == other.value
        # "1.45 thousand roubles" are what is paid for one tonne: 1,450 roubles per tonne.
        or one.value * one.below == other.value * other.below
        or (
            one.precision == other.precision
            and _digits(one) == _digits(other)
            and not _is_hundredfold(one, other)
        )
    )
    telling = one.precision > 0 or len(str(_digits(one))) >= _TELLING_DIGITS
    return same and telling and compatible_units(*whole)


def _is_hundredfold(one: Figure, other: Figure) -> bool:
    """Whether equal digits are of pence here and of pounds there."""
    whole, part = sorted((abs(one.value * one.below), abs(other.value * other.below)), reverse=True)
    return one.kind == "money" and whole == part * _PENCE


def _is_plain(figure: Figure) -> bool:
    """Whether it stands without unit and scale ("from 402.7 to 371.2 million"), or in words without unit."""
    if _PLAIN.fullmatch(figure.raw):
        return True
    alone = figure.unit is None and figure.noun in {None, *_ANY_COUNTER} and figure.kind == "number"
    return alone and not _DIGIT.search(figure.raw)


def _digits(figure: Figure) -> int:
    """The digits as written; decimal point, scale and unit are left aside."""
    return round(abs(figure.value) / figure.quantum) if figure.quantum else int(figure.value)


def _dates_agree(claim: DateMention, source: DateMention) -> bool:
    if contains(claim, source):
        return True
    # "8 May to 23 June 2023": the year stands once for both.
    told = claim.day is not None or claim.third is not None
    if source.year is None and source.day is not None and told:
        return contains(replace(claim, year=None, decade=None), source)
    return False


def is_bare(mention: Mention) -> bool:
    """Whether it is a number of nothing: without unit and without a noun that is counted."""
    return mention.figure is not None and mention.figure.unit is None and mention.figure.noun is None


@lru_cache(maxsize=4096)
def unit_word(raw: str) -> str:
    """The word or sign that a value as written ends with, cut so that its forms are alike; empty for none."""
    words = _UNIT_WORD.findall(raw)
    return words[-1].casefold().removesuffix("s")[:3] if words else ""


def comparable(claim: Mention, source: Mention) -> bool:
    """Whether two values are of one kind: dates of equal detail, or figures in compatible units."""
    if claim.figure and source.figure:
        if (claim.figure.kind == "ordinal") != (source.figure.kind == "ordinal"):
            return False
        return compatible(claim.figure, source.figure) or _same_digits(claim.figure, source.figure)
    return bool(claim.date and source.date)


def _of_a_size(one: Figure, other: Figure) -> bool:
    """Whether two values are near enough in size to be mistaken for each other."""
    first, second = abs(one.value), abs(other.value)
    return first <= second * _LARGEST_RATIO and second <= first * _LARGEST_RATIO


def _may_count_the_same(one: str | None, other: str | None) -> bool:
    """Whether two nouns are one, or cannot be compared since one is missing or of another script."""
    return not one or not other or one == other or one[0].isascii() != other[0].isascii()


def near_in_value(one: Mention, other: Mention) -> bool:
    """Whether two values are so near that they could be two accounts of one thing."""
    if one.figure and other.figure:
        return near_in_size(one.figure, other.figure)
    if one.date and other.date:
        return one.date.year == other.date.year or (one.date.day is None and other.date.day is None)
    return False


def near_in_size(one: Figure, other: Figure) -> bool:
    """Whether neither value is more than half as large again as the other."""
    small, large = sorted((abs(one.value), abs(other.value)))
    return large <= small * _NEAR_RATIO


def sort_of(mention: Mention) -> Sort:
    """What two values must have in common before either could stand where the other does."""
    if mention.figure is not None:
        return mention.figure.kind, mention.figure.unit is None
    date = mention.date
    return (
        "date",
        mention.is_year,
        date is None or date.day is None,
        date is not None and date.hour is not None,
    )


def could_replace(claim: Mention, source: Mention, *, tabular: bool = False) -> bool:
    """Whether a passage's value could stand where the claim's does.

    It has the same unit and counts the same thing; what a table's cell counts is named by its heads in
    words of their own, so there the noun does not matter.
    """
    if sort_of(claim) != sort_of(source):
        return False
    one, other = claim.figure, source.figure
    if one is None or other is None:
        return True
    count_alike = tabular or one.unit is not None or _may_count_the_same(one.noun, other.noun)
    return count_alike and _of_a_size(one, other)
