"""Tables on stdout: they fit the terminal without breaking a word, or each row is shown below the other."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

WHOLE = frozenset({"run", "item", "id", "system", "new passages"})
"""Headings of columns with ids and names, which stay on one line however narrow the terminal is."""
_TEXT = 20
"""Characters in which a longer text can still be read."""
_WORD = 40
"""Characters from which a word is an address or a hash, which may be broken."""
_AROUND = 3
"""Characters around a cell: a space on either side and a line."""
# Chinese is broken anywhere.
_UNBROKEN = re.compile("[^\\s\u2e80-\uffef]+")


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
    from rich.table import Table

    from service.commands.terminal.plain_text import plain

    table = Table()
    for heading in headings:
        table.add_column(heading, overflow="fold", no_wrap=heading in WHOLE)
    for row in rows:
        table.add_row(*(plain(_trimmed(cell)) for cell in row))
    console = Console(highlight=False, markup=False, emoji=False)
    if title is not None:
        console.print(title, soft_wrap=True)
    show_table(console, table)


def _trimmed(cell: str) -> str:
    """Its lines without spaces at their ends, which would take the room that a word was counted with."""
    return "\n".join(line.strip() for line in cell.split("\n")).strip("\n") or cell


def show_table(console: Console, table: Table) -> None:
    """Print a table in the width that there is; where it does not fit, each row below the one before."""
    columns = [[_text(cell) for cell in (column.header, *column.cells)] for column in table.columns]
    least = [
        _least(cells, whole=column.no_wrap) for cells, column in zip(columns, table.columns, strict=True)
    ]
    room = console.width - _AROUND * len(columns) - 1 - sum(least)
    if room < 0:
        _show_rows(console, table, columns)
        return
    wanted = [max(map(_widest_line, cells)) for cells in columns]
    for column, width in zip(table.columns, _widths(least, wanted, room), strict=True):
        column.width = width
    console.print(table)


def number_behind(name: str) -> int:
    """The number that a name ends with, 0 where there is none: ``repeat 10`` comes after ``repeat 9``."""
    digits = re.search(r"[0-9]+$", name)
    return int(digits[0]) if digits else 0


def _text(cell: RenderableType) -> Text:
    from rich.text import Text

    return cell if isinstance(cell, Text) else Text(str(cell))


def _widest_line(cell: Text) -> int:
    return max((line.cell_len for line in cell.split()), default=0)


def _least(cells: Sequence[Text], *, whole: bool) -> int:
    """The width below which a column would break words, or a text into very many lines."""
    from rich.cells import cell_len

    heading, *others = cells
    widest = max(map(_widest_line, others), default=0)
    heads = max(map(cell_len, heading.plain.split()), default=0)
    if whole:
        return max(heads, widest)
    words = (cell_len(word) for cell in others for word in _UNBROKEN.findall(cell.plain))
    return max(heads, min(max(words, default=0), _WORD), min((widest + 1) // 2, _TEXT))


def _widths(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """What each column gets: the room is shared evenly by those that have use for it."""
    widths = list(least)
    while room and (wanting := [n for n, width in enumerate(widths) if width < wanted[n]]):
        for n in wanting:
            more = min(wanted[n] - widths[n], max(1, room // len(wanting)), room)
            widths[n] += more
            room -= more
    return widths


def _show_rows(console: Console, table: Table, columns: Sequence[Sequence[Text]]) -> None:
    if table.title:
        console.print(table.title)
    headings = [" ".join(heading.plain.split()) for heading, *_ in columns]
    for row in zip(*(cells for _, *cells in columns), strict=True):
        for number, (heading, cell) in enumerate(zip(headings, row, strict=True)):
            if not cell.plain:
                continue
            said = ", ".join(line.plain for line in cell.split())
            indent = "  " * bool(number)
            for line in _wrapped(f"{heading}: {said}", console.width - len(indent) - 2):
                console.print(f"{indent}{line}", soft_wrap=True)
                indent = "    "


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Lines of so many characters, but for words that are longer: to be copied they stay whole."""
    from rich.cells import cell_len

    line, *others = text.split(" ")
    for word in others:
        if cell_len(f"{line} {word}") > width:
            yield line
            line = word
        else:
            line = f"{line} {word}"
    yield line
