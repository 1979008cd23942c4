"""Which stretch of the passages covers a list of terms best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.terms import script_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from scoring.evidence import Evidence

_WIDEST = 3
_CANDIDATES = 6


@dataclass(frozen=True, slots=True)
class Window:
    """A run of 1-3 neighbouring units of one passage.

    Attributes:
        recall: the IDF-weighted share of the terms that it covers, in [0, 1].
        first: index of its first unit.
        last: index of its last unit.
        missing: the terms that it does not cover, heaviest first.
    """

    recall: float
    first: int
    last: int
    missing: tuple[str, ...]


def weighed(words: Iterable[str], evidence: Evidence) -> dict[str, float]:
    """Terms that can be looked for in these passages, with their IDF weight.

    A term of a script that the passages are not written in is left out unless it occurs all the same:
    its absence says nothing.
    """
    scripts = evidence.scripts | {"concept"}
    listed = list(words)
    weights: dict[str, float] = {}
    for place, term in enumerate(listed):
        if term in evidence.idf:
            weights[term] = evidence.idf[term]
        elif script_of(term) in scripts and (share := _seam_share(listed, place, evidence)):
            weights[term] = evidence.unknown * share
    return weights


def _seam_share(words: Sequence[str], place: int, evidence: Evidence) -> float:
    """How much of its weight an unknown term keeps.

    A pair of Chinese characters between two known pairs is the seam of two words and no word at all; beside
    one known pair it may be.
    """
    term = words[place]
    if script_of(term) != "han":
        return 1.0
    before = place > 0 and words[place - 1][-1] == term[0] and words[place - 1] in evidence.idf
    after = place + 1 < len(words) and words[place + 1][0] == term[-1] and words[place + 1] in evidence.idf
    return 1.0 - (before + after) / 2


def best_window(weights: Mapping[str, float], evidence: Evidence) -> Window:
    """The run of units that covers most of the weighted terms; an empty one where nothing does."""
    total = sum(weights.values())
    if not total or not evidence.units:
        return Window(0.0, 0, 0, tuple(weights))
    hits = evidence.holding(weights)
    found: set[str] = set()
    best = (0.0, 0, 0)
    masses = {place: _mass(covered, weights) for place, covered in hits.items()}
    runs = (run for middle in _promising(masses) for run in _runs(middle, evidence))
    for first, last in dict.fromkeys(runs):
        # Together they cover no more than one by one.
        if sum([masses.get(place, 0.0) for place in range(first, last + 1)]) <= best[0]:
            continue
        covered = set().union(*(hits[place] for place in range(first, last + 1) if place in hits))
        mass = _mass(covered, weights)
        # A wider window must cover more to be preferred.
        if mass - 1e-9 > best[0]:
            best, found = (mass, first, last), covered
    missing = sorted(weights.keys() - found, key=lambda term: (-weights[term], term))
    return Window(best[0] / total, best[1], best[2], tuple(missing))


def _mass(covered: AbstractSet[str], weights: Mapping[str, float]) -> float:
    """What the covered terms weigh together, added up in one order whatever the order of the set."""
    return sum([weight for term, weight in weights.items() if term in covered])


def share_held(weights: Mapping[str, float], held: AbstractSet[str]) -> float:
    """The share of what all terms weigh that those held do, in [0, 1]; there must be at least one term."""
    return _mass(held, weights) / sum(weights.values())


def _promising(masses: Mapping[int, float]) -> list[int]:
    """The units, by index, whose terms weigh most."""
    scored = [(mass, -place) for place, mass in masses.items()]
    return [-place for _, place in sorted(scored, reverse=True)[:_CANDIDATES]]


def _runs(middle: int, evidence: Evidence) -> list[tuple[int, int]]:
    passage = evidence.units[middle].passage
    runs = [(middle, middle)]
    for width in range(2, _WIDEST + 1):
        for first in range(middle - width + 1, middle + 1):
            last = first + width - 1
            if (
                first >= 0
                and last < len(evidence.units)
                and evidence.units[first].passage == passage == evidence.units[last].passage
            ):
                runs.append((first, last))
    return runs


def text_of(window: Window, evidence: Evidence) -> str:
    """The window's words as they stand in the passage."""
    return " ".join(unit.text for unit in evidence.units[window.first : window.last + 1])
