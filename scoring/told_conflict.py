"""Which sentences report, with values of the passages, that they contradict each other (zh, en, ru)."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from scoring.conflict_report import may_be_of_one_thing, speaks_of_conflict, tells_rival_values
from scoring.mentions import mentions, stated_or_worded
from scoring.plain_conflicts import Accounts
from scoring.quantities import agrees, gist, may_agree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.claims import Claim
    from scoring.contexts import Context
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention
    from scoring.questions import QuestionPart

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
    if not speaks_of_conflict(text):
        return False
    values = [value for value in stated_or_worded(text) if not value.is_year]
    return len(values) >= _SIDES and any(
        agrees(value, occurrence.mention) for value in values for occurrence in evidence.occurrences
    )


class _Side(NamedTuple):
    """A value of an answer, the claim that it stands in and the places of the passages that have it."""

    claim: int
    mention: Mention
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


def with_sides_told(
    findings: Sequence[FigureFinding],
    parts: Sequence[QuestionPart],
    claims: Sequence[Claim],
    evidence: Evidence,
) -> list[FigureFinding]:
    """The findings; against a value of :func:`told_sides` nothing speaks."""
    sides = told_sides(parts, claims, findings, evidence)
    return [
        replace(finding, verdict="supported", rival=None) if finding.figure.mention in sides else finding
        for finding in findings
    ]


def told_sides(
    parts: Sequence[QuestionPart],
    claims: Sequence[Claim],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
) -> tuple[Mention, ...]:
    """The values of claims that are told as two accounts of what is asked, and are that in the passages.

    The answer itself says that they go against each other; it is enough that both stand where the passages
    speak of what is asked.

    Args:
        parts: what is asked.
        claims: the answer's claims.
        findings: what the passages say of their figures.
        evidence: the passages.
    """
    accounts = [Accounts(part, evidence) for part in parts]
    return tuple(
        side.mention
        for pair in _reported(claims, findings, evidence)
        if any(_are_accounts(*pair, each) for each in accounts)
        for side in pair
    )


def _are_accounts(one: _Side, two: _Side, accounts: Accounts) -> bool:
    if accounts.part.kind != "date" and (one.mention.is_year or two.mention.is_year):
        return False  # years only tell of when two accounts are
    return any(
        accounts.plainly_conflict(a, b) or accounts.stand_alike(a, b)
        for a in one.places
        for b in two.places
        if _may_be_rivals(a, b)
    )


def _reported(
    claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence
) -> list[tuple[_Side, _Side]]:
    """Pairs of values that claims which speak of a conflict may give as the two sides of it."""
    if not any(speaks_of_conflict(claim.text) for claim in claims) and not tells_rival_values(
        "\n".join(claim.text for claim in claims)
    ):
        return []
    sides = list(_sides(claims, findings, evidence))
    return [(one, two) for one, two in combinations(sides, _SIDES) if _are_rivals(one, two)]


def _sides(claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence) -> Iterator[_Side]:
    """The values that claims give; the second of two is often told without a word of what it is of."""
    for finding in findings:
        figure = finding.figure
        if finding.source is not None and not figure.given:
            places = (finding.source, *_places(figure.mention, finding.source, evidence))
            yield _Side(
                figure.claim,
                figure.mention,
                tuple(place for place in places if _may_be_of_one_time(figure.context, place.context)),
            )
    for index, claim in enumerate(claims):
        for mention in stated_or_worded(claim.text):
            if mention.standing == "worded":
                yield _Side(index, mention, _places(mention, None, evidence))


def _may_be_of_one_time(told: Context, there: Context) -> bool:
    return not told.years or not there.years or not told.years.isdisjoint(there.years)


def _places(mention: Mention, known: Occurrence | None, evidence: Evidence) -> tuple[Occurrence, ...]:
    """The places of the passages that have a value, but for one that is known."""
    told = gist(mention)
    return tuple(
        o
        for o in evidence.occurrences
        if o is not known and may_agree(told, o.gist) and agrees(mention, o.mention) == "exact"
    )


def _are_rivals(one: _Side, two: _Side) -> bool:
    """Whether two values stand in different places and could be of one thing."""
    return not agrees(one.mention, two.mention) and any(
        _may_be_rivals(a, b) for a in one.places for b in two.places
    )


def _may_be_rivals(one: Occurrence, two: Occurrence) -> bool:
    return (
        one.unit != two.unit
        and not (one.tabular and two.tabular and one.passage == two.passage)
        and may_be_of_one_thing(one.mention, two.mention)
        and not agrees(one.mention, two.mention)
    )
