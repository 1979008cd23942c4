"""Somebody named in the place of whom the passages name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from data_base.text.names import names
from scoring.asked import asked_terms
from scoring.contexts import plain_terms
from scoring.mentions import years_of
from scoring.people import is_named, people
from scoring.windows import share_held, weighed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence, Unit
    from scoring.people import Person
    from scoring.questions import QuestionPart

_WHO = re.compile(
    r"誰|谁|哪位|何人|(?<!those )(?<!people )(?<!anyone )\bwho(?:m|se)?\b|"
    r"(?<!те, )(?<!тех, )(?<!тем, )\b(?:кто|кем|кого)\b",
    re.IGNORECASE,
)
# Whoever was it before is told in words of leaving.
_EARLIER = re.compile(
    r"\b(?:former\w*|previous\w*|predecessors?|before|earlier|until|used to|replaced?|successors?|"
    r"succeed\w*|first)\b|"
    r"前任|前一任|之前|此前|以前|原[本先來来]|首任|第一任|繼任|继任|接替|"
    r"\b(?:прежн\w+|предыдущ\w+|предшеств\w+|раньше|ранее|прежде|до (?:н[её]го|не[её]|этого)|перв\w+|"
    r"преемник\w*|смен\w+|вместо)\b",
    re.IGNORECASE,
)
# Whoever is against something, or did it once, has not done it.
_AGAINST = re.compile(
    r"\b(?:oppos\w+|against|object(?:s|ed|ing|ions?)|reject\w*|refus\w+|declin\w+|criticis\w+|criticiz\w+|"
    r"doubt\w*|"
    r"disagree\w*|former(?:ly)?|used to|instead of|rather than|not)\b|"
    r"反[對对]|[質质]疑|拒[絕绝]|不同意|不[贊赞]成|原任|前任|而非|[並并]非|不是|"
    r"\b(?:против|возра\w+|отказ\w+|критик\w+|сомнева\w+|прежн\w+|бывш\w+|вместо|не)\b",
    re.IGNORECASE,
)
_PIECE = re.compile("[;；]")
# So much of what is asked must stand beside somebody, and so little of that, at most, beside another.
_TOLD, _HARDLY = 0.5, 0.6
# Sentences around a name that still speak of the same person, unless they name somebody else.
_AROUND = 2


def names_another(question: str, parts: Sequence[QuestionPart], answer: str, evidence: Evidence) -> bool:
    """Whether an answer names only people whom the passages name for something else than what is asked.

    "Pascal Nwembe is the chief nurse" names somebody, where the passages name Delphine Achterby as the chief
    nurse and Pascal Nwembe as something else.

    Args:
        question: the whole question; whom it names itself is no answer to it.
        parts: its parts; the first that asks for somebody as of now is looked at.
        answer: what of the answer is judged.
        evidence: the passages.
    """
    standing = _standing(question, tuple(parts), evidence)
    told = [person for person in standing.beside if is_named(person, answer)]
    if not told:
        return False
    others = [person for person in standing.beside if all(person.isdisjoint(each) for each in told)]
    best = max((standing.beside[other] for other in others), default=0.0)
    if best < _TOLD or _names_a_firm(question, answer, standing.asked, best * _HARDLY, evidence.reworded):
        return False
    known = tuple(standing.beside)
    return all(
        told_around(person, known, standing.asked, evidence.reworded) <= best * _HARDLY for person in told
    )


def named_rightly(
    question: str, parts: Sequence[QuestionPart], claims: Sequence[Claim], evidence: Evidence
) -> frozenset[int]:
    """The claims, by index, of an answer that names whom the passages name for what is asked.

    Nobody else stands with as much of the question, unless the answer names them all.
    """
    standing = _standing(question, tuple(parts), evidence)
    best = max(standing.beside.values(), default=0.0)
    if best < _TOLD:
        return frozenset()
    meant = [person for person, share in standing.beside.items() if share == best]
    if not all(any(is_named(person, claim.text) for claim in claims) for person in meant):
        return frozenset()
    return frozenset(
        index for index, claim in enumerate(claims) if any(is_named(person, claim.text) for person in meant)
    )


@dataclass(frozen=True, slots=True)
class _Standing:
    """Who stands with what is asked.

    Attributes:
        asked: the terms of the part of the question that asks for somebody, with their weights.
        beside: everybody but whom the question names, each with the greatest share of these terms, in [0, 1],
            that one sentence or row with the name holds; empty where nobody is asked for as of now.
    """

    asked: Mapping[str, float]
    beside: Mapping[Person, float]


def _standing(question: str, parts: Sequence[QuestionPart], evidence: Evidence) -> _Standing:
    part = next((each for each in parts if _WHO.search(each.own)), None)
    if part is None or _EARLIER.search(part.own):
        return _Standing({}, {})
    reworded = evidence.reworded
    # "Who was appointed and when" leaves the first part nothing but its question word.
    terms = asked_terms(part.text, synonyms=True) or asked_terms(question, synonyms=True)
    asked = weighed([term for term in terms if not _WHO.search(term)], reworded)
    if not asked:
        return _Standing({}, {})
    years = years_of(question)
    known = (person for person in everybody(evidence.passages) if not is_named(person, question))
    return _Standing(asked, {person: _beside(person, asked, years, reworded) for person in known})


@lru_cache(maxsize=64)
def everybody(passages: tuple[str, ...]) -> tuple[Person, ...]:
    """Everybody whom the passages name in full, in order."""
    return tuple(dict.fromkeys(person for text in passages for person in people(text)))


def _beside(person: Person, asked: Mapping[str, float], years: frozenset[int], evidence: Evidence) -> float:
    """The greatest share of what is asked that stands in one sentence or row with somebody.

    Where the question names years, one that names others is passed over; so is one that denies something.
    """
    return max(
        (
            share_held(asked, _said_with(person, unit) if unit.row is None else unit.reach)
            for unit in evidence.units
            if is_named(person, unit.text) and _is_of(unit.text, years) and not negates_a_part(unit.text)
        ),
        default=0.0,
    )


def negates_a_part(text: str) -> bool:
    """Whether a sentence says that somebody was against something, or has not done it."""
    return _AGAINST.search(text) is not None


def _said_with(person: Person, unit: Unit) -> frozenset[str]:
    """The terms of a sentence, or of those parts of it between semicolons that name somebody."""
    pieces = _PIECE.split(unit.text)
    named = [piece for piece in pieces if is_named(person, piece)]
    if len(named) == len(pieces):
        return unit.terms
    return frozenset(term for piece in named for term in plain_terms(piece, synonyms=True))


def _names_a_firm(
    question: str, answer: str, asked: Mapping[str, float], bar: float, evidence: Evidence
) -> bool:
    """Whether the answer names a firm or the like, with which more than so much of what is asked stands."""
    somebody = people(answer)
    known = [
        name
        for name in names(answer)
        if name not in question and not any(is_named(person, name) for person in somebody)
    ]
    return any(
        share_held(asked, unit.reach) > bar
        for unit in evidence.units
        if any(name in unit.text for name in known)
    )


def _is_of(text: str, years: frozenset[int]) -> bool:
    told = years_of(text) if years else years
    return not told or not told.isdisjoint(years)


def told_around(
    person: Person, known: Sequence[Person], asked: Mapping[str, float], evidence: Evidence
) -> float:
    """The greatest share of some terms that stands with somebody, in [0, 1].

    Headings and neighbouring sentences that name nobody else are counted in.
    """
    others = [other for other in known if other.isdisjoint(person)]
    shares = [0.0]
    for place, unit in enumerate(evidence.units):
        if not is_named(person, unit.text):
            continue
        held = set(_said_with(person, unit) | (unit.reach - unit.terms) if unit.row is None else unit.reach)
        for step in (-1, 1) if unit.row is None else ():
            for distance in range(1, _AROUND + 1):
                near = place + step * distance
                if not 0 <= near < len(evidence.units) or evidence.units[near].passage != unit.passage:
                    break
                if any(is_named(other, evidence.units[near].text) for other in others):
                    break
                held |= evidence.units[near].reach
        shares.append(share_held(asked, held))
    return max(shares)
