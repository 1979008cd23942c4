"""The whole that the cells of a column make where the table has no row for it: 523 of 940 complaints."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from scoring.arithmetic import of_one_measure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.figures import Figure
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.grids import Grid

# So many cells make a column that may be added up, and so many digits no sum by chance.
_CELLS, _TELLING_DIGITS = 3, 2
_SAYS_WHOLE = re.compile(
    r"\b(?:of|total\w*|all|из|всего|всех|все|итог\w*|общ\w+|сумм\w+)\b|[中里裡共合全總总]|之内|之內",
    re.IGNORECASE,
)


def is_whole_of_another(
    finding: FigureFinding, findings: Sequence[FigureFinding], text: str, evidence: Evidence
) -> bool:
    """Whether a figure is the whole column in which another figure of its claim stands.

    Args:
        finding: of the figure.
        findings: of every figure of the answer.
        text: the claim.
        evidence: the passages.
    """
    whole = finding.figure.mention.figure
    if whole is None or whole.significant_digits < _TELLING_DIGITS or not _SAYS_WHOLE.search(text):
        return False
    return any(
        whole.value == total
        for other in findings
        if other is not finding and other.holds and other.figure.claim == finding.figure.claim
        for total in wholes_of(other, evidence)
    )


def wholes_of(part: FigureFinding, evidence: Evidence) -> Iterator[Decimal]:
    """The sums of the columns that have a figure in a cell, all cells of one measure."""
    source = part.source
    if source is None or not source.tabular or source.mention.figure is None:
        return
    for grid in evidence.grids:
        yield from _sums(source, grid)


def _sums(part: Occurrence, grid: Grid) -> Iterator[Decimal]:
    for column, label in enumerate(grid.columns.labels):
        if not label <= part.context.key:
            continue
        cells = [
            cell
            for (row, place), cell in grid.cells.items()
            if place == column and row not in grid.rows.totals
        ]
        adds_up = len(cells) >= _CELLS and all(of_one_measure(cells[0], cell) for cell in cells)
        if (
            adds_up
            and cells[0].kind != "percent"
            and any(_is_cell(part.mention.figure, cell) for cell in cells)
        ):
            yield sum((cell.value for cell in cells), Decimal(0))


def _is_cell(part: Figure | None, cell: Figure) -> bool:
    return part is not None and (part.value, part.unit) == (cell.value, cell.unit)
