"""How well the surroundings of a figure in a claim fit those of a figure in a passage."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.contexts import Context
    from scoring.evidence import Evidence

_SAME_YEAR, _OTHER_YEAR, _UNASKED_YEAR = 1.2, 0.45, 0.9
# Share of the fit that rests on the passage figure's own subject being spoken of in the claim.
_SUBJECT_SHARE = 0.65
# From this weight on a term counts as spoken of.
_SPOKEN_OF = 0.25


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
    return covered * (1 - _SUBJECT_SHARE + _SUBJECT_SHARE * _subject_cover(claim, source, evidence)) * year_factor(claim, source)


def _subject_cover(claim: Context, source: Context, evidence: Evidence) -> float:
    total = sum(map(evidence.weight, source.key))
    if not total:
        return 0.5
    spoken = (term for term in source.key if claim.weights.get(term, 0.0) >= _SPOKEN_OF)
    return sum(map(evidence.weight, spoken)) / total


def other_time(claim: Context, source: Context) -> bool:
    """Whether claim and passage each say themselves of which year they speak, and name different ones."""
    return claim.dated and source.dated and not claim.years & source.years


def year_factor(claim: Context, source: Context) -> float:
    """More than 1 where both name the same year, less where they name different ones."""
    if not claim.years and source.dated:
        return _UNASKED_YEAR
    if not claim.years or not source.years:
        return 1.0
    return _SAME_YEAR if claim.years & source.years else _OTHER_YEAR
