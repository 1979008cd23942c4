"""Years that an answer names in the place of the one it was asked about.

"How many patents were granted in 2024?" is not answered by "in 2025 there were 318" where the passages tell
of 318 without a year: nothing there is of 2025, and the year of the question is nowhere taken up.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.contexts import plain_terms
from scoring.mentions import mentions, years_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding

# Where a question or an answer sets a year against another one, the other may be named alone.
_AGAINST = re.compile(
    r"\b(?:since|compar\w+|than|from|until|till|before|after|chang\w+|against|versus|vs)\b|"
    r"\b(?:чем|сравн\w+|относительно|против|измен\w+|до|после)\b|\bс\s+(?=\w*\s?\d)|"
    r"比|[較较]|相[對对]|自|[從从]|以[來来]|[變变]化|之?[後后前]|至|到",
    re.IGNORECASE,
)
# A sentence or row says again what a claim says where it has this share of its words.
_SAYS_AGAIN = 0.3


def in_asked_year(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], question: str, evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a year is misplaced that stands for the one that the question names.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        question: what was asked; one without a year, or with several, asks of none.
        evidence: the passages.
    """
    asked = years_of(question)
    told = [mention.year for claim in claims for mention in mentions(claim.text)]
    if len(asked) != 1 or not asked.isdisjoint(told) or _AGAINST.search(question):
        return list(findings)
    return [
        replace(finding, verdict="absent", source=None, rival=None)
        if finding.holds
        and _dates_its_claim(finding, findings, claims)
        and not _is_told_of(finding, claims[finding.figure.claim].text, evidence)
        else finding
        for finding in findings
    ]


def _dates_its_claim(
    finding: FigureFinding, findings: Sequence[FigureFinding], claims: Sequence[Claim]
) -> bool:
    """Whether it is a year that begins what is told, and is set against no other."""
    figure = finding.figure
    if not figure.mention.is_year or _AGAINST.search(claims[figure.claim].text):
        return False
    beside = (other.figure.mention for other in findings if other.figure.claim == figure.claim)
    return all(figure.mention.start <= mention.start for mention in beside)


def _is_told_of(finding: FigureFinding, text: str, evidence: Evidence) -> bool:
    """Whether a sentence or row that says again what a claim says is of the claim's year."""
    year = finding.figure.mention.year
    said = frozenset(plain_terms(text))
    enough = evidence.mass(said) * _SAYS_AGAIN
    for index, unit in enumerate(evidence.units):
        if evidence.mass(said & unit.terms) < enough:
            continue
        over = f"{unit.row.header} {unit.row.caption}" if unit.row is not None else ""
        if year in years_of(unit.text) | years_of(over):
            return True
        if any(year in place.context.years for place in evidence.stated_in.get(index, ())):
            return True
    return False
