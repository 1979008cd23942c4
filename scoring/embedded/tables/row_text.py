"""A row of a table in words: "row, column: value", with what the table is about."""

import re
from collections.abc import Collection, Iterable

from data_base.text.sentences import is_table_row
from scoring.embedded.document import Document
from scoring.embedded.tables.table import Cell
from scoring.embedded.words import root, script, terms

_NUMBER_NO_YEAR = re.compile(r"(?!\d{4}\b)\W*\d[\d.,]*\W*$|\W+$")
_BARE = re.compile(r"[-–−+]?\d[\d.,\s]*$")
_BRACKETS = (("(", ")"), ("（", "）"), ("[", "]"))
_SHOWN = 0.75
"""From this share of the best column's words on, another column is asked for, too."""


def row_text(i: int, document: Document, asked: Collection[str], meant: Iterable[int]) -> str:
    """A row with the cells that are asked for, each under its column's heading, or with all of them.

    Where the columns cannot be told apart, the row is as it is written, with the line over it in brackets.

    Args:
        i: the place: a row, a cell in it, or a sentence that is a row.
        document: the passages.
        asked: roots of the question's words.
        meant: places that answer some part of it; those in this row are shown.
    """
    place, read = document.places[i], document.passages[document.sources[i]]
    chinese, passage = script(place.text) == "han", read.text
    row = next((each for each in read.rows if passage[each.start : each.end] == place.text), None)
    if row is None or not row.cells or any(_is_torn(cell.column) for cell in row.cells):
        head = _line_over(i, document)
        return (
            place.text if not head else f"{place.text}（{head}）。" if chinese else f"{place.text} ({head})."
        )
    first, *others = row.cells
    label = passage[first.start : first.end].strip(" *") if "|" in place.text else first.row
    cells = others if "|" in place.text else row.cells
    line, weight = document.line_of(i), document.weight
    columns = {document.places[other].column for other in meant if document.line_of(other) == line}
    hits = {c.column: sum(weight[t] for t in {*terms(c.column)} if root(t) in asked) for c in cells}
    least = _SHOWN * max(hits.values(), default=0.0)
    comma, colon, semicolon, stop = ("，", "：", "；", "。") if chinese else (", ", ": ", "; ", ".")
    said = [
        colon.join(filter(None, _with_unit(cell, text)))
        for cell in cells
        if (text := passage[cell.start : cell.end].strip(" *"))
        and (hits[cell.column] >= least or cell.column in columns)
    ]
    caption = f"{row.caption.strip()}{colon}" if row.caption.strip() and not _ends(row.caption) else ""
    return f"{caption}{comma.join(filter(None, (label, semicolon.join(said)))).rstrip('.')}{stop}"


def _with_unit(cell: Cell, text: str) -> tuple[str, str]:
    """A column's heading and a bare number under it with its unit: "High season", "149 EUR"."""
    if not cell.unit or not _BARE.match(text):
        return cell.column, text
    sign = next((each for each in "$€£¥" if each in cell.unit), "")
    heading = re.sub(rf"\s*[(（\[,，]\s*{re.escape(cell.unit)}\s*[)）\]]?\s*$", "", cell.column)
    return heading, f"{sign}{text} {cell.unit.replace(sign, '').strip()}".strip()


def _ends(text: str) -> bool:
    return text.strip().endswith((".", "。", ":", "：", "|"))


def _is_torn(heading: str) -> bool:
    """Whether a heading is none: cut at the wrong words ("(GBP"), or a figure of another row."""
    return any(heading.count(a) != heading.count(b) for a, b in _BRACKETS) or bool(
        heading and _NUMBER_NO_YEAR.match(heading)
    )


def _line_over(i: int, document: Document) -> str:
    """The nearest line over a row that is none: the headings of its table."""
    for above in reversed(document.texts[: document.line_of(i)]):
        place = document.places[above]
        if document.sources[above] != document.sources[i]:
            break
        if place.kind != "row" and not is_table_row(place.text):
            return "" if _ends(place.text) else place.text.strip()
    return ""
