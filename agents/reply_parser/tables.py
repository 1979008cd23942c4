"""Markdown tables of scores as labelled lines, so that a weight beside a score is not read for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agents.reply_parser.values import WRAPPING, folded

if TYPE_CHECKING:
    from agents.reply_parser.shape import FieldShape, Shape

_TABLE = re.compile(
    r"^(?P<head>[^\n|]{0,200}\|[^\n]{0,400})\n"
    r"[ \t|:]{0,20}-[ \t|:\-]{2,400}\n"
    r"(?P<rows>(?:[^\n|]{0,200}\|[^\n]{0,4000}(?:\n|\Z)){1,40})",
    re.MULTILINE,
)
_SCORE = re.compile(r"score|rating|grade|points|得分|评分|評分|分数|分數|оценк|балл", re.IGNORECASE)
_ASIDE = re.compile(r"[(（\[][^()（）\[\]]{0,30}[)）\]]")


def tables_as_lines(text: str, shape: Shape) -> str:
    """The text with every table of scores written as lines of label and cell.

    A table is one of scores where a row each begins with a field's label and one column is headed as the
    score's, or where the heads are the fields' labels and one row stands below. Other tables stay.
    """
    if "|" not in text:
        return text
    return _TABLE.sub(lambda match: _as_lines(match, shape) or match[0], text)


def _as_lines(match: re.Match[str], shape: Shape) -> str | None:
    head = _cells(match["head"])
    rows = [_cells(line) for line in match["rows"].splitlines()]
    return _by_row(head, rows, shape) or _by_column(head, rows, shape)


def _by_row(head: list[str], rows: list[list[str]], shape: Shape) -> str | None:
    columns = [number for number, cell in enumerate(head) if number and _SCORE.search(cell)]
    labelled = [(field, row) for row in rows if row and (field := _field(row[0], shape))]
    # Of several columns of scores none is the one: labels that contradict each other give no verdict.
    return _whole(
        [
            _line(field, row[column], head[column])
            for column in columns
            for field, row in labelled
            if column < len(row)
        ]
    )


def _by_column(head: list[str], rows: list[list[str]], shape: Shape) -> str | None:
    fields = [_field(cell, shape) for cell in head]
    needed = {field.name for field in shape.needed}
    if not needed <= {field.name for field in fields if field} or len(rows) != 1:
        return None
    pairs = zip(fields, rows[0], strict=False)
    return _whole([_line(field, cell, "") for field, cell in pairs if field and field.required])


def _line(field: FieldShape, cell: str, head: str) -> str:
    """A scale that the column's head names is every cell's."""
    scale = re.search(r"[/／]\s*\d+", head)
    of = scale[0] if scale and not re.search(r"[/／]", cell) else ""
    return f"{field.name}: {cell.strip(WRAPPING)}{of}"


def _whole(lines: list[str]) -> str | None:
    return "\n" + "\n".join(lines) + "\n" if lines else None


def _field(cell: str, shape: Shape) -> FieldShape | None:
    return shape.by_key.get(folded(_ASIDE.sub("", cell).strip(WRAPPING)))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
