"""How well the surroundings of a figure in a claim fit those of a figure in a passage."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
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


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a claim's figure speaks of, weighed once for all the passages' figures it is held against.

    Attributes:
        context: its surroundings.
        masses: its terms with their weight in these passages times their strength.
        total: of all masses.
        spoken: the terms that count as spoken of.
        evidence: the passages.
    """

    context: Context
    masses: tuple[tuple[str, float], ...]
    total: float
    spoken: frozenset[str]
    evidence: Evidence


def weighed_for(claim: Context, evidence: Evidence) -> Weighed:
    """A claim's surroundings as these passages weigh them."""
    idf, unknown = evidence.idf, evidence.unknown
    masses = tuple([(term, idf.get(term, unknown) * strength) for term, strength in claim.weights.items()])
    spoken = frozenset(term for term, strength in claim.weights.items() if strength >= _SPOKEN_OF)
    return Weighed(claim, masses, sum(mass for _, mass in masses), spoken, evidence)


def affinity(claim: Weighed, source: Context) -> float:
    """Fit of two surroundings, in [0, 1.2].

    The IDF-weighted share of the claim's words that stand near the passage's figure, times the share of the
    passage figure's own subject that the claim speaks of, times a factor for years that agree or differ.
    """
    near = source.weights
    shared = sum([mass * near[term] for term, mass in claim.masses if term in near])
    if not shared:
        return 0.0
    return (
        shared
        / claim.total
        * (1 - _SUBJECT_SHARE + _SUBJECT_SHARE * subject_cover(claim, source))
        * year_factor(claim.context, source)
    )


def subject_cover(claim: Weighed, source: Context) -> float:
    """Share of a passage figure's own subject that the claim speaks of, in [0, 1]."""
    own = _share_spoken(source.key, claim)
    return max(own, _share_spoken(source.key | source.leans_on, claim)) if source.leans_on else own


def _share_spoken(key: frozenset[str], claim: Weighed) -> float:
    idf, unknown, spoken = claim.evidence.idf, claim.evidence.unknown, claim.spoken
    total = fsum([idf.get(term, unknown) for term in key])
    said = fsum([idf.get(term, unknown) for term in key & spoken])
    return said / total if total else 0.5


def topic_factor(claim: Weighed, passage: frozenset[str]) -> float:
    """Between 0.7 and 1: how much of what the claim speaks of stands anywhere in a passage."""
    shared = sum([mass for term, mass in claim.masses if term in passage])
    return 1 - _TOPIC_SHARE + _TOPIC_SHARE * (shared / claim.total if claim.total else 1.0)


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
