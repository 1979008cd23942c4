"""What each contestant covers of every group of key points, as the report draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eval.reports.radar import Radar, radar_of
from eval.stats.paired import Estimate

if TYPE_CHECKING:
    from eval.arena.result import SideSummary

_MOST_GROUPS = 15
_MOST_SHAPES = 8
"""Contestants that a radar shows; there are as many colours."""


@dataclass(frozen=True, slots=True)
class GroupTable:
    """Groups of key points against contestants."""

    rows: Mapping[str, Sequence[Estimate]]
    """Group to each contestant's mean share, in the contestants' order."""
    left_out: int
    """Groups that are not shown; those of the most answers are."""
    radar: Radar | None
    """The same as a radar; None where there are too few groups, or too many contestants."""
    must_failed: Sequence[int]
    """Each contestant's answers in which a required point fails; empty where there are none."""


def group_table(sides: Sequence[SideSummary]) -> GroupTable | None:
    """The table of groups; None where no question has any, and no required point fails."""
    answers: dict[str, int] = {}
    for side in sides:
        for name, mean in side.groups.items():
            answers[name] = answers.get(name, 0) + mean.n
    chosen = set(sorted(answers, key=lambda name: -answers[name])[:_MOST_GROUPS])
    shown = [name for name in answers if name in chosen]
    failed = [side.must_failed for side in sides]
    if not shown and not any(failed):
        return None
    none = Estimate(n=0)
    shares = {
        order: {name: side.groups.get(name, none).mean for name in shown} for order, side in enumerate(sides)
    }
    return GroupTable(
        rows={name: [side.groups.get(name, none) for side in sides] for name in shown},
        left_out=len(answers) - len(shown),
        radar=radar_of(shares) if len(sides) <= _MOST_SHAPES else None,
        must_failed=failed if any(failed) else (),
    )
