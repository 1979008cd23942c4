"""Rows written for spreadsheets: CSV, and workbooks (.xlsx) by XlsxWriter."""

import csv
import importlib
import io
import json
import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from data_base.errors import InputError
from data_base.extras import how_to_install
from eval.files.formula_guard import defuse

CSV, TSV, WORKBOOK = ".csv", ".tsv", ".xlsx"
LONGEST_TEXT = 32_767
"""Characters in a cell of a workbook."""
MOST_ROWS = 1_048_575
"""Rows of a workbook below its header."""
CUT = " … [cut: {:,} characters in all]"
"""The end of a text that a cell has no room for."""
_NO_XML = str.maketrans(dict.fromkeys("\ufffe\uffff", "\ufffd"))
# A text must never become a formula or a link, and memory must not grow with the rows.
_OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
Row = Mapping[str, object]


def is_sheet(path: Path) -> bool:
    """Whether a file is written for spreadsheets, by its name."""
    return path.suffix.lower() in (CSV, TSV, WORKBOOK)


def is_workbook(path: Path) -> bool:
    """Whether a file is a workbook, by its name."""
    return path.suffix.lower() == WORKBOOK


def require_xlsxwriter(path: Path) -> ModuleType:
    """The library.

    Args:
        path: a workbook that is to be written.

    Raises:
        InputError: it is not installed.
    """
    try:
        return importlib.import_module("xlsxwriter")
    except ModuleNotFoundError as error:
        raise InputError(
            f"{path} is a workbook, which needs XlsxWriter: {how_to_install('xlsx')}, or use .csv."
        ) from error


@contextmanager
def sheet_writer(path: Path, file: IO[bytes], columns: Iterable[str] = ()) -> Iterator[Callable[[Row], None]]:
    """Write rows for a spreadsheet; lists and objects are JSON in their cells.

    The rows wait in a temporary file until the last one has come, since any may have a new column.

    Args:
        path: the file's name for messages; its end says what is written.
        file: what is written to; it is complete when the block ends without an error.
        columns: that come first, whether or not any row has them; the others come as the rows bring them.

    Raises:
        InputError: XlsxWriter is missing, or there are more rows than a sheet has.
    """
    names = dict.fromkeys(columns)
    with tempfile.TemporaryFile() as spooled:

        def write(row: Row) -> None:
            names.update(dict.fromkeys(row))
            spooled.write(json.dumps(row, ensure_ascii=False).encode(errors="replace") + b"\n")

        yield write
        spooled.seek(0)
        _write(path, file, list(names), map(json.loads, spooled))


def write_sheet(path: Path, file: IO[bytes], rows: Iterable[Row]) -> int:
    """Write rows, as :func:`sheet_writer` does.

    Returns:
        How many there were.
    """
    count = 0
    with sheet_writer(path, file) as write:
        for count, row in enumerate(rows, start=1):  # noqa: B007  (counted to its end)
            write(row)
    return count


def _write(path: Path, file: IO[bytes], names: list[str], rows: Iterable[Row]) -> None:
    if is_workbook(path):
        _write_workbook(path, file, names, rows)
        return
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
    writer = csv.writer(text, delimiter="\t" if path.suffix.lower() == TSV else ",")
    writer.writerow(map(defuse, names))
    for row in rows:
        writer.writerow([_csv_cell(row.get(name)) for name in names])
    # The file is its owner's to close.
    text.detach()


def _csv_cell(value: object) -> object:
    return defuse(_cell(value))


def _cell(value: object) -> str | float | None:
    """What a cell contains of a JSON value; a truth value is a number of Python's."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, str | int | float):
        return value
    return json.dumps(value, ensure_ascii=False)


def _write_workbook(path: Path, file: IO[bytes], names: list[str], rows: Iterable[Row]) -> None:
    library = require_xlsxwriter(path)
    workbook = library.Workbook(file, _OPTIONS)
    try:
        sheet = workbook.add_worksheet()
        sheet.freeze_panes(1, 0)
        bold = workbook.add_format({"bold": True})
        for column, name in enumerate(names):
            sheet.write_string(0, column, _fitting(name), bold)
        for number, row in enumerate(rows, start=1):
            if number > MOST_ROWS:
                raise InputError(f"{path}: a sheet has {MOST_ROWS:,} rows at most; write .csv.")
            for column, name in enumerate(names):
                _write_cell(sheet, number, column, _cell(row.get(name)))
    finally:
        _close(workbook)


def _write_cell(sheet: Any, row: int, column: int, cell: str | float | None) -> None:  # noqa: ANN401  (untyped)
    if isinstance(cell, bool):
        sheet.write_boolean(row, column, cell)
    elif isinstance(cell, str) and cell:
        sheet.write_string(row, column, _fitting(cell))
    elif isinstance(cell, int | float):
        sheet.write_number(row, column, cell)


def _fitting(text: str) -> str:
    text = text.translate(_NO_XML)
    # The library counts characters as Excel does: one beyond the first plane is two.
    if len(text.encode("utf-16-le")) // 2 <= LONGEST_TEXT:
        return text
    end = CUT.format(len(text))
    room = (LONGEST_TEXT - len(end)) * 2
    return text.encode("utf-16-le")[:room].decode("utf-16-le", errors="ignore") + end


def _close(workbook: Any) -> None:  # noqa: ANN401  (untyped)
    try:
        workbook.close()
    except Exception as error:
        # The library hides what the system said.
        told = error.args[0] if error.args else None
        if isinstance(told, OSError):
            raise told from error
        raise
