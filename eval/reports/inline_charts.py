"""Geometry of the bars and intervals that the template draws as inline SVG."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE
from eval.stats.paired import Estimate


@dataclass(frozen=True, slots=True)
class ForestRow:
    """A mean with its interval on a common scale."""

    label: str
    """What is estimated."""
    estimate: Estimate
    """The figures."""
    mean: float
    """Place of the mean on the scale, in per cent from the left."""
    low: float
    """Place of the lower end."""
    width: float
    """Length of the interval, in per cent."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Differences and their intervals, one below the other around a common zero in the middle."""

    reach: float
    """The scale goes from -reach to reach, in points of score."""
    rows: tuple[ForestRow, ...]
    """The estimates."""


def forest(estimates: Mapping[str, Estimate]) -> Forest:
    """Lay out differences; those without a mean are left out.

    Args:
        estimates: label to difference, in points of score.
    """
    known = {label: value for label, value in estimates.items() if value.mean is not None}
    ends = [abs(end) for value in known.values() for end in (value.mean, value.low, value.high) if end]
    reach = float(max(1, math.ceil(max(ends, default=1))))
    return Forest(reach=reach, rows=tuple(_forest_row(label, v, reach) for label, v in known.items()))


def share_of_scale(score: float) -> float:
    """Where a score of 1-10 lies on a bar, in per cent."""
    return round(100 * (score - LOWEST_SCORE) / (HIGHEST_SCORE - LOWEST_SCORE), 2)


def _forest_row(label: str, value: Estimate, reach: float) -> ForestRow:
    mean = value.mean or 0.0
    low = mean if value.low is None else value.low
    high = mean if value.high is None else value.high
    places = [round(50 + 50 * end / reach, 2) for end in (mean, low, high)]
    return ForestRow(label, value, mean=places[0], low=places[1], width=round(places[2] - places[1], 2))
