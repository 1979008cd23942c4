"""Days and years that passages leave to words: "the next day" after a date, "the year before" of a report."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from data_base.text.dates import contains
from scoring.contexts import plain_terms
from scoring.figure_findings import following_from
from scoring.moved_dates import days_later
from scoring.years_over import may_be_of_year, years_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.dates import DateMention
    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding

_NEXT_DAY = re.compile(
    r"\b(?:the (?:next|following) (?:day|morning)|(?:a|one) day later|the day after(?! tomorrow))\b|"
    r"[次翌]日|隔[日天]|第二天|[后後]一[日天]|一[日天][之以]?[后後]|"
    r"\bна (?:следующий|другой) день\b|\bна следующее утро\b|\b(?:одним )?дн[её]м (?:позже|позднее)\b|"
    r"\bспустя (?:один )?день\b",
    re.IGNORECASE,
)
_DAY_BEFORE = re.compile(
    r"\b(?:the (?:day before(?! yesterday)|previous day)|(?:a|one) day earlier)\b|(?<!\d)前一[日天]|"
    r"\bнакануне\b|\bдн[её]м (?:ранее|раньше)\b",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r"\b(?:(?:in )?the (?:year before|previous year|preceding year|prior year)|a year (?:earlier|before)|"
    r"last year|one year earlier)\b|"
    r"上一?年(?!度?[末底初])|前一年|去年|上年度|"
    r"\b(?:годом (?:ранее|раньше)|(?:в )?(?:предыдуще|прошло)(?:м|го) год[уа]|за год до (?:этого|того))\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;；，,。:：()（）—]|\s[-–]\s|\b(?:and|but|и|а)\b|[。.!?！？]\s")
_OPENED = re.compile(r"[,，]\s?")
_SENTENCE = re.compile(r"[;；。]|[.!?！？]\s")
_BARRIER = re.compile(r"[;；，,。]|\b(?:and|but|и|а)\b")
# How much farther away a value stands for every comma or "and" between.
_FAR = 12
# So near to a value stand the words that tell of which year it is.
_BEFORE, _BEHIND = 24, 30


class _Beside(NamedTuple):
    """A day told by its neighbour.

    Attributes:
        date: the day.
        base: the neighbour's date.
        place: that, as if it stood where the day is told.
        own: what the passage says of the day.
        other: what it says of the neighbour.
    """

    date: DateMention
    base: Occurrence
    place: Occurrence
    own: str
    other: str


def times_beside(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], question: str, evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a day or year that does not hold, but that words of the passages stand for, follows.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        question: what was asked; a bare date answers that.
        evidence: the passages.
    """

    def place_of(finding: FigureFinding) -> Occurrence | None:
        date, text = finding.figure.mention.date, claims[finding.figure.claim].text
        if finding.holds or date is None:
            return None
        if finding.figure.mention.is_year:
            return _year_before(finding, findings, text, evidence)
        return _day_beside(finding, text, question, evidence) if date.day else None

    days = list(_days_beside(evidence)) if any(map(_is_told_day, findings)) else []
    return [
        replace(finding, verdict="misplaced", rival=finding.source)
        if _is_told_day(finding)
        and _is_of_neighbour(finding, claims[finding.figure.claim].text, days, evidence)
        else finding
        for finding in following_from(findings, place_of)
    ]


def _is_told_day(finding: FigureFinding) -> bool:
    """Whether it is a day that the passages hold."""
    date = finding.figure.mention.date
    return finding.verdict == "supported" and date is not None and date.day is not None


def _is_of_neighbour(finding: FigureFinding, text: str, days: Sequence[_Beside], evidence: Evidence) -> bool:
    """Whether a claim tells for a date what its passage tells of the day beside it."""
    source, mention = finding.source, finding.figure.mention
    if source is None or _NEXT_DAY.search(text) or _DAY_BEFORE.search(text):
        return False
    around = _around(_CLAUSE, text, mention.start).replace(mention.raw, " ")
    words = frozenset(plain_terms(around))
    beside = [
        day for day in days if (day.base.unit, day.base.mention.start) == (source.unit, source.mention.start)
    ]
    return any(
        evidence.mass(words & frozenset(plain_terms(day.own))) > 0
        and not words & frozenset(plain_terms(day.other))
        for day in beside
    )


def _day_beside(finding: FigureFinding, text: str, question: str, evidence: Evidence) -> Occurrence | None:
    """The date beside that of a claim, where the claim tells what the passage tells of the day after it."""
    mention = finding.figure.mention
    said = mention.date
    for day in _days_beside(evidence):
        year = day.date.year
        if said is None or (said.year and not year and not may_be_of_year(said.year, day.place, evidence)):
            continue
        wanted = said if year else _without_year(said)
        if contains(wanted, day.date) and _tells(day, text, mention.start, question, evidence):
            return day.place
    return None


