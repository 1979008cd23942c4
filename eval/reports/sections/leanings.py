"""What a judge leans on besides what an answer says, in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eval.arena.places import ArenaStandings
    from eval.standings.standing import StyleEffect, TermEffect

_STYLES = {
    "length": "Length",
    "citations": "Citations",
    "headings": "Headings",
    "lists": "Lists",
    "position": "Place",
    "kin": "Kinship",
}
_NO_WIDTH = 1e-9


@dataclass(frozen=True, slots=True)
class Leaning:
    """One thing that may sway the judge.

    Attributes:
        name: what it is.
        of: which figures it is found in: pairs or scores.
        says: what it does, in a sentence.
        proven: whether the data exclude that it does nothing.
    """

    name: str
    of: str
    says: str
    proven: bool


def leanings(standings: ArenaStandings) -> tuple[Leaning, ...]:
    """Everything that was looked for in the judgements, in plain words."""
    return tuple(_leanings(standings))


def _leanings(standings: ArenaStandings) -> Iterator[Leaning]:
    if standings.pairs is not None:
        for term in standings.pairs.terms:
            # Of answers that were judged one by one there is no place to find an effect of.
            if term.name != "position" or term.high - term.low > _NO_WIDTH:
                yield _in_pairs(term)
    if standings.controlled_scores is not None:
        for effect in standings.controlled_scores.effects:
            yield _in_scores(effect)


def _in_pairs(term: TermEffect) -> Leaning:
    known = math.isfinite(term.low) and math.isfinite(term.high)
    if not known:
        says = f"{_answer(term.name, term.unit)}: the data cannot tell this from who wrote the answer."
    else:
        ends = " to ".join(f"{_share(end):.0%}" for end in (term.low, term.high))
        says = (
            f"{_answer(term.name, term.unit)} wins {term.wins:.0%} of comparisons with an equally good one "
            f"({ends}; 50% would be fair)."
        )
    return Leaning(_name(term.name), "pairs", says, known and (term.low > 0 or term.high < 0))


def _in_scores(effect: StyleEffect) -> Leaning:
    known = math.isfinite(effect.low) and math.isfinite(effect.high)
    if not known:
        says = f"{_answer(effect.name, effect.unit)}: the data cannot tell this from who wrote the answer."
    else:
        more = "more" if effect.effect >= 0 else "less"
        points = f"{abs(effect.effect):.2f} points {more}"
        ends = f"{effect.low:+.2f} to {effect.high:+.2f}".replace("-", "−")
        says = f"{_answer(effect.name, effect.unit)} scores {points} than an equally good one ({ends})."
    return Leaning(_name(effect.name), "scores", says, known and (effect.low > 0 or effect.high < 0))


def _name(term: str) -> str:
    return _STYLES.get(term, term.capitalize())


def _answer(term: str, unit: float) -> str:
    """What sort of answer a term speaks of; styles are logarithms, so that their unit is a ratio."""
    ratio = f"{math.exp(unit):.1f}"
    said = {
        "position": "The answer that is shown first",
        "kin": "An answer by a model of the judge’s own family",
        "length": f"An answer {ratio} times as long",
        "citations": f"An answer with about {ratio} times as many citations",
        "headings": f"An answer with about {ratio} times as many headings",
        "lists": f"An answer with about {ratio} times as many list entries",
    }
    return said.get(term, f"An answer with more {term}")


def _share(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))
