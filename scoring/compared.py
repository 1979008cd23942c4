"""Questions that ask how two things differ, and answers that tell of one of them only (zh, en, ru)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.contexts import plain_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.figure_findings import FigureFinding

_NAME_EN = r"(?:the\s|its\s|their\s)?[\w’'-]+(?:\s[\w’'-]+){0,3}?"
_PAIRS = (
    re.compile(
        rf"\b(?:do(?:es)?|did)\s(?P<one>{_NAME_EN})\s(?:and|differ from|disagree with)\s(?P<two>{_NAME_EN})"
        r"(?=\s(?:differ|disagree|diverge)|\s(?:in|on|about|over|with)\b|[,?])|"
        rf"\b(?:differ\w*|disagree\w*|discrepanc\w+|contrast) between (?P<first>{_NAME_EN}) and "
        rf"(?P<second>{_NAME_EN})(?=\s(?:in|on|about|over|with|of)\b|[,?])",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<one>[\u4e00-\u9fff]{2,8})(?:與|与|和|跟|同)(?P<two>[\u4e00-\u9fff]{2,8}?)"
        r"(?:的|在|對|对|之間|之间|有|關於|关于)[^，。？?]{0,16}?(?:不同|差異|差异|區別|区别|分歧|出入|不一致)"
    ),
    re.compile(
        r"\b(?:расход\w*|отлича\w*|различ\w*)\s(?:[\w-]+\s){0,2}?(?P<one>[\w-]+\s[\w-]+|[\w-]+)\s(?:и|от|с)\s"
        r"(?P<two>[\w-]+\s[\w-]+|[\w-]+)",
        re.IGNORECASE,
    ),
)


def one_of_compared(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], question: str
) -> list[FigureFinding]:
    """The findings; a value that was called misplaced may be one side of what a question compares.

    It is where the answer gives no other value and names neither of the two, and the other one's value stands
    in a sentence of its own.
    """
    if not tells_one_of_compared(findings, claims, question):
        return list(findings)
    return [replace(f, verdict="supported") if _is_one_side(f) else f for f in findings]


def _is_one_side(finding: FigureFinding) -> bool:
    own, other = finding.source, finding.rival
    if finding.verdict != "misplaced" or own is None or other is None:
        return False
    return own.unit != other.unit and not (own.tabular or other.tabular)


def tells_one_of_compared(findings: Sequence[FigureFinding], claims: Sequence[Claim], question: str) -> bool:
    """Whether a question compares two things and the answer gives a single value without naming either."""
    values = sum(not finding.figure.mention.is_year for finding in findings)
    sides = _sides(question) if values == 1 else ()
    said = {term for claim in claims for term in plain_terms(claim.text)}
    return bool(sides) and not any(side & said for side in sides)


def _sides(question: str) -> tuple[frozenset[str], ...]:
    """What sets each of two compared things apart from the other, in terms."""
    for pattern in _PAIRS:
        if match := pattern.search(question):
            names = match.groupdict()
            one = frozenset(plain_terms(names["one"] or names.get("first") or ""))
            two = frozenset(plain_terms(names["two"] or names.get("second") or ""))
            apart = (one - two, two - one)
            return apart if any(apart) else ()
    return ()
