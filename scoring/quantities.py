"""When two values are the same, and when they are of one kind so that one could be mistaken for the other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from data_base.text.dates import contains
from data_base.text.figures import compatible, rounds_to, same_figure

if TYPE_CHECKING:
    from data_base.text.dates import DateMention
    from data_base.text.figures import Figure
    from scoring.mentions import Mention

# Fewer digits without a unit agree with too many figures by chance.
_TELLING_DIGITS = 2
Agreement = Literal["", "rounded", "exact"]


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
    if (claim.kind == "ordinal") != (source.kind == "ordinal"):
        return ""
    if same_figure(claim, source) or _same_digits(claim, source):
        return "exact"
    return "rounded" if rounds_to(claim, source) else ""


def _same_digits(claim: Figure, source: Figure) -> bool:
    """A bare number, as in a table whose unit stands far away, against one with scale or unit."""
    bare, full = (claim, source) if claim.unit is None else (source, claim)
    if bare.unit is not None or full.unit is None or full.kind == "points":
        return False
    same = bare.precision == full.precision and _digits(bare) == _digits(full)
    return same and len(str(_digits(bare))) >= _TELLING_DIGITS


def _is_bare(figure: Figure) -> bool:
    return figure.unit is None and figure.noun is None


def _digits(figure: Figure) -> int:
    """The digits as written; decimal point, scale and unit are left aside."""
    return int(abs(figure.value) / figure.quantum) if figure.quantum else int(figure.value)


def _dates_agree(claim: DateMention, source: DateMention) -> bool:
    if contains(claim, source):
        return True
    # "8 May to 23 June 2023": the year stands once for both.
    if source.year is None and source.day is not None and claim.day is not None:
        return contains(replace(claim, year=None, decade=None), source)
    return False


def comparable(claim: Mention, source: Mention) -> bool:
    """Whether two values are of one kind: dates of equal detail, or figures in compatible units."""
    if claim.figure and source.figure:
        if (claim.figure.kind == "ordinal") != (source.figure.kind == "ordinal"):
            return False
        return compatible(claim.figure, source.figure) or _same_digits(claim.figure, source.figure)
    if claim.date and source.date:
        return True
    return False


def could_replace(claim: Mention, source: Mention) -> bool:
    """Whether a passage's value could stand where the claim's does: same unit and same thing counted."""
    if claim.figure and source.figure:
        one, other = claim.figure, source.figure
        if (one.unit is None) != (other.unit is None) or one.kind != other.kind:
            return False
        nouns = one.noun, other.noun
        same_script = all(nouns) and str(nouns[0])[0].isascii() == str(nouns[1])[0].isascii()
        return not same_script or nouns[0] == nouns[1] or one.unit is not None
    if claim.date and source.date:
        return claim.is_year == source.is_year and (claim.date.day is None) == (source.date.day is None)
    return False
