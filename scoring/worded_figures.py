"""Claims whose amounts in words ("six months", 四歲) stand where the passages speak of what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.contexts import plain_terms
from scoring.mentions import mentions, worded
from scoring.quantities import agrees
from scoring.same_durations import same_durations
from scoring.told_there import places_near

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.mentions import Mention
    from scoring.questions import QuestionPart


def borne_in_words(
    claims: Sequence[Claim], parts: Sequence[QuestionPart], evidence: Evidence
) -> frozenset[int]:
    """The claims, by index, that give no figure in digits and word an amount told where the question is.

    The sentence there must have another word of the claim, too, or stand in a passage that bears out another
    claim that way. A bare number ("two of them") may be there by chance.

    Args:
        claims: the answer's claims.
        parts: what is asked.
        evidence: the passages.
    """
    amounts = {
        index: found
        for index, claim in enumerate(claims)
        if claim.kind == "fact" and not mentions(claim.text) and (found := _amounts(claim.text))
    }
    if not amounts:
        return frozenset()
    near = frozenset[int]().union(*(places_near(part, evidence.reworded) for part in parts))
    told = {index: frozenset(_places(found, near, evidence)) for index, found in amounts.items()}
    sharing = {index for index, places in told.items() if _shares_words(claims[index], places, evidence)}
    passages = {evidence.units[place].passage for index in sharing for place in told[index]}
    return frozenset(
        index
        for index, places in told.items()
        if index in sharing or any(evidence.units[place].passage in passages for place in places)
    )


def _amounts(text: str) -> list[Mention]:
    amounts = [mention for mention in worded(text) if mention.figure is not None and mention.figure.unit]
    return amounts + [other for mention in amounts for other in same_durations(mention)]


def _places(amounts: Sequence[Mention], near: frozenset[int], evidence: Evidence) -> Iterator[int]:
    """The units near the question, by index, in which one of these amounts stands."""
    for occurrence in evidence.occurrences:
        if occurrence.unit in near and any(agrees(amount, occurrence.mention) for amount in amounts):
            yield occurrence.unit


def _shares_words(claim: Claim, places: frozenset[int], evidence: Evidence) -> bool:
    own = frozenset(plain_terms(claim.text, synonyms=True))
    return any(own & evidence.reworded.units[place].terms for place in places)
