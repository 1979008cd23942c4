"""Times between two dates that the passages tell as one range: from 4 September to 17 November."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scoring.time_between import joins_range, months_between

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.evidence import Evidence, Occurrence
    from scoring.mentions import Mention

_AND = re.compile(r",?\s*(?:and|и|和|及)\s*(?:the )?", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|между)\s+(?:the )?$|[介在]于?於?\s?$", re.IGNORECASE)
_LOOK = 16


class DateRange(NamedTuple):
    """A range of dates in one sentence of the passages."""

    first: Occurrence
    last: Occurrence


def date_ranges(evidence: Evidence) -> Iterator[DateRange]:
    """Every two neighbouring dates of a sentence whose joint makes the first the begin of a range."""
    for one, other in pairwise(evidence.stated):
        if one.unit != other.unit or one.tabular or not (one.mention.date and other.mention.date):
            continue
        if joins_range(evidence.units[one.unit].text[one.mention.end : other.mention.start]):
            yield DateRange(one, other)


def closed_ranges(evidence: Evidence) -> Iterator[DateRange]:
    """Those ranges of dates that are surely meant as one, "and" between them left aside without "between"."""
    for found in date_ranges(evidence):
        text, start = evidence.units[found.first.unit].text, found.first.mention.start
        joint = text[found.first.mention.end : found.last.mention.start]
        if not _AND.fullmatch(joint) or _BETWEEN.search(text[max(0, start - _LOOK) : start]):
            yield found


def lengths_in_months(evidence: Evidence) -> list[Mention]:
    """How many months, to the half, each closed range of the passages lasts."""
    lengths = (months_between(found.first.mention, found.last.mention) for found in closed_ranges(evidence))
    return [length for length in lengths if length is not None]
