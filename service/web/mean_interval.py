"""Intervals of means, where they can be had without reading the items."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from data_base.text_cache import text_cache
from eval.stats.paired import BootstrapSettings, estimate, reach_of_many

if TYPE_CHECKING:
    from data_base.schemas.run import RunManifest
    from data_base.schemas.runs.run_statistics import ScoreSpread

_KEPT = 1_000_000
"""Characters of the scores whose intervals are kept in memory; to draw one takes some milliseconds."""


class Interval(NamedTuple):
    """Where a mean lies in 95 of 100 such runs, 0 to 1."""

    low: float
    high: float


def interval_of(spread: ScoreSpread, run: RunManifest) -> Interval | None:
    """The 95 % interval of a mean, the same that the run's report has; None for fewer than two scores.

    Where the scores themselves are not at hand it is that of many scores, by their deviation.

    Args:
        spread: the scores.
        run: the run, whose seed the resamples are drawn with.
    """
    if spread.mean is None or spread.deviation is None:
        return None
    if len(spread.values) == spread.scored:
        return _drawn(spread.values, run.seeds.get("bootstrap", 0))
    reach = reach_of_many(spread.scored, spread.deviation)
    return Interval(max(0.0, spread.mean - reach), min(1.0, spread.mean + reach))


@text_cache(_KEPT)
def _drawn(scores: tuple[float, ...], seed: int) -> Interval | None:
    found = estimate(scores, BootstrapSettings(seed=seed))
    return None if found.low is None or found.high is None else Interval(found.low, found.high)
