"""What a value was before, where a sentence gives it with the difference: "38 trams, nine more than in 2024".

An answer that gives 29 for 2024 tells the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoring.arithmetic import of_one_measure
from scoring.figure_findings import following_from
from scoring.proportions import is_near

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.figures import Figure
    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention

_MORE_BEHIND = re.compile(
    r"\s*(?:[^\W\d_]+\s){0,2}?(?:(?P<more>more|higher|longer|больше|выше|дороже|длиннее)|"
    r"(?P<less>fewer|less|lower|shorter|меньше|ниже|дешевле|короче))\b[^.;:\d]{0,24}\b(?:than|чем)\b",
    re.IGNORECASE,
)
_MORE_BEFORE = re.compile(
    r"(?:[比較较][^，。；,;]{1,16}?)(?:(?P<more>增加|成[長长]|多|高|增)|(?P<less>[減减]少|下降|少|低|[減减]))了?\s*$"
)
_LOOK_BACK = 24
# The answer speaks of what was, or names another time.
_EARLIER = re.compile(
    r"\b(?:earlier|before|previous\w*|last|prior|was|were|had|from|against|compared|up|down)\b|(?:19|20)\d\d|"
    r"\b(?:раньше|ранее|прошл\w+|прежде|был[аио]?|предыдущ\w+|против|с)\b|"
    r"[前去上][一]?年|年前|[從从由原][來来]?|以前|此前|之前|年",
    re.IGNORECASE,
)


def values_before(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> list[FigureFinding]:
    """The findings; what a value was before holds that a sentence gives with how much more it is now.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        evidence: the passages.
    """

    def place_of(finding: FigureFinding) -> Occurrence | None:
        result = finding.figure.mention.figure
        if finding.holds or result is None or not _EARLIER.search(claims[finding.figure.claim].text):
            return None
        return next((now for now in _told_now(finding, findings) if _was(result, now, evidence)), None)

    return following_from(findings, place_of)


def _told_now(finding: FigureFinding, findings: Sequence[FigureFinding]) -> Iterator[Occurrence]:
    """Where the other values of its claim, and of those next to it, stand in sentences."""
    for other in findings:
        near = abs(other.figure.claim - finding.figure.claim) <= 1
        if near and other.holds and other.source is not None and not other.source.tabular:
            yield other.source


def _was(result: Figure, now: Occurrence, evidence: Evidence) -> bool:
    """Whether a value less the difference that its sentence tells comes to another one."""
    value = now.mention.figure
    if value is None or not of_one_measure(result, value):
        return False
    text = evidence.units[now.unit].text
    for place in evidence.occurrences:
        difference = place.mention.figure
        if place.unit != now.unit or place is now or difference is None:
            continue
        sign = _sign(text, place.mention)
        if (
            sign
            and of_one_measure(difference, value)
            and is_near(result, value.value - sign * difference.value)
        ):
            return True
    return False


def _sign(text: str, mention: Mention) -> int:
    """1 for a difference that is called more, -1 for one called less, 0 for what is called neither."""
    before = text[max(0, mention.start - _LOOK_BACK) : mention.start]
    match = _MORE_BEHIND.match(text, mention.end) or _MORE_BEFORE.search(before)
    if match is None:
        return 0
    return 1 if match["more"] else -1
