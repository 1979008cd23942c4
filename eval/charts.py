"""Geometry of the report's charts; the template draws it as inline SVG and escapes every label."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eval.paired import HIGHEST_SCORE, LOWEST_SCORE, Estimate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RADIUS = 100.0
RINGS = (1, 4, 7, 10)
_LABEL_GAP = 14.0


@dataclass(frozen=True, slots=True)
class Spoke:
    """An axis of a radar.

    Attributes:
        label: the dimension.
        x: end of the axis, in pixels right of the centre.
        y: the same, down.
        label_x: where the label stands.
        label_y: the same, down.
        anchor: SVG text-anchor.
    """

    label: str
    x: float
    y: float
    label_x: float
    label_y: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Shape:
    """One contestant's line in a radar.

    Attributes:
        label: the contestant.
        order: its place among the contestants, from 0; the colour follows it.
        points: SVG points.
        corners: the same points one by one.
    """

    label: str
    order: int
    points: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Radar:
    """A radar chart around (0, 0).

    Attributes:
        title: what it shows, for those who cannot see it.
        rings: a score and the SVG points of its ring, inside out.
        spokes: the axes.
        shapes: one for each contestant.
    """

    title: str
    rings: tuple[tuple[int, str], ...]
    spokes: tuple[Spoke, ...]
    shapes: tuple[Shape, ...]


def radar(title: str, dimensions: Sequence[str], sides: Mapping[tuple[int, str], Sequence[float]]) -> Radar:
    """Lay out a radar chart; the centre is score 1, the rim is score 10.

    Args:
        title: what it shows.
        dimensions: names of the axes, at least three, clockwise from the top.
        sides: (order, name) of each contestant to its scores, 1-10, one for each axis.
    """
    count = len(dimensions)
    rings = tuple((ring, _points(_corners([ring] * count))) for ring in RINGS if ring > LOWEST_SCORE)
    shapes = tuple(
        Shape(label=name, order=order, points=_points(_corners(scores)), corners=_corners(scores))
        for (order, name), scores in sides.items()
    )
    spokes = tuple(_spoke(label, place, count) for place, label in enumerate(dimensions))
    return Radar(title=title, rings=rings, spokes=spokes, shapes=shapes)


@dataclass(frozen=True, slots=True)
class ForestRow:
    """A mean with its interval on a common scale.

    Attributes:
        label: what is estimated.
        estimate: the figures.
        mean: place of the mean on the scale, in per cent from the left.
        low: place of the lower end.
        width: length of the interval, in per cent.
    """

    label: str
    estimate: Estimate
    mean: float
    low: float
    width: float


@dataclass(frozen=True, slots=True)
class Forest:
    """Differences and their intervals, one below the other around a common zero in the middle.

    Attributes:
        reach: the scale goes from -reach to reach, in points of score.
        rows: the estimates.
    """

    reach: float
    rows: tuple[ForestRow, ...]


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


def _direction(place: int, count: int) -> tuple[float, float]:
    angle = 2 * math.pi * place / count - math.pi / 2
    return math.cos(angle), math.sin(angle)


def _corners(scores: Sequence[float]) -> tuple[tuple[float, float], ...]:
    corners = []
    for place, score in enumerate(scores):
        x, y = _direction(place, len(scores))
        length = RADIUS * share_of_scale(score) / 100
        corners.append((round(x * length, 2), round(y * length, 2)))
    return tuple(corners)


def _points(corners: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in corners)


def _spoke(label: str, place: int, count: int) -> Spoke:
    x, y = _direction(place, count)
    anchor = "middle" if abs(x) < 0.1 else "start" if x > 0 else "end"  # noqa: PLR2004  (close to upright)
    gap = RADIUS + _LABEL_GAP
    ends = [round(value, 2) for value in (x * RADIUS, y * RADIUS, x * gap, y * gap + 4)]
    return Spoke(label, ends[0], ends[1], ends[2], ends[3], anchor)
