"""Contestants against the reference, as the report draws them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eval.reports.report_locale import ReportLocale, label_of
from eval.stats.paired import Estimate

if TYPE_CHECKING:
    from eval.arena.figures.values import AgainstReference
    from eval.arena.result import ArenaSummary

_MOST_GROUPS = 15


@dataclass(frozen=True, slots=True)
class ReferenceTable:
    """Dimensions, key points and their groups against contestants."""

    reference: str
    """The reference."""
    sides: Sequence[tuple[int, AgainstReference]]
    """The others, each with its place among all contestants, from 0."""
    rows: Mapping[str, Sequence[Estimate]]
    """What is compared to each contestant's mean share."""
    left_out: int
    """Groups that are not shown; those of the most answers are."""


def reference_table(summary: ArenaSummary, locale: ReportLocale) -> ReferenceTable | None:
    """The table of contestants against the reference; None where there is no reference."""
    against = summary.against_reference
    if against is None:
        return None
    place = {side.system: order for order, side in enumerate(summary.sides)}
    groups = _groups(against.sides)
    return ReferenceTable(
        reference=against.reference,
        sides=[(place[each.system], each) for each in against.sides],
        rows=dict(_rows(against.sides, groups[:_MOST_GROUPS], locale)),
        left_out=max(0, len(groups) - _MOST_GROUPS),
    )


def _rows(
    sides: Sequence[AgainstReference], groups: Sequence[str], locale: ReportLocale
) -> Iterator[tuple[str, Sequence[Estimate]]]:
    none = Estimate(n=0)
    for name in dict.fromkeys(name for each in sides for name in each.scores):
        yield label_of(name, locale.texts), [each.scores.get(name, none) for each in sides]
    if any(each.key_points.n for each in sides):
        yield locale.texts.gettext("Key points"), [each.key_points for each in sides]
    said = locale.texts.gettext("Key points: %(group)s")
    for name in groups:
        yield said % {"group": name}, [each.groups.get(name, none) for each in sides]


def _groups(sides: Sequence[AgainstReference]) -> list[str]:
    """The groups, those of the most answers first."""
    answers: dict[str, int] = {}
    for each in sides:
        for name, share in each.groups.items():
            answers[name] = answers.get(name, 0) + share.n
    return sorted(answers, key=lambda name: -answers[name])