def _days_beside(evidence: Evidence) -> Iterator[_Beside]:
    """The days that the passages tell by the day before or after."""
    for index, unit in enumerate(evidence.units):
        if unit.row is not None:
            continue
        for pattern, days in ((_NEXT_DAY, 1), (_DAY_BEFORE, -1)):
            for word in pattern.finditer(unit.text):
                place = _last_day(index, word.start(), evidence)
                shifted = days_later(place.mention.date, days) if place and place.mention.date else None
                if place is None or shifted is None:
                    continue
                other = _around(_CLAUSE, evidence.units[place.unit].text, place.mention.start)
                # What is told of the day stands with the words, which may be a sentence behind the date.
                told = place._replace(unit=index)
                # "The next day, X took over": what happens then stands behind the comma.
                behind = _OPENED.match(unit.text, word.end())
                own = _around(_CLAUSE, unit.text, behind.end() if behind else word.start())
                yield _Beside(shifted, place, told, own, other)


def _last_day(unit: int, start: int, evidence: Evidence) -> Occurrence | None:
    """The last day told before a place of a unit, there or in the unit before it."""
    own = [o for o in evidence.stated_in.get(unit, ()) if o.mention.start < start and _is_day(o)]
    if own:
        return own[-1]
    last = [o for o in evidence.stated_in.get(unit - 1, ()) if _is_day(o)]
    same = last and last[-1].passage == evidence.units[unit].passage and not last[-1].tabular
    return last[-1] if same else None


def _is_day(place: Occurrence) -> bool:
    return place.mention.date is not None and place.mention.date.day is not None


def _tells(day: _Beside, text: str, start: int, question: str, evidence: Evidence) -> bool:
    """Whether the words about a date of a claim are rather those of a day than those of its neighbour."""
    for said in (_around(_CLAUSE, text, start), _around(_SENTENCE, text, start), f"{question} {text}"):
        words = frozenset(plain_terms(said))
        own, other = (evidence.mass(words & frozenset(plain_terms(part))) for part in (day.own, day.other))
        if own != other:
            return own > other
    return True


def _around(stop: re.Pattern[str], text: str, at: int) -> str:
    """The piece of a text between two stops in which a position lies."""
    first = max((match.end() for match in stop.finditer(text, 0, at)), default=0)
    last = stop.search(text, at)
    return text[first : last.start() if last else len(text)]


def _without_year(date: DateMention) -> DateMention:
    return replace(date, year=None, decade=None, until=None)


def _year_before(
    finding: FigureFinding, findings: Sequence[FigureFinding], text: str, evidence: Evidence
) -> Occurrence | None:
    """The value beside a year of a claim that the passages tell of the year before that of their report."""
    nearest = _nearest(finding, findings, text)
    source = nearest.source if nearest is not None and nearest.holds else None
    year = finding.figure.mention.year
    if source is None or source.tabular or year is None:
        return None
    return source if _told_of_before(source, evidence) and years_at(source, evidence) == {year + 1} else None


def _nearest(finding: FigureFinding, findings: Sequence[FigureFinding], text: str) -> FigureFinding | None:
    """The value that stands nearest to a year in its claim, nothing told apart between them."""
    own = finding.figure.mention
    beside = [
        other
        for other in findings
        if other.figure.claim == finding.figure.claim and other.figure.mention.figure is not None
    ]

    def distance(other: FigureFinding) -> int:
        first, second = sorted((own, other.figure.mention), key=lambda mention: mention.start)
        between = text[first.end : second.start]
        return len(between) + _FAR * len(_BARRIER.findall(between))

    return min(beside, key=distance, default=None)


def _told_of_before(source: Occurrence, evidence: Evidence) -> bool:
    """Whether the words next to a value of the passages say that it is of the year before."""
    places = [o for o in evidence.stated_in.get(source.unit, ()) if o.mention.figure is not None]
    text = evidence.units[source.unit].text
    for word in _YEAR_BEFORE.finditer(text):
        ahead = [o for o in places if 0 <= word.start() - o.mention.end <= _BEHIND]
        behind = [o for o in places if 0 <= o.mention.start - word.end() <= _BEFORE]
        near = min(
            (*ahead, *behind),
            key=lambda o: _gap(text, o, word),
            default=None,
        )
        if near is not None and near.mention.start == source.mention.start:
            return True
    return False


def _gap(text: str, place: Occurrence, word: re.Match[str]) -> int:
    """How far words stand from a value, by the characters and the commas between."""
    first, last = sorted((place.mention.start, place.mention.end, word.start(), word.end()))[1:3]
    between = text[first:last]
    return len(between) + _FAR * len(_BARRIER.findall(between))
