"""Values of a text, quick to compare with each other: equal in any unit and script, or of one kind."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Generic, Literal, TypeVar

from data_base.text.numbers.units import compatible_units
from data_base.text_cache import text_cache
from scoring.embedded.lexicon import fold, words
from scoring.values.agreement import agrees
from scoring.values.digit_index import DigitIndex, leads_of
from scoring.values.mentions import Mention, mentions

# "Profit (loss)", "profit or loss", 損益: what may be either says nothing.
_EITHER = re.compile(
    r"(?:[(/]| or | или )[ (]*(?:loss|deficit|убыт|дефиц)\w*\)?|损益|盈亏|[(/](?:亏损|损失)\)?"
)
MOST_VALUES = 20_000
"""Values of a document or passage that are looked at."""
Where = TypeVar("Where")


@dataclass(frozen=True, slots=True)
class Value:
    """A figure or a date with its place."""

    mention: Mention
    """What is read there."""
    leads: tuple[float, ...]
    """Its digits brought between 1 and 10, as value and as count; a date has its year."""
    sort: tuple[str | bool | None, ...]
    """What two values share before one can be mistaken for the other."""
    tabular: bool = False
    """Whether it is a bare number in a table's cell, whose unit is elsewhere."""
    falls: bool = False
    """Whether the words around it say that it is a loss or a decline, with or without a minus."""
    cell: bool = False
    """Whether a table's cell is filled by it."""

    @property
    def number(self) -> Decimal | None:
        """The figure's value; None for a date."""
        return self.mention.figure.value if self.mention.figure else None


def value_of(mention: Mention, unit: str = "", *, cell: bool = False, falls: bool = False) -> Value:
    """A mention as a value; ``unit`` counts where the mention itself names none."""
    figure, date = mention.figure, mention.date
    if (
        unit
        and mention.is_year
        and mention.raw.isdigit()
        and (full := _reread(mention.raw, unit)) is not None
    ):
        return value_of(full, cell=cell, falls=falls)
    if figure is None:
        parts = () if date is None else (date.year, date.month, date.day, date.hour)
        sort: tuple[str | bool | None, ...] = ("date", *(part is not None for part in parts))
        return Value(mention, leads_of(mention), sort)
    if unit and figure.unit is None and figure.kind == "number":
        full = _reread(mention.raw.strip(), unit)
        if full is not None and full.figure is not None:
            # The sign is outside of what is read again: (1,234).
            signed = full.figure._replace(value=full.figure.value.copy_sign(figure.value))
            return value_of(mention._replace(figure=signed), cell=cell, falls=falls)
    bare = cell and figure.unit is None and figure.kind == "number"
    return Value(mention, leads_of(mention), (figure.kind, figure.unit), bare, falls, cell)


@text_cache(200_000)
def _reread(raw: str, unit: str) -> Mention | None:
    """A bare number with the unit of its column."""
    before, behind = _around(unit)
    found = mentions(f"{before}{raw}{behind}")
    one = found[0] if len(found) == 1 else None
    return one if one and one.figure and (one.figure.unit or one.figure.scale != 1) else None


@text_cache(100_000)
def _around(unit: str) -> tuple[str, str]:
    """A column's unit as it is before and behind a number: "HK$" and " million", "" and "%"."""
    unit = unit.strip()
    for place in range(len(unit) + 1):
        before, behind = unit[:place].strip(), unit[place:].strip()
        for space in ("", " "):
            text = f"{before}27.4{space}{behind}"
            found = mentions(text)
            if len(found) == 1 and found[0].raw == text and found[0].figure:
                return before, f"{space}{behind}"
    return "", f" {unit}"


def same(claim: Value, source: Value) -> Literal["", "rounded", "exact"]:
    """How a claim's value agrees with a passage's."""
    if (claim.mention.figure is None) != (source.mention.figure is None):
        return "exact" if _same_number(claim.mention, source.mention) else ""
    if source.cell and _is_of_other_sign(claim, source):
        return ""
    if source.tabular and claim.mention.figure is not None and source.number is not None:
        figure = claim.mention.figure
        if figure.kind != "ordinal" and abs(figure.amount) == abs(source.number):
            return "exact"
    return agrees(claim.mention, source.mention)


def is_fall(text: str) -> bool:
    """Whether words say that something is a loss or a decline, of which the minus may be left out."""
    return words("falls").find(_EITHER.sub("", fold(text))) is not None


def same_loss(claim: Value, source: Value, text: str) -> Literal["", "rounded", "exact"]:
    """How the values agree where one has a minus and the other a word for it: −947 and "fell by 947"."""
    figure, other = claim.mention.figure, source.mention.figure
    if figure is None or other is None or figure.value * other.value >= 0:
        return ""
    if not (claim.falls if figure.value > 0 else source.falls or is_fall(text)):
        return ""
    turned = replace(claim, mention=claim.mention._replace(figure=figure._replace(value=-figure.value)))
    return same(turned, source)


def _is_of_other_sign(claim: Value, source: Value) -> bool:
    """Whether one figure alone is negative, and no word says so: a profit for a loss."""
    one, other = claim.number, source.number
    if one is None or other is None or claim.falls or source.falls:
        return False
    return one * other < 0


def _same_number(one: Mention, other: Mention) -> bool:
    """Whether a bare number is read as a year here and as a figure there: 1930 and 1,930."""
    dated, figure = (one, other.figure) if one.figure is None else (other, one.figure)
    plain = figure is not None and figure.kind not in {"percent", "points", "ordinal"}
    return (
        plain and dated.is_year and dated.raw.isdigit() and figure is not None and figure.value == dated.year
    )


def alike(claim: Value, source: Value) -> bool:
    """Whether a passage's value could be where the claim's does."""
    one, other = claim.mention.figure, source.mention.figure
    if one is None or other is None:
        return claim.sort == source.sort
    if one.kind == other.kind and compatible_units(one.unit, other.unit):
        return True
    # "A third" is a share, too.
    if any(
        "percent" == a.kind == b.kind for a in (one, *one.alternatives) for b in (other, *other.alternatives)
    ):
        return True
    # A table's bare cell may be of any unit; a rank is none.
    return source.tabular and one.kind != "ordinal"


@dataclass(frozen=True)
class ValueIndex(Generic[Where]):
    """Values with where they are."""

    valued: tuple[tuple[Where, Value], ...]
    """Each value behind its place, in reading order."""

    @cached_property
    def _by_digits(self) -> DigitIndex[tuple[Where, Value]]:
        return DigitIndex((each, each[1].mention, each[1].leads) for each in self.valued)

    def alike(self, value: Value) -> Iterator[tuple[Where, Value]]:
        """Values that may be the same; compared by their digits, which is quick."""
        return self._by_digits.alike(value.mention, value.leads)

    def equal(self, value: Value, text_at: Callable[[Where], str]) -> Iterator[tuple[Where, Value, str]]:
        """Values that are the same, and how: exact or rounded.

        Args:
            value: of a claim.
            text_at: the text of a place, in which a word may stand for a minus.
        """
        return (
            (where, other, how)
            for where, other in self.alike(value)
            if (how := same(value, other) or same_loss(value, other, text_at(where)))
        )
