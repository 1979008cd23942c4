"""Whether what an answer tells beside saying that something is not told stands in the passages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoring.aliases import folded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from data_base.text.dates import DateMention
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding

_SPACE = re.compile(r"\s+")


def invented_beside(findings: Iterable[FigureFinding], evidence: Evidence) -> list[FigureFinding]:
    """The figures that stand nowhere in the passages."""
    return [
        finding
        for finding in findings
        if finding.verdict == "absent" and not _stands_somewhere(finding, evidence)
    ]


def _stands_somewhere(finding: FigureFinding, evidence: Evidence) -> bool:
    """Whether a figure that was not found is written in the passages all the same.

    Args:
        finding: a figure of the answer; a date may add the year that the passages are about.
        evidence: the passages.
    """
    written = _without_spaces(finding.figure.mention.raw)
    if any(written in _without_spaces(passage) for passage in evidence.passages):
        return True
    date = finding.figure.mention.date
    return date is not None and _is_dated_there(date, evidence)


def _is_dated_there(date: DateMention, evidence: Evidence) -> bool:
    """Whether the same day or month stands without a year, and the year somewhere else."""
    if date.month is None or date.year is None:
        return False
    if not any(str(date.year) in passage for passage in evidence.passages):
        return False
    told: Iterable[DateMention] = (
        place.mention.date for place in evidence.occurrences if place.mention.date is not None
    )
    return any(
        other.year is None and (other.month, other.day, other.hour) == (date.month, date.day, date.hour)
        for other in told
    )


def _without_spaces(text: str) -> str:
    return _SPACE.sub("", folded(text)).lower()
