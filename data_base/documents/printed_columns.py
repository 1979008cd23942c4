"""Two columns of a PDF's page that are drawn row by row, read one after the other."""

from itertools import groupby
from typing import Any, NamedTuple

# Fewer lines next to each other may be anything.
_FEWEST_LINES = 4
_NARROWEST_GUTTER = 8.0  # points
_NARROWEST_COLUMN = 90.0  # points
_SAME_LINE = 2.0  # points
# Wrapped lines are nearly as wide as their column, cells of a table are not.
_FULL_LINE, _FULL_LINES = 0.7, 0.7


class _Stretch(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float


class _Row(NamedTuple):
    one: _Stretch
    other: _Stretch


def text_by_columns(text_page: Any) -> str | None:  # noqa: ANN401  (pypdfium2 has no types)
    """The page's text with its columns in order; None where nothing is woven.

    Args:
        text_page: of pypdfium2.
    """
    stretches = [_Stretch(*text_page.get_rect(place)) for place in range(text_page.count_rects())]
    for rows in _runs(stretches):
        gutter = _gutter(rows)
        if gutter is None:
            continue
        top = max(max(row.one.top, row.other.top) for row in rows) + _SAME_LINE / 2
        bottom = min(min(row.one.bottom, row.other.bottom) for row in rows) - _SAME_LINE / 2
        parts = [
            text_page.get_text_bounded(bottom=top),
            text_page.get_text_bounded(bottom=bottom, top=top, right=gutter),
            text_page.get_text_bounded(bottom=bottom, top=top, left=gutter),
            text_page.get_text_bounded(top=bottom),
        ]
        return "\n".join(part for part in map(str, parts) if part.strip())
    return None


def _runs(stretches: list[_Stretch]) -> list[list[_Row]]:
    """Lines, one below the other, of which each is drawn as two stretches."""
    lines: list[list[_Stretch]] = []
    for each in stretches:
        if lines and _shares_line(lines[-1][0], each):
            lines[-1].append(each)
        else:
            lines.append([each])
    runs = groupby(lines, key=lambda line: len(line) == 2)  # noqa: PLR2004  (two columns)
    return [[_Row(*line) for line in run] for is_double, run in runs if is_double]


def _shares_line(one: _Stretch, other: _Stretch) -> bool:
    """Whether two stretches are on one line: letters reach up and down differently."""
    shared = min(one.top, other.top) - max(one.bottom, other.bottom)
    return shared > min(one.top - one.bottom, other.top - other.bottom) / 2


def _gutter(rows: list[_Row]) -> float | None:
    """The middle between two columns of wrapped text; None where there are none."""
    if len(rows) < _FEWEST_LINES:
        return None
    end, begin = max(row.one.right for row in rows), min(row.other.left for row in rows)
    is_text = all(_is_wrapped([row[side] for row in rows]) for side in (0, 1))
    return (end + begin) / 2 if begin - end >= _NARROWEST_GUTTER and is_text else None


def _is_wrapped(column: list[_Stretch]) -> bool:
    left, right = min(each.left for each in column), max(each.right for each in column)
    full = sum(each.right - each.left >= _FULL_LINE * (right - left) for each in column)
    aligned = sum(abs(each.left - left) <= _SAME_LINE for each in column)
    return min(full, aligned) >= _FULL_LINES * len(column) and right - left >= _NARROWEST_COLUMN
