"""Dates told after they were moved: "due on 27 July, postponed by three weeks" is the 17th of August.

Also which of two dates of a sentence is the new one, and dates told by their distance from another.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from data_base.text.dates import contains
from scoring.figure_findings import following_from
from scoring.quantities import agrees
from scoring.time_between import lies_between
from scoring.years_over import may_be_of_year

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.dates import DateMention
    from data_base.text.figures import Figure
    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding

_LATER = re.compile(
    r"\b(?:postpon|put (?:off|back)|push\w* back|mov\w+ back|delay|defer|extend|prolong|slip|later)|"
    r"推[迟遲]|延[后後期長长迟遲緩缓宕至到]|[順顺展]延|晚|"
    r"\b(?:отлож|отсроч|продл|перен[её]с|сдвину|задерж|позже|позднее)",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:brought forward|moved (?:up|forward)|earlier|раньше|ранее|ускор)|提[前早]|早", re.IGNORECASE
)
# What stands before the new date of something that was moved.
_MOVED_TO = re.compile(
    r"(?:\b(?:postponed|put (?:off|back)|pushed back|moved(?: back| forward| up)?|delayed|deferred|extended|"
    r"rescheduled|brought forward|slipped)\s(?:to|until|till)(?: the)?|"
    r"(?:延[后後期長长迟遲緩缓宕]?|推[迟遲]|[順顺展]延|提[前早]|改[期為为]?|[調调]整)[至到於于为為]|"
    r"\b(?:отлож|отсроч|продл|перен[её]с|сдвину)\w*\s(?:[^\W\d_]+\s)?(?:на|до))\s?$",
    re.IGNORECASE,
)
_PLANNED = re.compile(
    r"\b(?:plann\w*|original\w*|initial\w*|due|намечен\w*|намечал\w*|первоначальн\w*|планир\w*|изначальн\w*)\b|"
    r"原[訂订定先本]|[預预]定|最初",
    re.IGNORECASE,
)
_NEW = re.compile(
    r"\b(?:new|final|actual)\b|新的|最[終终]|[實实][際际]|\b(?:нов\w+|окончательн\w+|фактическ\w+)\b",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
# An answer of hardly more than a date leaves to its question what happened then.
_BARE = 10
_LOOK, _LOOK_BEHIND = 32, 16
_DAY, _MONTHS = Decimal(86_400), 12
# Where nobody names a year, days are counted in one that is no leap year.
_ANY_YEAR = 2001


def moved_dates_told(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a date that does not hold, but follows from how the passages say it was moved, does.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        evidence: the passages.
    """

    def place_of(finding: FigureFinding) -> Occurrence | None:
        if finding.holds or finding.figure.mention.date is None:
            return None
        text = claims[finding.figure.claim].text
        return _new_date(finding, text, evidence) or _shifted_there(finding, findings, evidence)

    return following_from(findings, place_of)


def told_by_distance(findings: Sequence[FigureFinding]) -> list[FigureFinding]:
    """The findings; a date holds that its claim tells by how far it lies from another one there."""
    return following_from(findings, lambda finding: _told_by_distance(finding, findings))


def plans_told_as_new(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], question: str, evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a date that was planned, told as the one to which it was moved, is misplaced.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        question: what was asked; a bare date answers that.
        evidence: the passages.
    """
    return [
        replace(finding, verdict="misplaced", rival=new)
        if (new := _moved_since(finding, findings, evidence))
        and _speaks_of_new(finding, claims[finding.figure.claim].text, question)
        else finding
        for finding in findings
    ]


def _moved_since(
    finding: FigureFinding, findings: Sequence[FigureFinding], evidence: Evidence
) -> Occurrence | None:
    """The date to which a planned one was moved in its own sentence, where the answer leaves that out."""
    source = finding.source
    if finding.figure.mention.date is None or finding.figure.given or not finding.holds or source is None:
        return None
    text = evidence.units[source.unit].text
    if source.tabular or not _PLANNED.search(
        text[max(0, source.mention.start - _LOOK) : source.mention.start]
    ):
        return None
    for other in evidence.stated_in.get(source.unit, ()):
        if other.mention.date and other.mention.start > source.mention.end:
            told = any(bool(agrees(f.figure.mention, other.mention)) for f in findings)
            if _MOVED_TO.search(text[: other.mention.start]):
                return None if told else other
    return None


def _speaks_of_new(finding: FigureFinding, text: str, question: str) -> bool:
    """Whether a claim, or for a bare date its question, speaks of what something was moved to."""
    mention = finding.figure.mention
    before, rest = text[: mention.start], text[: mention.start] + text[mention.end :]
    if _PLANNED.search(rest):
        return False
    if _MOVED_TO.search(before) or _NEW.search(before):
        return True
    bare = len(_LETTER.findall(rest)) <= _BARE and not _PLANNED.search(question)
    return bare and bool(_LATER.search(question) or _NEW.search(question))


def _new_date(finding: FigureFinding, text: str, evidence: Evidence) -> Occurrence | None:
    """The date to which a sentence says something was moved, taken for that of the plan beside it."""
    source, rival = finding.source, finding.rival
    if finding.verdict != "misplaced" or source is None or rival is None or source.unit != rival.unit:
        return None
    start = finding.figure.mention.start
    moved = _MOVED_TO.search(evidence.units[source.unit].text[: source.mention.start])
    return source if moved and not _PLANNED.search(text[max(0, start - _LOOK) : start]) else None


def _shifted_there(
    finding: FigureFinding, findings: Sequence[FigureFinding], evidence: Evidence
) -> Occurrence | None:
    """The date that was moved to a claim's by a time the passages tell, where the claim speaks of that."""
    said = finding.figure.mention.date
    if said is None or said.month is None:
        return None
    near = [f.source for f in findings if f.holds and f.figure.claim == finding.figure.claim and f.source]
    units = {place.unit for place in (finding.rival, finding.source, *near) if place is not None}
    for time, sign in _shifts(evidence):
        first = _moved_by(time, evidence)
        if first is None or units.isdisjoint({time.unit, first.unit}):
            continue
        moved = _shifted(first, time.mention.figure, sign)
        if moved is None or not contains(replace(said, year=moved.year and said.year), moved):
            continue
        if said.year is None or moved.year is not None or may_be_of_year(said.year, first, evidence):
            return first
    return None


