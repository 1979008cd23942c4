"""How well the surroundings of a figure in a claim fit those of a figure in a passage."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.contexts import Context
    from scoring.evidence import Evidence

_SAME_YEAR, _OTHER_YEAR, _UNASKED_YEAR = 1.2, 0.45, 0.9
# A year that only stands near by, in the sentence before or the heading, says less.
_YEAR_NEAR_BY = 0.85
_TOPIC_SHARE = 0.3
# Share of the fit that rests on the passage figure's own subject being spoken of in the claim.
_SUBJECT_SHARE = 0.65
# From this weight on a term counts as spoken of.
_SPOKEN_OF = 0.33


def affinity(claim: Context, source: Context, evidence: Evidence) -> float:
    """Fit of two surroundings, in [0, 1.2].

    The IDF-weighted share of the claim's words that stand near the passage's figure, times the share of the
    passage figure's own subject that the claim speaks of, times a factor for years that agree or differ.
    """
    near = source.weights
    weight = evidence.weight
    shared = total = 0.0
    for term, strength in claim.weights.items():
        mass = weight(term) * strength
        total += mass
        if term in near:
            shared += mass * near[term]
    covered = shared / total if total else 0.0
    return (
        covered
        * (1 - _SUBJECT_SHARE + _SUBJECT_SHARE * subject_cover(claim, source, evidence))
        * year_factor(claim, source)
    )


def subject_cover(claim: Context, source: Context, evidence: Evidence) -> float:
    """Share of a passage figure's own subject that the claim speaks of, in [0, 1]."""
    own = _share_spoken(source.key, claim, evidence)
    return max(own, _share_spoken(source.key | source.leans_on, claim, evidence)) if source.leans_on else own


def _share_spoken(key: frozenset[str], claim: Context, evidence: Evidence) -> float:
    total = sum(map(evidence.weight, key))
    if not total:
        return 0.5
    return sum(evidence.weight(term) for term in key if claim.weights.get(term, 0.0) >= _SPOKEN_OF) / total


def topic_factor(claim: Context, passage: frozenset[str], evidence: Evidence) -> float:
    """Between 0.7 and 1: how much of what the claim speaks of stands anywhere in a passage."""
    total = shared = 0.0
    for term, strength in claim.weights.items():
        mass = evidence.weight(term) * strength
        total += mass
        if term in passage:
            shared += mass
    return 1 - _TOPIC_SHARE + _TOPIC_SHARE * (shared / total if total else 1.0)


def other_time(claim: Context, source: Context) -> bool:
    """Whether claim and passage each say themselves of which year they speak, and name different ones."""
    return claim.dated and source.dated and not claim.years & source.years


def year_factor(claim: Context, source: Context) -> float:
    """More than 1 where both name the same year, less where they name different ones."""
    if not claim.years and source.dated:
        return _UNASKED_YEAR
    if not claim.years or not source.years:
        return 1.0
    if claim.years & source.years:
        return _SAME_YEAR
    return _OTHER_YEAR if source.dated else _YEAR_NEAR_BY
