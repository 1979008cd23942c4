"""Multiples and parts told in words without the values they compare: "nearly twice as much as before"."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from scoring.contexts import Context
from scoring.figure_findings import ClaimFigure, FigureFinding
from scoring.grids import most_spoken_of
from scoring.mentions import mentions
from scoring.quantities import could_replace
from scoring.reckoning import Reckoning
from scoring.worded_shares import asks_share
from scoring.wrong_multiples import bears_out, is_told, only_ratio

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.compared_cells import Telling
    from scoring.evidence import Evidence, Occurrence
    from scoring.mentions import Mention

# What a claim may compare is looked for in so many sentences that speak of it.
_MOST_PLACES = 4

_Pair = tuple["Occurrence", "Occurrence"]


def bare_multiples(telling: Telling, findings: Sequence[FigureFinding]) -> Iterator[FigureFinding]:
    """Findings of multiples and parts in words in claims without figures.

    One is derived where two like values of the sentence that speaks most of the claim bear it out. It is
    misplaced where they do not and no other sentence near the question does. Where a share is asked for, a
    part is no comparison.

    Args:
        telling: the claims with what was asked and the passages.
        findings: of their figures; a claim with any is left aside.
    """
    if asks_share(telling.question):
        return
    told = {f.figure.claim for f in findings if not f.figure.mention.is_year}
    for index, claim in enumerate(telling.claims):
        figures = index in told or not all(mention.is_year for mention in mentions(claim.text))
        said = only_ratio(claim.text)
        if claim.kind != "fact" or figures or said is None:
            continue
        places = most_spoken_of(telling.spoken(index), telling.evidence)[:_MOST_PLACES]
        if not places or is_told(said, frozenset(places), telling.evidence):
            continue
        pairs = list(_pairs(places, telling.evidence))
        right = [pair for pair in pairs if bears_out(claim.text, said, [one.mention for one in pair])]
        nearest = [pair for pair in pairs if pair[0].unit == pair[1].unit == places[0]]
        if right:
            yield _finding(index, said, right[0], right=True)
        elif len(nearest) == 1:
            yield _finding(index, said, nearest[0], right=False)


def _pairs(places: Sequence[int], evidence: Evidence) -> Iterator[_Pair]:
    """The like values of a sentence that has no more than two of them, or of two that have one each."""
    like: dict[int, list[Occurrence]] = {
        place: [o for o in evidence.stated_in[place] if o.mention.figure is not None] for place in places
    }
    for place in places:
        alike = [pair for pair in combinations(like[place], 2) if _are_alike(pair)]
        if len(alike) == 1:
            yield alike[0]
    for one, two in combinations(places, 2):
        across = [(o, p) for o in like[one] for p in like[two] if _are_alike((o, p))]
        if len(across) == 1:
            yield across[0]


def _are_alike(pair: _Pair) -> bool:
    return could_replace(pair[0].mention, pair[1].mention)


def _finding(index: int, said: Mention, pair: _Pair, *, right: bool) -> FigureFinding:
    figure = ClaimFigure(
        index,
        replace(said, standing="implied"),
        Context({}, frozenset()),
        "",
        given=False,
        in_time=False,
        reckoned=Reckoning(multiple=True),
    )
    one, two = pair
    if right:
        return FigureFinding(figure, "derived", one, None, 0.0, one.context.key | two.context.key)
    return FigureFinding(figure, "misplaced", one, two, 0.0)
