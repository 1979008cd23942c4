"""Tables in a passage, of Markdown or of lines with several numbers."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Cell(NamedTuple):
    """A cell of a table, with what says of what it is.

    Attributes:
        start: where it begins in the passage.
        end: where it ends.
        row: the labels of its row.
        column: the heading of its column; empty where it cannot be determined.
        unit: the unit of its column or table ("£ million", "%"); empty where nothing says.
    """

    start: int
    end: int
    row: str
    column: str
    unit: str


class Row(NamedTuple):
    """A row with its cells; ``head`` is the table's line of headings, with ``caption``, the line over it."""

    start: int
    end: int
    head: str
    caption: str
    cells: tuple[Cell, ...]


_MARKDOWN = re.compile(r"[ \t]*\|(.*)\|[ \t]*$")
_RULE = re.compile(r"[\s|:\-–]+$")
_CELL = re.compile(r"[^|]+")
_YEAR = re.compile(r"\s*(?:FY\s?|[A-Z][a-z]+\.? \d{1,2},? )?(?:19|20)\d\d\s*$")
_NUMBERS_LAST = re.compile(r"(?P<label>.*?\S)(?P<numbers>(?:\s+[-–−+(]?[$€£¥]?\d[\d,.]*\)?%?){2,})\s*$")
_YEARS = re.compile(r"(?:\bFY ?|\b|(?<=[\s年]))(?:19|20)\d\d(?!\d)(?:年度?| ?г(?:од\w*)?\b\.?)?")
_LONGEST_LABEL = 60
_ENDS_NUMBER = frozenset("0123456789.,)%")
_ONE_NUMBER = re.compile(r"\S+")
_UNIT = re.compile(r"[(（\[]([^()（）\[\]]{1,24})[)）\]]\s*$|,\s*([^,\d]{1,20})$")
_LINE = re.compile(r"[^\n]+")


def rows(text: str) -> list[Row]:
    """The rows of all tables in a passage, in order."""
    lines = [(match.start(), match[0]) for match in _LINE.finditer(text)]
    return list(_markdown(lines) if "|" in text else _spaced(lines))


def _unit(heading: str) -> str:
    found = _UNIT.search(heading.strip(" *"))
    return (found[1] or found[2] or "").strip() if found else ""


def _markdown(lines: Sequence[tuple[int, str]]) -> Iterator[Row]:
    head: list[str] = []
    caption = before = ""
    for start, line in lines:
        if not (found := _MARKDOWN.match(line)):
            before, head = line, []
            continue
        if _RULE.match(line):
            continue
        cells = [(start + found.start(1) + piece.start(), piece[0]) for piece in _CELL.finditer(found[1])]
        if not head:
            head, caption = [cell.strip(" *") for _, cell in cells], before
            continue
        labels = _labels([cell for _, cell in cells])
        yield Row(
            start,
            start + len(line),
            " ".join([caption, *head]),
            caption,
            tuple(
                Cell(
                    place + len(cell) - len(cell.lstrip()),
                    place + len(cell.rstrip()),
                    labels,
                    head[i] if i < len(head) else "",
                    _unit(head[i] if i < len(head) else "") or _unit(caption),
                )
                for i, (place, cell) in enumerate(cells)
            ),
        )


def _labels(cells: Sequence[str]) -> str:
    """What names a row: its cells without digits, else its first."""
    named = [cell.strip(" *") for cell in cells if not re.search(r"\d", cell)]
    first = cells[0].strip(" *") if cells else ""
    return " ".join(dict.fromkeys([first, *named[:2]]))


def _spaced(lines: Sequence[tuple[int, str]]) -> Iterator[Row]:
    """Lines of a label and several numbers, under a line that heads them."""
    head = caption = ""
    in_table = False
    for start, line in lines:
        found = _NUMBERS_LAST.match(line) if line.rstrip()[-1:] in _ENDS_NUMBER else None
        if not found or len(found["label"]) > _LONGEST_LABEL or _is_heading(found):
            caption, head, in_table = head, line, False
            continue
        numbers = list(_ONE_NUMBER.finditer(line, found.start("numbers")))
        aligned = _columns(head, len(numbers), len(found["label"].split()))
        if not in_table and not head:
            continue
        in_table = True
        yield Row(
            start,
            start + len(line),
            f"{caption} {head}",
            caption,
            tuple(
                Cell(
                    m.start() + start,
                    m.end() + start,
                    found["label"],
                    aligned[i] if aligned else "",
                    _unit(found["label"]) or _unit(caption),
                )
                for i, m in enumerate(numbers)
            ),
        )


def _columns(head: str, numbers: int, label_words: int) -> list[str]:
    """The headings over a row's numbers: its years, or the words of a line that has as many."""
    years = [match[0].strip() for match in _YEARS.finditer(head)]
    if len(years) == numbers:
        return years
    words = head.split()
    return words[-numbers:] if len(words) in {numbers, numbers + 1, numbers + label_words} else []


def _is_heading(found: re.Match[str]) -> bool:
    """Whether all numbers of a line are years: it heads a table."""
    return all(_YEAR.match(number) for number in found["numbers"].split())
