"""Runs of one question set over time, as lines of a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_base.schemas.run import RunScale
    from service.web.run_row import RunRow

WIDTH, HEIGHT = 720, 220
_MARGIN = 24
_LEAST_RANGE = 0.1


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """A system's mean in a run, in the chart's units."""

    x: float
    """From the left."""
    y: float
    """From the top."""
    low: float | None
    """Where the interval ends below, None where there is none."""
    high: float | None
    """Where it ends above."""
    run: str
    """What the run is called."""
    mean: float
    """The mean, 0 to 1."""


@dataclass(frozen=True, slots=True)
class TrendLine:
    """A system over time."""

    system: str
    """Its name."""
    points: Sequence[TrendPoint]
    """Oldest first."""


@dataclass(frozen=True, slots=True)
class Trend:
    """Runs of one question set over time."""

    lines: Sequence[TrendLine]
    """The lines of every system."""
    low: float
    """The score at the bottom of the chart, 0 to 1."""
    high: float
    """The score at its top."""
    scale: RunScale
    """On which the scores are shown."""


def trend(rows: Sequence[RunRow]) -> Trend:
    """The chart of some runs, oldest first."""
    scales = {row.run.manifest.scale for row in rows}
    ends = [
        end
        for row in rows
        for each in row.systems
        if (mean := each.spread.score.mean) is not None
        for end in (mean, *(each.interval or ()))
    ]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    if high - low < _LEAST_RANGE:
        middle = min(max((low + high) / 2, _LEAST_RANGE / 2), 1 - _LEAST_RANGE / 2)
        low, high = middle - _LEAST_RANGE / 2, middle + _LEAST_RANGE / 2

    def height(score: float) -> float:
        return _MARGIN + (HEIGHT - 2 * _MARGIN) * (high - score) / (high - low)

    step = (WIDTH - 2 * _MARGIN) / max(1, len(rows) - 1)
    points: dict[str, list[TrendPoint]] = {}
    for place, row in enumerate(rows):
        for each in row.systems:
            mean, interval = each.spread.score.mean, each.interval
            if mean is None:
                continue
            point = TrendPoint(
                x=_MARGIN + place * step,
                y=height(mean),
                low=height(interval.low) if interval else None,
                high=height(interval.high) if interval else None,
                run=row.run.manifest.title,
                mean=mean,
            )
            points.setdefault(each.spread.system, []).append(point)
    lines = [TrendLine(system, found) for system, found in points.items()]
    return Trend(lines, low, high, scales.pop() if len(scales) == 1 else "percent")
