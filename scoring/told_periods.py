"""Parts of years told by their months or their ends: "the first quarter" for January to March.

"In January, February and March" names all of a range; "until the end of April" is until the first of May.
"""

from __future__ import annotations

import re
from calendar import monthrange
from typing import TYPE_CHECKING, NamedTuple

from scoring.figure_findings import following_from
from scoring.mentions import mentions
from scoring.years_over import may_be_of_year

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.dates import DateMention
    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention

_MONTHS_OF_QUARTER, _MONTHS_OF_HALF, _DECEMBER = 3, 6, 12
_LOOK = 24
# In a year that is no leap year February ends on the 28th.
_ANY_YEAR = 2001
_UNTIL = re.compile(
    r"\b(?:until|till|up to|through|to)\s+(?:and including\s+)?(?:the )?$|"
    r"\b(?:до|по)\s(?:самого\s)?$|[至到]\s?$",
    re.IGNORECASE,
)
_UNTIL_BEHIND = re.compile(r"\s?(?:[之以]?前|[為为]?止)")
_END_BEFORE = re.compile(r"(?:\b(?:very )?end of|\bкон(?:ца|ец))\s$", re.IGNORECASE)
_END_BEHIND = re.compile(r"\s?[底末]")


class _Months(NamedTuple):
    """A run of months of one year, the year where it is told."""

    first: int
    last: int
    year: int | None


def periods_told(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a date that does not hold, but says the same as a range or an end told there, follows.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        evidence: the passages.
    """

    def place_of(finding: FigureFinding) -> Occurrence | None:
        if finding.holds or finding.figure.mention.date is None:
            return None
        return _told_as(finding, claims[finding.figure.claim].text, evidence)

    return following_from(findings, place_of)


def _told_as(finding: FigureFinding, text: str, evidence: Evidence) -> Occurrence | None:
    """Where the passages tell a date of a claim in another way.

    For one that stands there for something else that is only where another date should stand.
    """
    mention, rival = finding.figure.mention, finding.rival
    date = mention.date
    if date is None or date.hour is not None:
        return None
    own = _months_of(date)
    named = [each for each in mentions(text) if each.date and each.date.month and not each.date.day]
    for months, place in _runs(evidence):
        if not _may_be_in(date.year, months.year, place, evidence):
            continue
        if finding.verdict == "misplaced" and (rival is None or rival.unit != place.unit):
            continue
        if own is not None and place.mention.date and place.mention.date.month:
            if (own.first, own.last) == (months.first, months.last):
                return place
            continue
        if own is None and date.day is None and _names_all(mention, named, months, place):
            return place
    return _told_as_begin(mention, date, text, evidence)


def _names_all(mention: Mention, named: Sequence[Mention], months: _Months, place: Occurrence) -> bool:
    """Whether a month is one of those that a claim lists in full, or the first or last of a quarter there."""
    told = list(range(months.first, months.last + 1))
    is_quarter = place.mention.date is not None and place.mention.date.month is None
    return _is_in_list(mention, named, told) or (
        is_quarter and _is_in_list(mention, named, [told[0], told[-1]])
    )


def _is_in_list(mention: Mention, named: Sequence[Mention], months: Sequence[int]) -> bool:
    """Whether a month is named in a claim among just these, one behind the other."""
    size = len(months)
    return any(
        mention in stretch and [each.date.month for each in stretch if each.date] == months
        for start in range(len(named) - size + 1)
        for stretch in (named[start : start + size],)
    )


def _runs(evidence: Evidence) -> Iterator[tuple[_Months, Occurrence]]:
    """The ranges of whole months of the passages, and their quarters and halves of years."""
    for first, last in evidence.closed_ranges:
        begin, end = first.mention.date, last.mention.date
        if begin and end and begin.month and end.month and _begins_month(begin) and _ends_month(end):
            yield _Months(begin.month, end.month, end.year or begin.year), first
    for place in evidence.stated:
        if place.mention.date is not None and (months := _months_of(place.mention.date)):
            yield months, place


def _months_of(date: DateMention) -> _Months | None:
    """The months of a quarter or a half of a year; None for any other date."""
    if date.month is not None or (date.quarter is None and date.half is None):
        return None
    length = _MONTHS_OF_QUARTER if date.quarter else _MONTHS_OF_HALF
    last = (date.quarter or date.half or 0) * length
    return _Months(last - length + 1, last, date.year)


def _may_be_in(year: int | None, told: int | None, place: Occurrence, evidence: Evidence) -> bool:
    """Whether what a place tells may be of a year: the one told with it, or one of those over it."""
    if year is None or told is not None:
        return year is None or year == told
    return may_be_of_year(year, place, evidence)


def _begins_month(date: DateMention) -> bool:
    return date.day in {None, 1} and date.third in {None, 1}


def _ends_month(date: DateMention) -> bool:
    return date.third in {None, 3} and date.day in {None, _last_day(date)}


def _last_day(date: DateMention) -> int:
    return monthrange(date.year or _ANY_YEAR, date.month or 1)[1]


def _told_as_begin(mention: Mention, date: DateMention, text: str, evidence: Evidence) -> Occurrence | None:
    """The first of the next month in the passages, for what lasted until the last of a month."""
    if date.month is None or not _lasts_until_end(mention, date, text):
        return None
    month = date.month % _DECEMBER + 1
    year = date.year + (month == 1) if date.year else None
    for place in evidence.stated:
        told = place.mention.date
        if told and (told.month, told.day) == (month, 1) and _may_be_in(year, told.year, place, evidence):
            return place
    return None


def _lasts_until_end(mention: Mention, date: DateMention, text: str) -> bool:
    """Whether a claim tells that something lasted until the end of a month or its last day."""
    before = text[max(0, mention.start - _LOOK) : mention.start]
    end_before = _END_BEFORE.search(before)
    end_behind = _END_BEHIND.match(text, mention.end)
    if date.day is None and not (end_before or end_behind):
        return False
    if date.day is not None and date.day != _last_day(date):
        return False
    behind = end_behind.end() if end_behind else mention.end
    return bool(
        _UNTIL.search(before[: end_before.start()] if end_before else before)
        or _UNTIL_BEHIND.match(text, behind)
    )
