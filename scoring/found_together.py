"""Figures of an answer that stand in the passages where its other figures stand, too."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.affinity import other_time
from scoring.quantities import agrees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.figure_findings import FigureFinding

# So many other figures of one sentence or row, of which none is doubted, do not stand beside it by chance.
_COMPANY = 2


def found_together(findings: Sequence[FigureFinding]) -> list[FigureFinding]:
    """The findings; what stands in one sentence or row with two others of the answer is not misplaced.

    Whoever takes a figure from the wrong place puts one among others of the right place, or takes all of them
    from there; which of those that stand side by side is meant is told apart in :mod:`scoring.crossed`.
    """
    return [
        replace(finding, verdict="supported", rival=None) if _has_company(finding, findings) else finding
        for finding in findings
    ]


def _has_company(finding: FigureFinding, findings: Sequence[FigureFinding]) -> bool:
    if finding.verdict != "misplaced" or finding.source is None:
        return False
    if other_time(finding.figure.context, finding.source.context):
        return False  # the right row of a table, and the column of another year
    beside: list[FigureFinding] = []
    for other in findings:
        if _stands_beside(other, finding) and not any(_say_the_same(other, one) for one in beside):
            beside.append(other)
    return len(beside) >= _COMPANY


def _stands_beside(other: FigureFinding, finding: FigureFinding) -> bool:
    """Whether another value of the claim, or of the next one, stands rightly in the same sentence or row."""
    if other.source is None or finding.source is None or other.source is finding.source:
        return False
    return (
        other.holds
        and not other.figure.mention.is_year
        and other.source.unit == finding.source.unit
        and abs(other.figure.claim - finding.figure.claim) <= 1
        and not _say_the_same(other, finding)
    )


def _say_the_same(one: FigureFinding, other: FigureFinding) -> bool:
    return bool(agrees(one.figure.mention, other.figure.mention))
