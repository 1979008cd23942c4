"""What a figure of a claim says in the terms of the passages, where these write the same otherwise.

"104 cents" is 1.04 of whatever currency they count in, "26 weeks" are their six months, "113 年" is a year of
theirs. Nothing changes where the passages hold the figure as it is read.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from data_base.text.dates import DateMention
from scoring.bare_dates import as_date
from scoring.counted_days import as_counted, counts_through, is_ordinal
from scoring.days_of_month import as_day
from scoring.hours_of_day import as_hour
from scoring.mentions import mentions
from scoring.quantities import agrees, gist, is_bare, which_may_agree
from scoring.reckoning import reckoning
from scoring.same_durations import same_durations

if TYPE_CHECKING:
    from data_base.text.figures import Figure
    from scoring.evidence import Evidence
    from scoring.mentions import Mention

_CENTS = re.compile(r"cents?\b|цент|¢|美分|欧分|歐分", re.IGNORECASE)
_HUNDRED = Decimal(100)
_ROC_YEAR = re.compile(r"1[0-2]\d\s?年")
_ROC_BEGINS = 1911
_MONTHS = 12


def as_passages_write(mention: Mention, text: str, evidence: Evidence) -> Mention:
    """The figure as the passages write it, or as it is.

    Args:
        mention: a figure or date of a claim.
        text: the claim.
        evidence: the passages.
    """
    if mention.date is not None:
        return _as_amount(mention, evidence) if mention.is_year else mention
    read = as_hour(as_day(mention, text, evidence), text, evidence)
    if read is mention and not _is_held(read, evidence):
        read = as_date(_as_counted_there(read, text, evidence), text, evidence)
    figure = read.figure
    if figure is None or read is not mention:
        return read
    if figure.kind == "money":
        return _in_their_currency(read, figure, evidence) if _CENTS.search(figure.raw) else read
    if figure.unit is None and figure.noun is None and _CENTS.search(text):
        cents = _in_their_currency(read, figure, evidence)
        return cents if not _is_held(read, evidence) and _is_held(cents, evidence) else read
    if figure.unit == "month" and _ROC_YEAR.fullmatch(figure.raw):
        return _as_year(read, figure, evidence)
    timed = figure.unit in {"month", "s"}
    return _in_other_time(read, evidence) if timed else _in_unit_beside(read, figure, text, evidence)


def _as_counted_there(mention: Mention, text: str, evidence: Evidence) -> Mention:
    """A rank among days as the duration that the passages tell, and the other way round; else as it is."""
    for other in as_counted(mention, text):
        for place in which_may_agree(gist(other), evidence.gists):
            told = evidence.occurrences[place]
            if not agrees(other, told.mention):
                continue
            if not is_ordinal(other) or counts_through(evidence.units[told.unit].text, told.mention, mention):
                return other
    return mention


def as_fall(mention: Mention, evidence: Evidence) -> Mention:
    """A figure called a fall as the passages write it: "down 6 %" for −6.0 % in a table; else as it is."""
    figure = mention.figure
    if figure is None or figure.value <= 0 or _is_held(mention, evidence):
        return mention
    fallen = replace(mention, figure=replace(figure, value=-figure.value, count=-figure.count))
    return fallen if _is_held(fallen, evidence) else mention


def as_loss(mention: Mention, evidence: Evidence) -> Mention:
    """A negative figure as a sentence tells it that calls it a fall: "−24 %" where 24 % were lost."""
    figure = mention.figure
    if figure is None or figure.value >= 0 or _is_held(mention, evidence):
        return mention
    lost = replace(mention, figure=replace(figure, value=-figure.value, count=-figure.count))
    places = which_may_agree(gist(lost), evidence.gists)
    told = [evidence.occurrences[place] for place in places]
    falls = any(
        agrees(lost, o.mention)
        and not o.tabular
        and reckoning(evidence.units[o.unit].text, o.mention).direction == "fall"
        for o in told
    )
    return lost if falls else mention


def _is_held(mention: Mention, evidence: Evidence) -> bool:
    """Whether the passages hold a value."""
    places = which_may_agree(gist(mention), evidence.gists)
    return any(agrees(mention, evidence.occurrences[place].mention) for place in places)


def _as_amount(mention: Mention, evidence: Evidence) -> Mention:
    """The amount that what looks like a year is, where no passage names the year but one holds the amount."""
    if mention.year in evidence.years or not mention.raw.isdecimal():
        return mention
    known = (occurrence.mention.figure for occurrence in evidence.occurrences)
    amount = next((each for each in known if each and each.value == mention.year), None)
    return replace(mention, date=None, figure=amount) if amount else mention


def _as_year(mention: Mention, figure: Figure, evidence: Evidence) -> Mention:
    """113 年 as a year of the Republic of China, where the passages name that year and no such duration."""
    year = int(figure.value) // _MONTHS + _ROC_BEGINS
    if year not in evidence.years or _is_held(mention, evidence):
        return mention
    said = DateMention(year, None, None, mention.start, mention.end, mention.raw)
    return replace(mention, figure=None, date=said)


def _in_unit_beside(mention: Mention, figure: Figure, text: str, evidence: Evidence) -> Mention:
    """A bare number in the unit of another of its claim, as the passages hold it: "16 days, here 9"."""
    if not is_bare(mention) or _is_held(mention, evidence):
        return mention
    for other in mentions(text):
        unit = other.figure
        if unit is None or unit.kind != "quantity" or not unit.count:
            continue
        factor = unit.value / unit.count
        read = replace(
            figure,
            value=figure.value * factor,
            quantum=figure.quantum * factor,
            unit=unit.unit,
            kind=unit.kind,
            below=unit.below,
        )
        if _is_held(told := replace(mention, figure=read), evidence):
            return told
    return mention


def _in_their_currency(mention: Mention, figure: Figure, evidence: Evidence) -> Mention:
    """Cents as hundredths of the currency of the passages, for a cent is one of many."""
    held = [m.figure for o in evidence.occurrences if (m := o.mention).figure and m.figure.kind == "money"]
    if not held or any(_CENTS.search(each.raw) for each in held):
        return mention
    amount = figure.count / _HUNDRED
    same = [each for each in held if each.count == amount]
    currencies = Counter((each.unit or "").partition("/")[0] for each in same or held)
    rate = (figure.unit or "").partition("/")[2]
    unit = currencies.most_common(1)[0][0] + (f"/{rate}" if rate else "")
    theirs = replace(figure, unit=unit, count=amount, precision=2, alternatives=())
    if figure.kind != "money":
        # "104 cents against 152" leaves out a unit.
        theirs = replace(theirs, kind="money", value=amount, quantum=figure.quantum / _HUNDRED)
    return replace(mention, figure=theirs)


def _in_other_time(mention: Mention, evidence: Evidence) -> Mention:
    """Months as the days that the passages tell, and days or weeks as their months; else as they are."""
    others = same_durations(mention)
    if not others or _is_held(mention, evidence):
        return mention
    return next((other for other in others if _is_held(other, evidence)), mention)
