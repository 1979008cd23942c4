"""Somebody to whom a claim gives what the passages tell of somebody else.

"The contractor, Lanyard Research, went into administration" repeats a sentence of the passages but for the
name, and what the passages tell of Lanyard Research is something else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoring.contexts import plain_terms
from scoring.people import has_title, is_named
from scoring.roles import everybody, negates_a_part, told_around
from scoring.windows import share_held, weighed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.people import Person

# So much of what is said of somebody must stand with somebody else, so little of that with their own name.
_TOLD, _HARDLY = 0.55, 0.5
# Fewer words are said of many.
_FEWEST = 3
_WORD = re.compile(r"[^\W\d_]+")
_LEADS_IN = frozenset({"§reason"})


def exchanged_name(question: str, claims: Sequence[Claim], evidence: Evidence) -> int | None:
    """The first claim, by index, that names another than the passages do in the same words; None for none.

    Args:
        question: as it was asked; whoever it names is meant by every claim.
        claims: those of the answer.
        evidence: the passages.
    """
    known = [person for person in everybody(evidence.passages) if not is_named(person, question)]
    answer = " ".join(claim.text for claim in claims)
    told = [person for person in known if is_named(person, answer)]
    others = [person for person in known if all(person.isdisjoint(each) for each in told)]
    if not told or not others:
        return None
    for index, claim in enumerate(claims):
        here = [person for person in told if is_named(person, claim.text)]
        if claim.kind != "fact" or len(here) != 1 or not has_title(here[0], claim.text):
            continue
        if _is_of_another(here[0], claim.text, others, evidence):
            return index
    return None


def _is_of_another(person: Person, claim: str, others: Sequence[Person], evidence: Evidence) -> bool:
    reworded = evidence.reworded
    rest = weighed(_said(claim, person), reworded)
    with_others = dict(_shares(others, rest, reworded)) if len(rest) >= _FEWEST else {}
    best = max(with_others.values(), default=0.0)
    places = [unit for unit, share in with_others.items() if share == best]
    if best < _TOLD or any(is_named(person, reworded.units[unit].text) for unit in places):
        return False
    return told_around(person, (person, *others), rest, reworded) <= best * _HARDLY


def _said(claim: str, person: Person) -> list[str]:
    """The terms of a claim without a name, and without what only leads in to a reason."""
    named = {
        term
        for word in _WORD.findall(claim)
        if is_named(person, word)
        for term in plain_terms(word, synonyms=True)
    }
    return [
        term for term in dict.fromkeys(plain_terms(claim, synonyms=True)) if term not in named | _LEADS_IN
    ]


def _shares(
    somebody: Sequence[Person], rest: Mapping[str, float], evidence: Evidence
) -> Iterator[tuple[int, float]]:
    """The places that name somebody, by index, each with how much of what is said stands there."""
    for place, unit in enumerate(evidence.units):
        if any(has_title(person, unit.text) for person in somebody) and not negates_a_part(unit.text):
            yield place, share_held(rest, unit.reach)
