"""Values as small tables of HTML, as a notebook shows them: every text escaped, no script, no style."""

from collections.abc import Iterable, Sequence
from html import escape

_LONGEST = 500
"""Characters of a cell."""
_MOST_ROWS = 50


def fields_html(heading: str, fields: Iterable[tuple[str, object]]) -> str:
    """A heading, and a row for each name and what it is; what is None or empty is left out."""
    rows = (
        f"<tr><th>{_shown(name)}</th><td>{_shown(value)}</td></tr>"
        for name, value in fields
        if value not in (None, "")
    )
    return f"<table><caption>{_shown(heading)}</caption>{''.join(rows)}</table>"


def rows_html(heading: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A heading and a table, of which the first 50 rows are shown."""
    head = "".join(f"<th>{_shown(column)}</th>" for column in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{_shown(cell)}</td>' for cell in row)}</tr>" for row in rows[:_MOST_ROWS]
    )
    if (more := len(rows) - _MOST_ROWS) > 0:
        body += f'<tr><td colspan="{len(columns)}">… and {more:,} more</td></tr>'
    return f"<table><caption>{_shown(heading)}</caption><tr>{head}</tr>{body}</table>"


def _shown(value: object) -> str:
    if value is None:
        return ""
    text = f"{value:.2f}" if isinstance(value, float) else str(value)
    return escape(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
