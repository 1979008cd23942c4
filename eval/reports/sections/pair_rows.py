"""Every two contestants compared, as rows of a table: by scores, and by comparisons with both in view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.schemas.pair_verdict import TIE, pair_outcomes
from eval.arena.score_aggregation import WEIGHTED
from eval.reports.inline_charts import ForestRow, forest

if TYPE_CHECKING:
    from data_base.schemas.pair_verdict import PairVerdict
    from eval.arena.result import ArenaResult, PairSummary


@dataclass(frozen=True, slots=True)
class PairVerdictCounts:
    """What judges said when they compared two contestants' answers."""

    verdicts: int
    """Comparisons with a verdict in both orders."""
    wins: int
    """The wins of the challenger."""
    losses: int
    """The losses of the challenger."""
    inconsistent: int
    """Ties for the reason that each order had another winner."""

    @property
    def ties(self) -> int:
        """Comparisons that neither won."""
        return self.verdicts - self.wins - self.losses


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two contestants."""

    anchor: str
    """The row's anchor on the page."""
    pair: PairSummary
    """The comparison by scores."""
    orders: tuple[int, int]
    """The baseline's and the challenger's places among the contestants, from 0."""
    difference: ForestRow | None
    """The difference of the weighted scores, drawn; None where no question was scored on both sides."""
    compared: PairVerdictCounts | None
    """By judges with both in view, None where they were not."""


@dataclass(frozen=True, slots=True)
class PairSection:
    """All pairs."""

    reach: float
    """The scale of differences goes from -reach to reach."""
    rows: tuple[PairRow, ...]
    """One for each two contestants."""


def pair_table(result: ArenaResult) -> PairSection:
    """Every two contestants of an arena."""
    names = [side.system for side in result.summary.sides]
    pairs = result.summary.pairs
    chart = forest({str(number): pair.differences[WEIGHTED] for number, pair in enumerate(pairs)})
    drawn = {row.label: row for row in chart.rows}
    by_pair = _compared(result.pairs)
    rows = tuple(
        PairRow(
            anchor=f"pair{number + 1}",
            pair=pair,
            orders=(names.index(pair.baseline), names.index(pair.challenger)),
            difference=drawn.get(str(number)),
            compared=_of(by_pair.get(frozenset((pair.baseline, pair.challenger)), ()), pair.challenger),
        )
        for number, pair in enumerate(pairs)
    )
    return PairSection(chart.reach, rows)


Outcome = tuple[Mapping[str, float], bool]


def _compared(verdicts: Iterable[PairVerdict]) -> Mapping[frozenset[str], list[Outcome]]:
    """The two systems to what each comparison is worth for each, and whether both orders agree."""
    found: dict[frozenset[str], list[Outcome]] = {}
    for each in pair_outcomes(verdict for verdict in verdicts if not verdict.second_look):
        if each.value is not None:
            worth = {each.system_a: each.value, each.system_b: 1 - each.value}
            found.setdefault(frozenset(worth), []).append((worth, bool(each.consistent)))
    return found


def _of(outcomes: Iterable[Outcome], challenger: str) -> PairVerdictCounts | None:
    every = [(worth[challenger], consistent) for worth, consistent in outcomes]
    if not every:
        return None
    return PairVerdictCounts(
        verdicts=len(every),
        wins=sum(value > TIE for value, _ in every),
        losses=sum(value < TIE for value, _ in every),
        inconsistent=sum(not consistent for _, consistent in every),
    )
