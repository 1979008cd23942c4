"""Times between two dates that the passages tell as one range: from 4 September to 17 November."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scoring.time_between import joins_range, months_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.evidence import Occurrence, Unit
    from scoring.mentions import Mention

_AND = re.compile(r",?\s*(?:and|и|和|及)\s*(?:the )?", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|между)\s+(?:the )?$|[介在]于?於?\s?$", re.IGNORECASE)
_LOOK = 16


class DateRange(NamedTuple):
    """A range of dates in one sentence of the passages."""

    first: Occurrence
    last: Occurrence


def date_ranges(stated: Sequence[Occurrence], units: Sequence[Unit]) -> tuple[DateRange, ...]:
    """Every two neighbouring dates of a sentence whose joint makes the first the begin of a range.

    Args:
        stated: the figures and dates of the passages in order.
        units: the sentences and rows of the passages.
    """
    return tuple(
        DateRange(one, other)
        for one, other in pairwise(stated)
        if one.mention.date
        and other.mention.date
        and one.unit == other.unit
        and not one.tabular
        and joins_range(units[one.unit].text[one.mention.end : other.mention.start])
    )


def is_closed(found: DateRange, units: Sequence[Unit]) -> bool:
    """Whether a range of dates is surely meant as one: "and" joins it only behind "between"."""
    text, start = units[found.first.unit].text, found.first.mention.start
    joint = text[found.first.mention.end : found.last.mention.start]
    return not _AND.fullmatch(joint) or _BETWEEN.search(text[max(0, start - _LOOK) : start]) is not None


def length_in_months(found: DateRange) -> Mention | None:
    """How many months, to the half, a range of dates lasts; None for one of less."""
    return months_between(found.first.mention, found.last.mention)
