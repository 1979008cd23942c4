"""Pairing the items of two runs, so that none is dropped without a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.schemas.score_card import ROUNDING
from eval.compare.result import ItemRef, Regression, RegressionKind, UnscoredItem

if TYPE_CHECKING:
    from eval.compare.sides import Entry, Place, Side


@dataclass(frozen=True, slots=True)
class ItemPair:
    """An item in both runs."""

    base: Entry
    """The baseline's item."""
    cand: Entry
    """The candidate's item."""

    @property
    def scores(self) -> tuple[float, float] | None:
        """Both scores, None where one is missing."""
        if self.base.score is None or self.cand.score is None:
            return None
        return self.base.score, self.cand.score


@dataclass(frozen=True, slots=True)
class Pairing:
    """Every item of both runs, in one of three places."""

    by_system: bool
    """Whether system names had to agree.

    Else each run has one system, which is compared whatever its name.
    """
    pairs: tuple[ItemPair, ...]
    """Items in both runs."""
    missing: tuple[Entry, ...]
    """Items of the baseline alone."""
    extra: tuple[Entry, ...]
    """Items of the candidate alone."""

    @property
    def scored(self) -> list[ItemPair]:
        """The pairs with two scores."""
        return [pair for pair in self.pairs if pair.scores is not None]

    @property
    def answered(self) -> list[ItemPair]:
        """The pairs in which both systems gave an answer."""
        return [pair for pair in self.pairs if not (pair.base.unanswered or pair.cand.unanswered)]


def pair_up(base: Side, cand: Side) -> Pairing:
    """Pair items on id and system; on the id alone where each run has one system."""
    by_system = len(base.systems) > 1 or len(cand.systems) > 1

    def key(place: Place) -> Place:
        return place if by_system else (place[0], None)

    theirs = {key(place): entry for place, entry in cand.entries.items()}
    ours = {key(place): entry for place, entry in base.entries.items()}
    return Pairing(
        by_system=by_system,
        pairs=tuple(ItemPair(entry, theirs[place]) for place, entry in ours.items() if place in theirs),
        missing=tuple(entry for place, entry in ours.items() if place not in theirs),
        extra=tuple(entry for place, entry in theirs.items() if place not in ours),
    )


def item_ref(entry: Entry) -> ItemRef:
    """The item by name."""
    return ItemRef(id=entry.place[0], system=entry.place[1])


def regressions(pairing: Pairing) -> list[Regression]:
    """The items that got worse, the largest drop first; of equal drops, in the baseline's order."""
    found = [_regression(entry, None, "missing") for entry in pairing.missing]
    for pair in pairing.pairs:
        if pair.cand.unanswered and not pair.base.unanswered:
            found.append(_regression(pair.base, pair.cand, "unanswered"))
        elif pair.scores is not None and pair.scores[1] < pair.scores[0] - ROUNDING:
            found.append(_regression(pair.base, pair.cand, "dropped"))
    return sorted(found, key=lambda regression: -regression.drop)


def unscored(base: Side, cand: Side) -> Iterator[UnscoredItem]:
    """The items without a score, each side's in its order."""
    for entry in base.entries.values():
        if entry.score is None:
            yield UnscoredItem(side="base", reason=entry.reason, id=entry.place[0], system=entry.place[1])
    for entry in cand.entries.values():
        if entry.score is None:
            yield UnscoredItem(side="cand", reason=entry.reason, id=entry.place[0], system=entry.place[1])


def _regression(base: Entry, cand: Entry | None, kind: RegressionKind) -> Regression:
    case_id, system = base.place
    return Regression(
        id=case_id,
        system=system,
        kind=kind,
        base=base.score,
        cand=None if cand is None else cand.score,
        error_tags=() if cand is None else cand.error_tags,
        explain="not in the candidate" if cand is None else cand.explain,
    )
