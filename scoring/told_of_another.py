"""A reason or a name that the passages tell of something else than what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.asked import asked_terms
from scoring.contexts import plain_terms
from scoring.mentions import mentions
from scoring.quantities import agrees
from scoring.windows import best_window, share_held, weighed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding
    from scoring.questions import QuestionPart
    from scoring.windows import Window

# A value is held against the passages by its surroundings; only reasons and names are told by words alone.
_TOLD_IN_WORDS = frozenset({"reason", "who"})
# The least share of the question that must stand together somewhere, so that there is a place to miss.
_FOUND = 0.45
# The answer's own words stand together in one place, and next to none of them where the question is told.
_TOGETHER, _HARDLY = 0.7, 0.15
# The most that the other place may hold of the question, as a share of what the question's own place holds.
_OF_IT = 0.4
# Sentences around a place that still belong to it.
_AROUND_QUESTION, _AROUND_ANSWER = 2, 1


def told_of_another(
    question: str,
    parts: Sequence[QuestionPart],
    claims: Sequence[Claim],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
) -> Window | None:
    """Where the passages tell what an answer says, if that is far from where they speak of the question.

    "The mill closed because the bridge was washed away" repeats a true sentence about the bridge; the mill's
    closing is told elsewhere, with none of these words.

    Args:
        question: the whole question.
        parts: its parts; one that asks for a reason or for somebody makes the check worth while.
        claims: the answer's claims.
        findings: its figures; one that holds where the question is told speaks for the answer.
        evidence: the passages.

    Returns:
        The stretch that tells of something else, None where the answer may well be about the question.
    """
    if all(part.kind not in _TOLD_IN_WORDS for part in parts):
        return None
    asked = weighed(asked_terms(question), evidence)
    said = dict.fromkeys(term for claim in claims if claim.kind == "fact" for term in plain_terms(claim.text))
    own = weighed([term for term in said if term not in asked], evidence)
    there, here = best_window(asked, evidence), best_window(own, evidence)
    if there.recall < _FOUND or here.recall < _TOGETHER:
        return None
    told, answered = _around(there, _AROUND_QUESTION, evidence), _around(here, _AROUND_ANSWER, evidence)
    if _share(own, told, evidence) > _HARDLY or _share(asked, answered, evidence) > there.recall * _OF_IT:
        return None
    if any(finding.source is not None and finding.source.unit in told for finding in findings):
        return None
    return None if _names_its_figures(question, answered, evidence) else here


def _around(window: Window, units: int, evidence: Evidence) -> range:
    """A window with so many units before and after it in its passage."""
    passage = evidence.units[window.first].passage
    first, last = window.first, window.last
    while first > max(0, window.first - units) and evidence.units[first - 1].passage == passage:
        first -= 1
    end = min(len(evidence.units) - 1, window.last + units)
    while last < end and evidence.units[last + 1].passage == passage:
        last += 1
    return range(first, last + 1)


def _share(weights: dict[str, float], places: range, evidence: Evidence) -> float:
    return share_held(weights, frozenset[str]().union(*(evidence.units[place].reach for place in places)))


def _names_its_figures(question: str, places: range, evidence: Evidence) -> bool:
    """Whether a figure or date of the question stands there, which ties the place to it."""
    asked = mentions(question)
    return any(
        agrees(mention, occurrence.mention)
        for occurrence in evidence.stated
        if occurrence.unit in places
        for mention in asked
    )
