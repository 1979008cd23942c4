"""Files of rows, read by one function whatever their format: JSON Lines, JSON, CSV, workbooks, Parquet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from data_base.errors import InputError
from eval.files.cells import Cell, entry_of, text_in, value_of
from eval.files.columns import AS_WRITTEN, COLUMNS, CellKind, Columns
from eval.files.csv_rows import csv_table
from eval.files.json_lines import json_lines, json_value
from eval.files.parquet_rows import parquet_rows
from eval.files.pipes import readable_again
from eval.files.remote_paths import READ_AHEAD, reading
from eval.files.sheet_files import is_workbook
from eval.files.text_encoding import encoding_of
from eval.files.workbook_rows import workbook_rows

ACCEPTED = ".jsonl, .json, .csv, .tsv, .xlsx and .parquet"
"""How the names of files of rows end, as a sentence lists them."""
_HEAD = 4096
_NUMBERED = re.compile(r"(.+?)[_ .-]?(\d{1,4})")
_KNOWN = frozenset(column.name for column in COLUMNS)


class NoRowsError(InputError):
    """What is in a JSON file are no rows."""


class RowFormat(StrEnum):
    """How rows are written in a file; the value is the end of its name."""

    LINES = ".jsonl"
    JSON = ".json"
    CSV = ".csv"
    TSV = ".tsv"
    WORKBOOK = ".xlsx"
    PARQUET = ".parquet"


class FileRow(NamedTuple):
    """One row of a file."""

    path: Path | str
    """The file, or what else has the row."""
    unit: str
    """What the file counts: a line, a row as the spreadsheet counts, an entry."""
    number: int
    """Which one, from 1."""
    fields: dict[str, object]
    """What is in it; a cell without anything is left out, or None where the columns say so."""

    @property
    def place(self) -> str:
        """File and row, for messages."""
        return f"{self.path}, {self.unit} {self.number}"


def read_rows(path: Path, columns: Columns = AS_WRITTEN) -> Iterator[FileRow]:
    """The rows of a file; JSON Lines, CSV and Parquet are never in memory whole.

    The format goes by the end of the name, or of a pipe and a name without an end by the contents. Only cells
    of CSV and workbooks have to be read by their columns; the other formats say themselves what is a list.

    Args:
        path: the file, or a pipe.
        columns: what the cells of each column are; by default the text that is in them.

    Raises:
        InputError: naming file, row and column: the file cannot be read, or is of no format that is.
    """
    found = format_of(path)
    if found is RowFormat.JSON:
        yield from _json_rows(path)
    elif found in (RowFormat.CSV, RowFormat.TSV):
        with reading(path), readable_again(path).open("rb", buffering=READ_AHEAD) as file:
            table = csv_table(path, file, {*columns.kinds} or _KNOWN)
            yield from _sheet_rows(path, table.rows, columns, decimal_comma=table.decimal_comma)
    elif found is RowFormat.WORKBOOK:
        if not isinstance(path, Path):
            raise InputError(f"{path} is a workbook at an address; save it on this machine, or use .csv.")
        with reading(path), readable_again(path).open("rb") as file:
            yield from _sheet_rows(path, workbook_rows(path, file), columns)
    elif found is RowFormat.PARQUET:
        yield from (
            FileRow(path, "row", number, fields) for number, fields in parquet_rows(readable_again(path))
        )
    else:
        yield from _lines(path)


def _lines(path: Path) -> Iterator[FileRow]:
    return (FileRow(path, "line", number, fields) for number, fields in json_lines(path))


def format_of(path: Path) -> RowFormat:
    """In which format the rows of a file are.

    Raises:
        InputError: in none that is read, or in another than its name says; or it cannot be read.
    """
    suffix = path.suffix.lower()
    named = next((each for each in RowFormat if each == suffix), None)
    if named is RowFormat.PARQUET:
        return named
    with reading(path), readable_again(path).open("rb") as file:
        head = file.read(_HEAD)
    found, what = next(((found, what) for mark, found, what in _MARKS if head.startswith(mark)), (None, None))
    if found is not None and not suffix:
        return found
    if what is None and encoding_of(head) == "utf-8" and head.count(0) > len(head) // 4:
        what = "no text in UTF-8, or in UTF-16 with a mark"
    if what is not None and (found is None or found is not named):
        raise InputError(f"{path} is {what}, by its contents; read are {ACCEPTED}.")
    return named or _by_contents(path, head, suffix)


_MARKS: tuple[tuple[bytes, RowFormat | None, str], ...] = (
    (b"PK\x03\x04", RowFormat.WORKBOOK, "a workbook (.xlsx) or another archive"),
    (b"PAR1", RowFormat.PARQUET, "Parquet (.parquet)"),
    (b"\xd0\xcf\x11\xe0", None, "an Excel workbook of before 2007, or one with a password"),
    (b"%PDF", None, "a PDF"),
    (b"\x1f\x8b", None, "packed by gzip"),
)


def _by_contents(path: Path, head: bytes, suffix: str) -> RowFormat:
    start = head.decode(encoding_of(head), errors="ignore").lstrip()
    if not start or start.startswith("{"):
        return RowFormat.LINES
    if start.startswith("["):
        return RowFormat.JSON
    # What Excel calls Unicode text ends in .txt.
    if not suffix or (suffix == ".txt" and "\t" in start.partition("\n")[0]):
        return RowFormat.CSV
    raise InputError(f"{path} is no file of rows; read are {ACCEPTED}.")


def _json_rows(path: Path) -> Iterator[FileRow]:
    """The objects of a list, of the one list in an object, or, as many programs write them, of the lines."""
    lines = _lines(path)
    try:
        first = next(lines, None)
    except InputError:
        value = json_value(path)
    else:
        if first is None or next(lines, None) is not None:
            yield from _lines(path)
            return
        value = first.fields
    if isinstance(value, dict):
        lists = [part for part in value.values() if _is_of_objects(part)]
        if not _KNOWN.isdisjoint(value):
            value = [value]
        elif len(lists) == 1:
            value = lists[0]
    if not isinstance(value, list):
        raise NoRowsError(f"{path}: expected a list of objects; write them so, or one per line as .jsonl.")
    for number, fields in enumerate(value, start=1):
        if not isinstance(fields, dict):
            found = type(fields).__name__
            raise InputError(f"{path}, entry {number}: expected an object, found {found}; fix it.")
        yield FileRow(path, "entry", number, fields)


def _is_of_objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(part, dict) for part in value)


def record_rows(
    name: str, records: Iterable[Mapping[str, object]], columns: Columns = AS_WRITTEN
) -> Iterator[FileRow]:
    """Rows that are in memory, whose cells may be lists and objects already, numbered from 0.

    Args:
        name: of what has them, for messages.
        records: column to cell, without the empty ones.
        columns: what the cells of each column are.

    Raises:
        InputError: naming row and column.
    """
    for number, record in enumerate(records):
        place = f"{name}, row {number}"
        headings = _headings(place, list(record), columns)
        cells = [(each, cell) for each, cell in zip(headings, record.values(), strict=True) if each]
        yield FileRow(name, "row", number, _fields(place, cells))


class _Heading(NamedTuple):
    """A column of a sheet."""

    name: str
    """As its cells are named in messages."""
    field: str
    """That they are, or are entries of."""
    kind: CellKind
    """What they are read as."""
    place: int | None = None
    """Among the entries of the field, None where the column is the whole of it."""


def _sheet_rows(
    path: Path,
    rows: Iterable[tuple[int, Sequence[Cell]]],
    columns: Columns,
    *,
    decimal_comma: bool = False,
) -> Iterator[FileRow]:
    """Rows of cells below a header, as objects; rows without anything are passed over."""
    headings: list[_Heading | None] | None = None
    for number, cells in rows:
        filled = [index for index, cell in enumerate(cells) if cell != ""]
        if not filled:
            continue
        place = f"{path}, row {number}"
        if headings is None:
            headings = _headings(place, [text_in(cell).strip() for cell in cells], columns)
            continue
        if len(cells) < len(headings):
            raise InputError(f"{place}: the row has another number of cells than the first; fix it.")
        if (
            beyond := next((at for at in filled if at >= len(headings) or not headings[at]), None)
        ) is not None:
            raise _unnamed(path, place, beyond, len(headings))
        named = [(heading, cells[at]) for at in filled if (heading := headings[at])]
        fields = _fields(place, named, decimal_comma=decimal_comma)
        if columns.empty_kept:
            fields = {each.field: fields.get(each.field) for each in headings if each}
        yield FileRow(path, "row", number, fields)


def _unnamed(path: Path, place: str, at: int, columns: int) -> InputError:
    """A cell without a heading; one too many in a row of text is most often half of another."""
    said = f"{place}: cell {at + 1} is in a column without a name"
    if at < columns or is_workbook(path):
        return InputError(f"{said}; name it in row 1.")
    return InputError(
        f"{said}; put quotation marks around a cell that contains the separator, or name the column in row 1."
    )


def _headings(place: str, names: Sequence[str], columns: Columns) -> list[_Heading | None]:
    headings = [_heading(name, columns) if name else None for name in names]
    named = [(each.field, each.place) for each in headings if each]
    for each in headings:
        if each and named.count((each.field, each.place)) > 1:
            raise InputError(f'{place}: two columns are "{each.field}"; keep one.')
        if each and each.place is not None and (each.field, None) in named:
            raise InputError(f'{place}: "{each.name}" and "{each.field}" give the same list; keep one.')
    return headings


def _heading(name: str, columns: Columns) -> _Heading:
    field = _field(name, columns)
    if field in columns.kinds:
        return _Heading(name, field, columns.kinds[field])
    if numbered := _NUMBERED.fullmatch(name):
        # documents_1 and document_1 alike.
        for base in (_field(numbered[1], columns), _field(f"{numbered[1]}s", columns)):
            if base in columns.kinds and columns.kinds[base].is_list:
                return _Heading(name, base, columns.kinds[base], place=int(numbered[2]))
    return _Heading(name, name, columns.other)


def _field(name: str, columns: Columns) -> str:
    folded = re.sub(r"[\s_-]+", "_", name.lower()) if columns.names_folded else name
    return folded if folded in columns.kinds else name


def _fields(
    place: str, cells: Sequence[tuple[_Heading, object]], *, decimal_comma: bool = False
) -> dict[str, object]:
    fields: dict[str, object] = {}
    entries: dict[str, list[tuple[int, object]]] = {}
    for heading, cell in cells:
        try:
            if heading.place is not None:
                entry = entry_of(cell, heading.kind)
                entries.setdefault(heading.field, []).append((heading.place, entry))
                continue
            fields[heading.field] = value_of(cell, heading.kind, decimal_comma=decimal_comma)
        except ValueError as error:
            raise InputError(f'{place}, column "{heading.name}": {error}.') from error
    for field, given in entries.items():
        fields[field] = [entry for _, entry in sorted(given, key=lambda each: each[0])]
    return fields
