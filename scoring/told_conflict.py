"""Which sentences report, with values of the passages, that they contradict each other (zh, en, ru)."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from scoring.conflict_report import may_be_of_one_thing, speaks_of_conflict
from scoring.mentions import mentions, stated_or_worded
from scoring.plain_conflicts import plainly_conflict
from scoring.quantities import agrees, gist, may_agree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.questions import QuestionPart

DISAGREE = re.compile(
    r"\b(?:conflict|contradict|disagree|inconsisten|incompatib|diverg|differ\b|do(?:es)? not (?:agree|"
    r"match)|at odds)|"
    r"矛盾|不一致|[對对]不上|說法不一|说法不一|有出入|不符|牴觸|抵触|расход[ия]|расхожд|противореч|"
    r"не совпада|несовместим",
    re.IGNORECASE,
)
"""How sources are said to contradict each other."""
_SIDES = 2
# That it is not told which of two accounts is right, or that somebody should find out.
_UNSETTLED = re.compile(
    r"(?:沒有?|没有?|未[加能]?|無法|无法|不)[^。，,；;]{0,8}(?:解釋|解释|說明|说明|交代|釐清|厘清|確定|确定|判斷|判断|看出|得知)|"
    r"[給给]不出|哪(?:一)?[個个種种處处者項项][^。，,；;]{0,8}(?:正確|正确|有效|準|准|對|对)|以(?:哪|何)[^。，,；;]{0,6}[準准]|"
    r"查[證证]|核[實实對对]|求[證证]|並存|并存|"
    r"\b(?:not|n[’']t|nothing|no|never|without|neither|cannot)\b[^.;]{0,40}\b(?:expla(?:in|nation)|resolv|settl|"
    r"reconcil|clear|right|correct|clarif|which)|"
    r"\bwhich (?:one|of)\b[^.;]{0,40}\b(?:right|correct|appl|valid|hold)|"
    r"\b(?:check|verif|confirm|clarif|ask)\w*\b|"
    r"\b(?:не|нет|без|нельзя|невозможно)\b[^.;]{0,40}\b(?:объясн|поясн|уточн|понять|ясно|видно|указан|однозначн)|"
    r"\bкак(?:ой|ая|ое|ие) из\b|\bнеясно|\b(?:уточнить|проверить|сверить|перепроверить)\b",
    re.IGNORECASE,
)


def reports_conflict(text: str, evidence: Evidence) -> bool:
    """Whether a sentence says that its sources disagree and gives at least two values, one of them theirs.

    What the other is in the passages' words ("twice a year") cannot always be told.
    """
    if not DISAGREE.search(text):
        return False
    values = [value for value in stated_or_worded(text) if not value.is_year]
    return len(values) >= _SIDES and any(
        agrees(value, occurrence.mention) for value in values for occurrence in evidence.occurrences
    )


class _Side(NamedTuple):
    """A value of an answer, with the claim that it stands in and the places of the passages that have it."""

    claim: int
    places: tuple[Occurrence, ...]


def conflict_claims(
    claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence
) -> frozenset[int]:
    """The claims, by index, that only report two values which the passages give in two places for one thing.

    Where in the documents either value stands, and that these do not settle which of them is right, is said
    in words that no passage has.

    Args:
        claims: the answer's claims.
        findings: what the passages say of their figures.
        evidence: the passages.

    Returns:
        None of them unless the answer says that its sources disagree and gives both values.
    """
    telling = {side.claim for pair in _reported(claims, findings, evidence) for side in pair}
    if not telling:
        return frozenset()
    wrong = {finding.figure.claim for finding in findings if not finding.holds}
    empty = {
        index
        for index, claim in enumerate(claims)
        if not mentions(claim.text) and (_UNSETTLED.search(claim.text) or speaks_of_conflict(claim.text))
    }
    return frozenset((telling - wrong) | empty)


def reports_plain_conflict(
    parts: Sequence[QuestionPart],
    claims: Sequence[Claim],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
) -> bool:
    """Whether claims report two values of the passages that plainly stand against each other as an answer."""
    return any(
        plainly_conflict(a, b, part.text, evidence)
        for one, two in _reported(claims, findings, evidence)
        for a in one.places
        for b in two.places
        for part in parts
    )


def _reported(
    claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence
) -> list[tuple[_Side, _Side]]:
    """Pairs of values that claims which speak of a conflict may give as the two sides of it."""
    if not any(speaks_of_conflict(claim.text) for claim in claims):
        return []
    sides = list(_sides(claims, findings, evidence))
    return [(one, two) for one, two in combinations(sides, _SIDES) if _are_rivals(one, two)]


def _sides(claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence) -> Iterator[_Side]:
    """The values that claims give; the second of two is often told without a word of what it is of."""
    for finding in findings:
        if (finding.holds or finding.verdict == "misplaced") and finding.source is not None:
            yield _Side(finding.figure.claim, (finding.source,))
    for index, claim in enumerate(claims):
        for mention in stated_or_worded(claim.text):
            if mention.standing == "worded":
                known = gist(mention)
                yield _Side(
                    index,
                    tuple(
                        o
                        for o in evidence.occurrences
                        if may_agree(known, o.gist) and agrees(mention, o.mention) == "exact"
                    ),
                )


def _are_rivals(one: _Side, two: _Side) -> bool:
    """Whether two values stand in different places and could be of one thing."""
    return any(
        a.unit != b.unit
        and not (a.tabular and b.tabular and a.passage == b.passage)
        and may_be_of_one_thing(a.mention, b.mention)
        and not agrees(a.mention, b.mention)
        for a in one.places
        for b in two.places
    )
