"""Intervals of means, from what a store can sum up without reading the items."""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from eval.stats.paired import CONFIDENCE, t_quantile

if TYPE_CHECKING:
    from data_base.schemas.run_statistics import ScoreSpread

_MANY = 300
"""From so many scores on Student's t and the normal distribution agree to the third digit."""


class Interval(NamedTuple):
    """Where a mean lies in 95 of 100 such runs, 0 to 1."""

    low: float
    high: float


def interval_of(spread: ScoreSpread) -> Interval | None:
    """The 95 % interval of a mean by Student's t; None for fewer than two scores."""
    if spread.mean is None or spread.deviation is None:
        return None
    reach = _quantile(min(spread.scored, _MANY)) * spread.deviation / math.sqrt(spread.scored)
    return Interval(max(0.0, spread.mean - reach), min(1.0, spread.mean + reach))


@cache
def _quantile(scored: int) -> float:
    if scored >= _MANY:
        return NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return t_quantile(CONFIDENCE, scored - 1)
