"""Dates whose year a document leaves to what stands over them: a heading, a list head, a caption, its title.

Under "Tasks for 2025:" an item is to be done "in the fourth quarter", and an annual report says "in July".
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.mentions import years_of
from scoring.quantities import Agreement, agrees
from scoring.sections_over import Period, lines_of, periods_of, squashed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from data_base.text.dates import DateMention
    from scoring.evidence import Evidence, Occurrence
    from scoring.mentions import Mention

# What names the time a whole document is of: a report, an account, a plan with a year.
_REPORT = re.compile(
    r"\b(?:reports?|reviews?|accounts|statements?|summary|results|plans?|programmes?|programs?|bulletin|year)\b|"
    r"\b(?:отч[её]т|доклад|обзор|итог|план|программ|справк|бюллетен|сводк|результат)|"
    r"[報报]告|年[報报]|[總总][結结]|[計计][畫划劃]|[規规][劃划]|概[況况]|[決决]算|[簡简公]報|公报|简报|[紀纪]要|白皮[書书]|"
    r"年[鑑鉴]|年度",
    re.IGNORECASE,
)
_STOP = re.compile(r"(?<=[.!?])\s|(?<=[。！？；;:：])")
_NUMBERED = re.compile(r"\d{1,2}[.)、]|[一二三四五六七八九十]{1,3}、")
# In which months a year may end that is told by two calendar years, and in which it does where none is told.
_YEAR_ENDS, _USUAL_ENDS = (3, 6, 7, 8, 9), (3, 8)
_LAST_DAYS = 30


def agrees_there(claim: Mention, place: Occurrence, evidence: Evidence) -> Agreement:
    """How a claimed value agrees with one of the passages, the years over that counted in.

    Args:
        claim: a figure or date of an answer.
        place: one of the passages.
        evidence: the passages.
    """
    said, told = claim.date, place.mention.date
    if said is None or told is None or said.year is None or told.year is not None or claim.is_year:
        return agrees(claim, place.mention)
    if not agrees(replace(claim, date=_without_year(said)), place.mention):
        return ""
    years = years_at(place, evidence)
    if not years:
        # Nothing tells the year; one that no passage names at all is nobody's reading of the date.
        return agrees(claim, place.mention) if said.year in evidence.years or not evidence.years else ""
    return "exact" if said.year in years else ""


def may_be_of_year(year: int, place: Occurrence, evidence: Evidence) -> bool:
    """Whether a date of the passages that names no year may be of one, by those over it."""
    years = years_at(place, evidence)
    return not years or year in years


def years_at(place: Occurrence, evidence: Evidence) -> frozenset[int]:
    """The years that a date of the passages without a year may be of; empty where nothing tells any.

    Those that its own sentence names, or else those named last before it in its paragraph, and those of the
    nearest text over it that names any, at last of the title of the report.
    """
    unit, date = evidence.units[place.unit], place.mention.date
    over, before = _around(evidence.passages[unit.passage], unit.text)
    if unit.row is not None and place.context.years:
        return place.context.years
    beside = place.context.years if years_of(unit.text) else before
    # "From 5 June; the fourth follows in spring 2024": what is told to the day may be of another year.
    if not over and (not beside or (date is not None and date.day is not None)):
        over = _reported(evidence.passages)
    return beside | _years(over, date.month if date else None, evidence)


def _without_year(date: DateMention) -> DateMention:
    return replace(date, year=None, until=None, decade=None)


@lru_cache(maxsize=512)
def _around(passage: str, text: str) -> tuple[frozenset[Period], frozenset[int]]:
    """The periods over a sentence or row of a passage, and the years named last before it in its line."""
    lines = lines_of(passage)
    wanted = squashed(text)
    at = next((line for line in lines if wanted in line.squashed), None)
    if at is None:
        # A sentence that was broken over two lines begins in the first of them.
        at = next((line for line in lines if line.squashed and wanted.startswith(line.squashed)), None)
    if at is None:
        return frozenset(), frozenset()
    return at.over, _last_named(at.text.partition(text)[0] if text in at.text else "")


def _last_named(text: str) -> frozenset[int]:
    """The years of the last sentence of a text that names any."""
    named = (years_of(sentence) for sentence in reversed(_STOP.split(text)))
    return next(filter(None, named), frozenset())


@lru_cache(maxsize=8)
def _reported(passages: tuple[str, ...]) -> frozenset[Period]:
    """The period that the one report among some passages is of, by its title."""
    titles = (next(iter(passage.strip().splitlines()), "") for passage in passages)
    named = {
        frozenset(periods)
        for title in titles
        if _REPORT.search(title)
        and not _NUMBERED.match(title)
        and (periods := periods_of(title, dated=False))
    }
    return next(iter(named)) if len(named) == 1 else frozenset()


def _years(periods: Iterable[Period], month: int | None, evidence: Evidence) -> frozenset[int]:
    """The years of some periods in which a month lies."""
    found: set[int] = set()
    for period in periods:
        if period.is_one_year and month is not None:
            found |= _calendar_years(period, month, evidence)
        else:
            found |= set(range(period.first, period.last + 1))
    return frozenset(found)


def _calendar_years(period: Period, month: int, evidence: Evidence) -> set[int]:
    """In which calendar year a month of a year lies that is told by two of them ("2024/25").

    Such a year begins in spring, summer or autumn; the passages tell it where they name its first or its last
    day.
    """
    ends = tuple(end for end in _YEAR_ENDS if _names_end(period, end, evidence)) or _USUAL_ENDS
    return {period.first if month > end else period.last for end in ends}


def _names_end(period: Period, month: int, evidence: Evidence) -> bool:
    """Whether the passages name the last day of a month of the second year, or the next day a year before."""
    dates = [o.mention.date for o in evidence.stated if o.mention.date and o.mention.date.day]
    return any(
        (date.year, date.month, date.day) == (period.first, month + 1, 1)
        or ((date.year, date.month) == (period.last, month) and (date.day or 0) >= _LAST_DAYS)
        for date in dates
    )
