"""Tables on stdout."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

WHOLE = frozenset(
    {"run", "item", "id", "system", "new passages", "mean score", "begun (UTC)", "last step (UTC)"}
)
"""Headings of columns with ids, names and times, which stay on one line however narrow the terminal is."""


def minutes(time: datetime) -> str:
    """A time in UTC, to the minute."""
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M")


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, title: str | None = None) -> None:
    """Print a table; text from outside cannot move the cursor or be read as markup.

    Args:
        headings: of the columns.
        rows: the cells of each.
        title: what the table shows.
    """
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    from service.commands.terminal.plain_text import plain

    table = Table()
    cells = [[plain(cell) for cell in row] for row in rows]
    for index, heading in enumerate(headings):
        whole = heading in WHOLE
        lines = (line.cell_len for row in cells for line in row[index].split())
        least = max(lines, default=0) if whole else 0
        table.add_column(heading, overflow="fold", no_wrap=whole, min_width=max(least, whole * len(heading)))
    for texts in cells:
        table.add_row(*texts)
    console = Console(highlight=False, markup=False, emoji=False)
    width = Measurement.get(console, console.options.update(max_width=100_000), table).minimum
    if title is not None:
        console.print(title, soft_wrap=True)
    console.width = max(console.width, width)
    console.print(table)


def number_behind(name: str) -> int:
    """The number that a name ends with, 0 where there is none: ``repeat 10`` comes after ``repeat 9``."""
    digits = re.search(r"[0-9]+$", name)
    return int(digits[0]) if digits else 0
