"""Percentages that say which part a figure of their claim is of one beside it in the passages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.proportions import is_share_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.text.figures import Figure
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding


def is_share_of_place(finding: FigureFinding, findings: Sequence[FigureFinding], evidence: Evidence) -> bool:
    """Whether a percentage is the part that another figure of its claim is of a third one.

    "1,240 crates, 34 % of all", where the passages tell of 1,240 of 3,600 in one sentence.

    Args:
        finding: the percentage.
        findings: of every figure of the answer.
        evidence: the passages.
    """
    share = finding.figure.mention.figure
    if share is None:
        return False
    return any(
        is_share_of(share, [part], _beside(other, evidence))
        for other in findings
        if other is not finding and other.holds and other.figure.claim == finding.figure.claim
        if (part := other.figure.mention.figure) is not None
    )


def _beside(finding: FigureFinding, evidence: Evidence) -> list[Figure]:
    """The figures of the sentence that bears one; a table's row tells of other things."""
    source = finding.source
    if source is None or source.tabular:
        return []
    told = evidence.stated_in.get(source.unit, ())
    return [occurrence.mention.figure for occurrence in told if occurrence.mention.figure is not None]
