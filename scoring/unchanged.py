"""Answers that say that nothing changed, where the passages do not (zh, en, ru)."""

from __future__ import annotations

import re
from math import fsum
from typing import TYPE_CHECKING

from scoring.asked import asked_terms
from scoring.computed_words import asks_difference
from scoring.quantities import agrees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding
    from scoring.questions import QuestionPart

_UNCHANGED = re.compile(
    r"\b(?:not?|n[’']t|never|hardly|without)\s(?:\w+\s){0,2}?(?:chang\w*|differ\w*|var(?:y|ied)|rise|"
    r"fall|grow|increase|decrease)\b|\bunchanged\b|"
    r"\b(?:stay\w*|remain\w*|was|were|is|are)\s(?:exactly\s)?(?:the same|constant|stable|equal)\b|"
    r"(?:沒有?|没有?|並未|并未|未|無|无)(?:發生|发生)?(?:任何|明顯|明显|什麼|什么)?(?:的)?(?:改變|改变|變化|变化|變動|变动|增減|增减|差異|差异)|"
    r"(?:維持|维持|保持|持平|不變|不变|相同|一樣|一样)|"
    r"\bне (?:\w+\s)?(?:измен|менял|отлича|различа|выр[оа]с|снизи|увелич|уменьш)\w*|\bбез изменени\w*|"
    r"\bоста\w+ (?:прежн|неизменн|тем же|той же|таким же|на том же|на прежнем)\w*",
    re.IGNORECASE,
)
_AS_BEFORE = re.compile(
    r"\bas (?:it was|they were|before)\b|\bstill\b(?!\snot\b)|\bkept\b|照[舊旧]|沿用|如[舊旧]|"
    r"\bпо-прежнему\b|\bсохран\w+",
    re.IGNORECASE,
)
# The share of the question's words that a sentence must name to be about it.
_ABOUT_IT = 0.3
_TWICE = 2


def tells_no_change(text: str) -> bool:
    """Whether a text says that something stays as it is."""
    return bool(_UNCHANGED.search(text) or _AS_BEFORE.search(text))


def says_unchanged(part: QuestionPart, claims: Sequence[Claim]) -> bool:
    """Whether an answer says that nothing changed where that is asked; "not at all" is a value, too."""
    return asks_difference(part.own) and any(_UNCHANGED.search(claim.text) for claim in claims)


def wrongly_unchanged(
    parts: Sequence[QuestionPart],
    claims: Sequence[Claim],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
) -> int | None:
    """The claim, by index, that answers a question for a change with "none" on no ground; None if none does.

    A sentence of the passages that says the same, or a value of the claim that they give twice, is a ground.
    """
    asked = next((part for part in parts if asks_difference(part.own)), None)
    if asked is None:
        return None
    denying = [i for i, claim in enumerate(claims) if claim.kind == "fact" and _UNCHANGED.search(claim.text)]
    if not denying:
        return None
    about = _about(asked, evidence)
    if any(_UNCHANGED.search(evidence.units[place].text) for place in about):
        return None
    for index in denying:
        own = [f for f in findings if f.figure.claim == index and not f.figure.mention.is_year]
        twice = any(_is_told_twice(finding, about, evidence) for finding in own if finding.holds)
        if not twice and len(own) < _TWICE:
            return index
    return None


def _about(part: QuestionPart, evidence: Evidence) -> frozenset[int]:
    """The units that speak of what is asked."""
    wanted = [term for term in asked_terms(part.own) if term in evidence.idf]
    enough = _ABOUT_IT * fsum(map(evidence.weight, wanted))
    return frozenset(
        place
        for place, unit in enumerate(evidence.units if enough else ())
        if fsum(evidence.weight(term) for term in wanted if term in unit.reach) >= enough
    )


def _is_told_twice(finding: FigureFinding, about: frozenset[int], evidence: Evidence) -> bool:
    value = finding.figure.mention
    places = [o for o in evidence.occurrences if o.unit in about and o.mention.standing == "stated"]
    return sum(bool(agrees(value, o.mention)) for o in places) >= _TWICE
