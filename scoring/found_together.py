"""Figures of an answer that stand in the passages where its other figures stand, too."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.affinity import other_time
from scoring.poles import is_alike
from scoring.quantities import agrees
from scoring.table_cells import cell_of
from scoring.time_between import joins_range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention

# So many other figures of one sentence or row, of which none is doubted, do not stand beside it by chance.
_COMPANY = 2


# Between two values that are held against each other, or of which one became the other.
_HELD_AGAINST = re.compile(
    r"\s*(?:[^\W\d_]{1,12}\.?\s){0,2}?(?:(?:up |down )?to|against|versus|vs\.?|"
    r"compared (?:with|to)|rather than|instead of|→|->|до|против|вместо|по сравнению с|"
    r"[^\W\d_]{0,3}?[对對比]|较|較|(?:[下上]?[降减減增升调調提]\w{0,2}?)?[至到]|[降减減增升调調提变變]\w?[为為成])\s*",
    re.IGNORECASE,
)


def found_together(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> list[FigureFinding]:
    """The findings; what stands where others of the answer stand, too, is not misplaced.

    That is in one sentence or row with two others, or there or in one column with the one that it is held
    against. Whoever takes a figure from the wrong place puts one among others of the right place, or takes
    all of them from there; which of those that stand side by side is meant is told apart in
    :mod:`scoring.crossed`.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        evidence: the passages.
    """
    if not any(finding.verdict == "misplaced" for finding in findings):
        return list(findings)
    return [
        replace(finding, verdict="supported", rival=None)
        if _has_company(finding, findings)
        or _is_held_against(finding, findings, claims, evidence)
        or _ends_a_range(finding, findings, claims, evidence)
        else finding
        for finding in findings
    ]


def _is_held_against(
    finding: FigureFinding, findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> bool:
    """Whether a misplaced value stands in the sentence, the row or the column of the one told against it."""
    mention = finding.figure.mention
    if finding.verdict != "misplaced" or finding.source is None or mention.date is not None:
        return False
    text = claims[finding.figure.claim].text
    for other in findings:
        if other is finding or other.figure.claim != finding.figure.claim or other.source is None:
            continue
        first, second = sorted((mention, other.figure.mention), key=lambda each: each.start)
        if not (is_alike(first, second) and _HELD_AGAINST.fullmatch(text, first.end, second.start)):
            continue
        if _say_the_same(finding, other):
            continue
        if other.source.unit == finding.source.unit or _in_one_column(other.source, finding.source, evidence):
            return True
    return False


def _ends_a_range(
    finding: FigureFinding, findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> bool:
    """Whether a misplaced date and another of its claim are the two ends of a range, as they are there."""
    if finding.verdict != "misplaced" or finding.source is None or finding.figure.mention.date is None:
        return False
    text, there = claims[finding.figure.claim].text, evidence.units[finding.source.unit].text
    own = (finding.figure.mention, finding.source.mention)
    for other in findings:
        if other is finding or other.figure.claim != finding.figure.claim or other.source is None:
            continue
        if other.source.unit != finding.source.unit or other.source.tabular:
            continue
        ends = (other.figure.mention, other.source.mention)
        first, last = sorted((own, ends), key=lambda each: each[0].start)
        if _joined(text, first[0], last[0]) and _joined(there, first[1], last[1]):
            return True
    return False


def _joined(text: str, first: Mention, last: Mention) -> bool:
    """Whether two dates of a text are a range."""
    dated = first.date is not None and last.date is not None and first.end <= last.start
    return dated and joins_range(text[first.end : last.start])


def _in_one_column(one: Occurrence, other: Occurrence, evidence: Evidence) -> bool:
    first, second = (evidence.units[place.unit].row for place in (one, other))
    if first is None or second is None or one.passage != other.passage:
        return False
    if (first.header, first.caption) != (second.header, second.caption):
        return False
    here, there = cell_of(one.mention.raw, first), cell_of(other.mention.raw, second)
    return here is not None and there is not None and here.column == there.column != ""


def _has_company(finding: FigureFinding, findings: Sequence[FigureFinding]) -> bool:
    if finding.verdict != "misplaced" or finding.source is None:
        return False
    if other_time(finding.figure.context, finding.source.context):
        return False  # the right row of a table, and the column of another year
    beside: list[FigureFinding] = []
    for other in findings:
        if _stands_beside(other, finding) and not any(_say_the_same(other, one) for one in beside):
            beside.append(other)
    return len(beside) >= _COMPANY


def _stands_beside(other: FigureFinding, finding: FigureFinding) -> bool:
    """Whether another value of the claim, or of the next one, stands rightly in the same sentence or row."""
    if other.source is None or finding.source is None or other.source is finding.source:
        return False
    return (
        other.holds
        and not other.figure.mention.is_year
        and other.source.unit == finding.source.unit
        and abs(other.figure.claim - finding.figure.claim) <= 1
        and not _say_the_same(other, finding)
    )


def _say_the_same(one: FigureFinding, other: FigureFinding) -> bool:
    return bool(agrees(one.figure.mention, other.figure.mention))
