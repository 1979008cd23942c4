"""A bare answer ("Denver Broncos", "1,418 km") read as the claim that it answers the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.asked import asked_terms
from scoring.contexts import plain_terms
from scoring.windows import best_window, weighed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.windows import Window

_LONGEST = 8
# An answer of claims with so many terms does not get by with the longest of a bare one.
_MUCH = 2 * _LONGEST
# How much of the question must stand together somewhere, and how much less around the answer.
_FOUND, _LESS = 0.45, 0.5


def is_bare_answer(answer: str, question: str, claims: Sequence[Claim]) -> bool:
    """Whether an answer only names something and leaves to the question what is said of it.

    Args:
        answer: the whole answer.
        question: what it answers.
        claims: the answer's claims, which have been read before: where they alone say much, it is not read.
    """
    if len({term for claim in claims for term in plain_terms(claim.text)}) > _MUCH:
        return False
    own = set(plain_terms(answer))
    return 0 < len(own) <= _LONGEST and not own & set(asked_terms(question))


def stands_elsewhere(
    answer: str, question: str, evidence: Evidence, places: Sequence[int] = ()
) -> Window | None:
    """Where the passages answer the question, if a bare answer stands far from there.

    Args:
        answer: the whole answer.
        question: what it answers.
        evidence: the passages.
        places: the sentences or rows, by index, that its figures were found in.

    Returns:
        The stretch that speaks of the question, None where the answer stands in or near one that does so
        about as well, or where no stretch does.
    """
    asked = weighed(asked_terms(question), evidence)
    best = best_window(asked, evidence)
    own = set(plain_terms(answer))
    if best.recall < _FOUND or not own:
        return None
    nearby = max((_asked_around(i, asked, evidence) for i in _holders(own, evidence)), default=0.0)
    if places and all(best.first <= i <= best.last for i in places):
        return None
    return best if 0 < nearby < best.recall * _LESS else None


def _holders(own: set[str], evidence: Evidence) -> list[int]:
    """The units that hold most of the answer's terms."""
    counts = [len(own & unit.terms) for unit in evidence.units]
    most = max(counts, default=0)
    return [i for i, count in enumerate(counts) if count == most > 0]


def _asked_around(place: int, asked: dict[str, float], evidence: Evidence) -> float:
    """Share of the question's terms in a unit and its neighbours in the same passage."""
    passage = evidence.units[place].passage
    near = [unit.reach for unit in evidence.units[max(0, place - 1) : place + 2] if unit.passage == passage]
    here = frozenset().union(*near)
    return sum(weight for term, weight in asked.items() if term in here) / sum(asked.values())
