"""Tables on stdout."""

from collections.abc import Iterable, Sequence

IDS = frozenset({"run", "item", "id"})
"""Headings of columns whose cells are copied, and so stay on one line however narrow the terminal is."""


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
    for heading in headings:
        table.add_column(heading, overflow="fold", no_wrap=heading in IDS)
    for row in rows:
        table.add_row(*map(plain, row))
    console = Console(highlight=False, markup=False, emoji=False)
    least = Measurement.get(console, console.options.update(max_width=100_000), table).minimum
    if title is not None:
        console.print(title, soft_wrap=True)
    console.width = max(console.width, least)
    console.print(table)
