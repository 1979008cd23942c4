"""What pages and the report show of key points: groups, completeness in two ways, and the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from data_base.schemas.key_point import ids_of
from data_base.schemas.score_card import ROUNDING
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.reports.radar import Radar, radar_of
from eval.runs.ranked_points import RankedPoint, computed_completeness, counted_completeness, ranked_points


@dataclass(frozen=True, slots=True)
class KeyPointsView:
    """The key points of one answer; there is at least one."""

    points: Sequence[RankedPoint]
    """Misses first."""
    parents: Mapping[str, int]
    """Id of a point to its position, from 1."""
    groups: Mapping[str, float | None]
    """The share of each group."""
    radar: Radar | None
    """The same as a radar, where there are enough of them."""
    must_failed: Sequence[str]
    """Ids of the points that had to hold and failed."""
    must_undecided: Sequence[str]
    """Ids of those that had to hold and have no verdict."""
    computed: float | None
    """Completeness by the key points; None where they make none."""
    range: tuple[float, float] | None
    """What it would be between with the points that have no verdict; None where all have one."""
    own: float | None
    """The judge's own completeness; None where it gave none."""
    counts: Literal["key_points", "judge", "neither"]
    """Which of the two is the score; neither where a failed must lowers both to one."""
    applies: bool
    """Whether a point of a weight above 0 applies; else there is no share."""


def key_points_view(evaluation: FineGrainedEvaluationResult | None) -> KeyPointsView | None:
    """Work out what is shown of an answer's key points; None where it has none."""
    coverage = evaluation.coverage if evaluation else None
    if evaluation is None or coverage is None:
        return None
    low, high, computed = coverage.lowest, coverage.highest, computed_completeness(evaluation)
    given = evaluation.metrics.completeness if evaluation.scored and computed is None else None
    known = counted_completeness(evaluation)
    return KeyPointsView(
        points=ranked_points(evaluation.key_points),
        parents={name: number for number, name in enumerate(ids_of(evaluation.key_points), start=1)},
        groups=coverage.groups,
        radar=radar_of({1: coverage.groups}),
        must_failed=coverage.must_failed,
        must_undecided=coverage.must_undecided,
        computed=computed,
        range=None if low is None or high is None or high - low < ROUNDING else (1 + 9 * low, 1 + 9 * high),
        own=given if evaluation.judged_completeness is None else evaluation.judged_completeness,
        counts=known or ("key_points" if computed is not None else "judge"),
        applies=low is not None,
    )
