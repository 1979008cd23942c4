"""Days gone by and days counted through: "five days after" and "on the fifth day after", 第10到25天."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from scoring.figure_findings import following_from
from scoring.quantities import agrees
from scoring.time_between import says_between

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.figures import Figure
    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention

_DAY, _WEEK = Decimal(86_400), Decimal(604_800)
_NAMES: tuple[tuple[str, Decimal, str], ...] = (
    (r"[天日]|days?\b|д(?:ень|ня|ню|н[еи])\b|дней\b|сут(?:ки|ок)\b", _DAY, "s"),
    (r"[週周]|個?星期|个星期|weeks?\b|недел\w*", _WEEK, "s"),
    (r"[個个]月|months?\b|месяц\w*", Decimal(1), "month"),
    (r"年|years?\b|год(?:а|у)?\b", Decimal(12), "month"),
)
_ENDING = r"(?:st|nd|rd|th|-?(?:й|го|е|му|ю|я))?"
# "第10到25天": the unit stands behind the last of both.
_RANGE = rf"(?:\s?[至到~～–—-]\s?第?\s?\d{{1,3}}{_ENDING})?"
_BEHIND = tuple(
    (re.compile(rf"{_ENDING}{_RANGE}[\s\u00a0]?(?:{name})", re.IGNORECASE), factor, unit)
    for name, factor, unit in _NAMES
)
_BEFORE = tuple(
    (re.compile(rf"(?:{name})[\s\u00a0]$", re.IGNORECASE), factor, unit) for name, factor, unit in _NAMES
)
_LOOK = 10


def as_counted(mention: Mention, text: str) -> Iterator[Mention]:
    """What a rank among days is as a duration, and a duration after something as the rank of its last day.

    Args:
        mention: a figure of a claim.
        text: the claim.
    """
    figure = mention.figure
    if figure is None:
        return
    if figure.unit is None:
        yield from _as_durations(mention, figure, text)
    elif says_between(text, mention) and figure.count == int(figure.count):
        rank = replace(figure, value=figure.count, unit=None, kind="ordinal", quantum=Decimal(1), noun=None)
        yield replace(mention, figure=rank)


def counts_through(text: str, mention: Mention, told: Mention) -> bool:
    """Whether a rank of a sentence is one of the units in which a duration is told."""
    figure, rank = told.figure, mention.figure
    if figure is None or rank is None or not figure.count:
        return False
    return (figure.value / figure.count, figure.unit) in _units(mention, text)


def counted_there(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a time counted the other way where others of its answer stand follows from that.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        evidence: the passages.
    """

    def place_of(finding: FigureFinding) -> Occurrence | None:
        return None if finding.holds else _counted_beside(finding, findings, claims, evidence)

    return following_from(findings, place_of)


def _counted_beside(
    finding: FigureFinding,
    findings: Sequence[FigureFinding],
    claims: Sequence[Claim],
    evidence: Evidence,
) -> Occurrence | None:
    """What says the same in another way in a sentence that another figure of the answer was taken from."""
    mention = finding.figure.mention
    cited = {f.source.unit for f in findings if f.holds and f.source is not None and not f.figure.given}
    readings = list(as_counted(mention, claims[finding.figure.claim].text)) if cited else []
    for place in evidence.occurrences if readings else ():
        if place.unit in cited and any(
            agrees(reading, place.mention)
            and (
                not is_ordinal(reading)
                or counts_through(evidence.units[place.unit].text, place.mention, mention)
            )
            for reading in readings
        ):
            return place
    return None


def is_ordinal(mention: Mention) -> bool:
    """Whether a value is a rank."""
    return mention.figure is not None and mention.figure.kind == "ordinal"


def _as_durations(mention: Mention, figure: Figure, text: str) -> Iterator[Mention]:
    if figure.kind not in {"ordinal", "number"} or (figure.kind == "number" and not figure.alternatives):
        return
    for factor, unit in _units(mention, text):
        time = replace(
            figure,
            value=figure.value * factor,
            unit=unit,
            kind="quantity",
            quantum=factor,
            noun=None,
            alternatives=(),
        )
        yield replace(mention, figure=time)


def _units(mention: Mention, text: str) -> list[tuple[Decimal, str]]:
    """The unit of time that a rank is one of: "day 5", "the 5th day", 第5天."""
    before = text[max(0, mention.start - _LOOK) : mention.start]
    found = [(factor, unit) for name, factor, unit in _BEHIND if name.match(text, mention.end)]
    return found or [(factor, unit) for name, factor, unit in _BEFORE if name.search(before)]