def _shifts(evidence: Evidence) -> Iterator[tuple[Occurrence, int]]:
    """The times by which the passages say that something was moved, each with 1 for later, -1 for earlier."""
    for place in evidence.occurrences:
        figure = place.mention.figure
        if figure is None or figure.unit not in {"s", "month"} or place.tabular:
            continue
        text = evidence.units[place.unit].text
        around = (
            text[max(0, place.mention.start - _LOOK) : place.mention.start],
            text[place.mention.end : place.mention.end + _LOOK_BEHIND],
        )
        later, earlier = (any(map(word.search, around)) for word in (_LATER, _EARLIER))
        if later != earlier:
            yield place, 1 if later else -1


def _moved_by(time: Occurrence, evidence: Evidence) -> Occurrence | None:
    """The date that is moved by a time: the last before it in its sentence or the one before."""
    own = [o for o in evidence.stated_in.get(time.unit, ()) if _is_day_or_month(o)]
    before = [o for o in own if o.mention.start < time.mention.start]
    if own:
        return before[-1] if before else own[0]
    last = [o for o in evidence.stated_in.get(time.unit - 1, ()) if _is_day_or_month(o) and not o.tabular]
    return last[-1] if last and last[-1].passage == time.passage else None


def _is_day_or_month(place: Occurrence) -> bool:
    return place.mention.date is not None and place.mention.date.month is not None


def _shifted(place: Occurrence, time: Figure | None, sign: int) -> DateMention | None:
    """A date so much later or earlier; None where the time is no whole number of days or months."""
    first = place.mention.date
    if first is None or first.month is None or time is None:
        return None
    if time.unit == "month" and time.value == int(time.value):
        months = (first.year or _ANY_YEAR) * _MONTHS + first.month - 1 + sign * int(time.value)
        year, month = divmod(months, _MONTHS)
        day = first.day and min(first.day, monthrange(year, month + 1)[1])
        return replace(first, year=first.year and year, month=month + 1, day=day)
    days = time.value / _DAY
    return days_later(first, sign * int(days)) if time.unit == "s" and days == int(days) else None


def days_later(first: DateMention, days: int) -> DateMention | None:
    """A date so many days later, or earlier; None for one that names no day."""
    if first.month is None or first.day is None:
        return None
    try:
        moved = date(first.year or _ANY_YEAR, first.month, first.day) + timedelta(days)
    except (ValueError, OverflowError):
        return None
    return replace(first, year=first.year and moved.year, month=moved.month, day=moved.day)


def _told_by_distance(finding: FigureFinding, findings: Sequence[FigureFinding]) -> Occurrence | None:
    """Where a date stands that a claim tells by how far it lies from its rival: "two weeks before that"."""
    source, rival = finding.source, finding.rival
    if finding.verdict != "misplaced" or source is None or rival is None:
        return None
    if not agrees(finding.figure.mention, source.mention):
        return None
    for other in findings:
        time, between = other.figure.mention.figure, other.figure.reckoned.between
        if other.figure.claim != finding.figure.claim or other.verdict != "derived" or time is None:
            continue
        if lies_between(time, between, [source.mention], [rival.mention]):
            return source
    return None
