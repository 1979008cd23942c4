"""What is left of a whole, where a sentence only says of what the rest is (zh, en, ru).

"Of the £164,000, £120,000 came from a grant and the remainder from our reserves" bears out an answer that
gives £44,000 for the reserves.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from scoring.arithmetic import of_one_measure
from scoring.figure_findings import following_from
from scoring.proportions import is_near

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.text.figures import Figure
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding

_REST = re.compile(
    r"\b(?:the|all) (?:rest|others?|remainder|remaining|balance)\b|"
    r"\b(?:остальн\w+|оставш\w+|остаток|прочи[ем]\w?|друг(?:ие|их|им))\b|"
    r"其[餘余]|[餘余](?:下|額|额|款|數|数|由|為|为)|剩[下餘余]",
    re.IGNORECASE,
)
_ALL = Decimal(100)


def remainders_told(findings: Sequence[FigureFinding], evidence: Evidence) -> list[FigureFinding]:
    """The findings; what is left of a whole where a sentence that the answer cites speaks of the rest holds.

    Args:
        findings: of every figure of the answer.
        evidence: the passages.
    """

    def place_of(finding: FigureFinding) -> Occurrence | None:
        result = finding.figure.mention.figure
        if finding.holds or result is None:
            return None
        for unit in _cited_beside(finding, findings):
            whole = _whole_less(result, _told_before_rest(result, unit, evidence))
            if whole is not None:
                return whole
        return None

    return following_from(findings, place_of)


def _cited_beside(finding: FigureFinding, findings: Sequence[FigureFinding]) -> list[int]:
    """The sentences that figures of its claim, and of those next to it, stand in."""
    cited = {
        other.source.unit
        for other in findings
        if other.holds
        and other.source is not None
        and not other.source.tabular
        and abs(other.figure.claim - finding.figure.claim) <= 1
    }
    return sorted(cited)


def _told_before_rest(result: Figure, unit: int, evidence: Evidence) -> list[Occurrence]:
    """The values of a sentence, or else of the one before it, told before it speaks of the rest."""
    told = evidence.stated_in.get(unit, ())
    rest = _REST.search(evidence.units[unit].text)
    if rest is not None:
        told = [place for place in told if place.mention.start < rest.start()]
    elif not _opens_with_rest(unit + 1, unit, evidence):
        return []
    return [place for place in told if place.mention.figure and _may_add_up(result, place.mention.figure)]


def _may_add_up(result: Figure, other: Figure) -> bool:
    """Whether two are of one measure; millions of nothing are of the measure of what they stand beside."""
    scaled = result.unit is None and result.kind == "number" and result.quantum > 1
    return of_one_measure(result, other) or (scaled and other.kind == "money")


def _opens_with_rest(unit: int, before: int, evidence: Evidence) -> bool:
    if unit >= len(evidence.units) or evidence.units[unit].passage != evidence.units[before].passage:
        return False
    return _REST.match(evidence.units[unit].text) is not None


def _whole_less(result: Figure, told: Sequence[Occurrence]) -> Occurrence | None:
    """The whole that leaves the result when all others are taken from it; None for none."""
    if not told:
        return None
    values = [place.mention.figure.value for place in told if place.mention.figure is not None]
    whole = max(values)
    parts = sum(values) - whole
    if len(values) > 1 and parts < whole and is_near(result, whole - parts):
        return told[values.index(whole)]
    if result.kind == "percent" and is_near(result, _ALL - sum(values)):
        return told[0]
    return None
