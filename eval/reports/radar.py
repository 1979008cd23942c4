"""Geometry of a radar of shares that templates draw as inline SVG, without a script."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from eval.reports.label_truncation import shorten

FEWEST_AXES, MOST_AXES = 3, 12
"""With fewer axes a radar has no area, with more their names run into each other."""
_CENTRE, _RADIUS, _BEHIND = (170.0, 112.0), 80.0, 12.0
_RINGS = (0.25, 0.5, 0.75, 1.0)
_LABEL_CELLS = 16
_UPRIGHT = 0.2


@dataclass(frozen=True, slots=True)
class RadarAxis:
    """A group of key points."""

    x: float
    """Where its axis ends."""
    y: float
    """The same, from the top."""
    label: str
    """Its name, shortened."""
    label_x: float
    """Place of the name."""
    label_y: float
    """The same, from the top."""
    text_anchor: str
    """Which end of the name is there, as SVG says it."""


@dataclass(frozen=True, slots=True)
class RadarShape:
    """Whose shares are drawn."""

    order: int
    """Its place among the contestants, from 0; its colour."""
    points: str
    """Its corners, as SVG takes them."""


@dataclass(frozen=True, slots=True)
class Radar:
    """Shares of groups around a centre: 0 in the middle, 1 at the rim."""

    centre: tuple[float, float]
    """The middle."""
    size: tuple[float, float]
    """Width and height of the drawing."""
    axes: Sequence[RadarAxis]
    """One for each group."""
    rings: Sequence[str]
    """Corners of the lines at a quarter, a half, three quarters and the whole."""
    shapes: Sequence[RadarShape]
    """One for each contestant that has a share of every group drawn."""


def radar_of(shares: Mapping[int, Mapping[str, float | None]]) -> Radar | None:
    """Lay out shares; None where fewer than three groups or more than twelve have one.

    Args:
        shares: place of a contestant to its share of each group; groups in which one that has any share
            lacks one are left out.
    """
    drawn = {
        order: groups for order, groups in shares.items() if any(each is not None for each in groups.values())
    }
    names = [
        name
        for name in dict.fromkeys(name for groups in drawn.values() for name in groups)
        if all(groups.get(name) is not None for groups in drawn.values())
    ]
    if not FEWEST_AXES <= len(names) <= MOST_AXES:
        return None
    turns = [2 * math.pi * place / len(names) for place in range(len(names))]
    axes = [_axis(name, turn) for name, turn in zip(names, turns, strict=True)]
    return Radar(
        centre=_CENTRE,
        size=(2 * _CENTRE[0], max(axis.label_y for axis in axes) + _BEHIND),
        axes=axes,
        rings=[_corners((ring, turn) for turn in turns) for ring in _RINGS],
        shapes=[
            RadarShape(order, _corners(zip((groups[name] or 0.0 for name in names), turns, strict=True)))
            for order, groups in drawn.items()
        ],
    )


def _axis(name: str, turn: float) -> RadarAxis:
    x, y = _place(1.0, turn)
    label_x, label_y = _place(1 + _BEHIND / _RADIUS, turn)
    side = math.sin(turn)
    anchor = "middle" if abs(side) < _UPRIGHT else "start" if side > 0 else "end"
    return RadarAxis(x, y, shorten(name, _LABEL_CELLS), label_x, label_y, anchor)


def _corners(places: Iterable[tuple[float, float]]) -> str:
    return " ".join("{:g},{:g}".format(*_place(share, turn)) for share, turn in places)


def _place(share: float, turn: float) -> tuple[float, float]:
    """A place on the drawing; the first axis leads up, the others follow clockwise."""
    reach = _RADIUS * share
    return round(_CENTRE[0] + reach * math.sin(turn), 1), round(_CENTRE[1] - reach * math.cos(turn), 1)
