"""Columns of a table that tell by how much its rows differ from one of them, or from what they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.table_cells import cell_of

if TYPE_CHECKING:
    from scoring.evidence import Evidence, Occurrence

# Only a difference is written with a sign though it is positive.
_SIGNS = ("+", "＋")
_EMPHASIS = "*_ "


def stands_among_changes(source: Occurrence, evidence: Evidence) -> bool:
    """Whether a cell stands in a column of differences: one of which some cell is written as "+2.7"."""
    row = evidence.units[source.unit].row
    cell = cell_of(source.mention.raw, row) if row is not None else None
    if row is None or cell is None or not cell.column:
        return False
    return any(
        other.column == cell.column and other.text.strip(_EMPHASIS).startswith(_SIGNS)
        for unit in evidence.units
        if unit.row is not None
        and unit.passage == source.passage
        and (unit.row.header, unit.row.caption) == (row.header, row.caption)
        for other in unit.row.cells
    )
