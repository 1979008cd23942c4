"""The figures and dates of an answer, each with what the answer says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.aliases import expand
from scoring.contexts import masked, sentence_contexts
from scoring.evidence import years_of
from scoring.figure_check import ClaimFigure
from scoring.mentions import mentions
from scoring.terms import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.aliases import Alias
    from scoring.claims import Claim

_QUESTION, _BEFORE, _ALIAS = 0.45, 0.3, 0.6


def claim_figures(claims: Sequence[Claim], question: str, aliases: Sequence[Alias] = ()) -> list[ClaimFigure]:
    """Every figure and date of the claims in order.

    What a claim leaves unsaid is taken from the sentence before it and from the question: their words count
    less, their years only where the claim names none.
    """
    asked = terms(masked(question, mentions(question)))
    years = years_of(question)
    found: list[ClaimFigure] = []
    before: tuple[str, ...] = ()
    earlier_years = years
    for index, claim in enumerate(claims):
        others = expand(f"{question} {claim.text}", aliases) if aliases else ()
        background = ((asked, _QUESTION), (before, _BEFORE), (others, _ALIAS))
        found += [
            ClaimFigure(index, mention, context)
            for mention, context in sentence_contexts(claim.text, background, earlier_years)
        ]
        before = terms(masked(claim.text, mentions(claim.text)))
        earlier_years = years_of(claim.text) or earlier_years
    return found


