"""CSV files read by the separator and the encoding that they have."""

import csv
import io
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from data_base.errors import InputError
from eval.files.formula_guard import undefused
from eval.files.text_encoding import as_text

_LONGEST_FIELD = 2**31 - 1
"""Characters; passages are longer than the 128 KiB that the reader allows by itself."""
_HEAD = 1 << 16
"""Characters in which the header must end."""
_SEPARATORS = (",", ";", "\t")
_STATED = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""Excel's own first line, which it does not show."""


@dataclass(frozen=True, slots=True)
class CsvTable:
    """The rows of a CSV file."""

    rows: Iterator[tuple[int, list[str]]]
    """The cells of each row with its number, from 1, as a spreadsheet counts: the header is one."""
    decimal_comma: bool
    """Whether 7,5 is a number there, as in the countries whose Excel writes semicolons."""


def csv_table(path: Path, file: IO[bytes], known: Collection[str] = ()) -> CsvTable:
    """The rows of an open CSV file; it is never in memory whole.

    The separator is that which splits the header into most known columns, or else into most columns. Texts
    that were kept from running as formulas (``'=1``) are given back.

    Args:
        path: its name for messages.
        file: at its start, and can be sought in.
        known: names of columns.

    Raises:
        InputError: by the rows: it is not CSV, or not text in its encoding; naming the row.
    """
    csv.field_size_limit(_LONGEST_FIELD)
    text = as_text(file)
    with _text_expected(path):
        head = text.read(_HEAD)
    stated = _STATED.match(head)
    separator = stated[1] if stated else _separator_of(head, known, tabs=path.suffix.lower() == ".tsv")
    text.seek(0)
    if stated:
        text.readline()
    return CsvTable(_rows(path, text, separator), decimal_comma=separator != ",")


@contextmanager
def _text_expected(path: Path) -> Iterator[None]:
    """Say in a sentence that a file is not text."""
    try:
        yield
    except UnicodeError as error:
        reason = error.reason if isinstance(error, UnicodeDecodeError) else str(error)
        raise InputError(
            f"{path} is not UTF-8 text ({reason}); save it as “CSV UTF-8”, or as .xlsx."
        ) from error


def _rows(path: Path, text: io.TextIOWrapper, separator: str) -> Iterator[tuple[int, list[str]]]:
    number = 0
    try:
        with text, _text_expected(path):
            for number, cells in enumerate(csv.reader(text, delimiter=separator, strict=True), start=1):
                yield number, [undefused(cell) for cell in cells]
    except csv.Error as error:
        raise InputError(
            f"{path}, row {number + 1}: not valid CSV ({error}); save the sheet again as CSV."
        ) from error


def _separator_of(head: str, known: Collection[str], *, tabs: bool) -> str:
    candidates = ("\t", *_SEPARATORS[:2]) if tabs else _SEPARATORS
    # Of equals the first is taken.
    return max(candidates, key=lambda each: _columns_found(head, each, known))


def _columns_found(head: str, separator: str, known: Collection[str]) -> tuple[int, int]:
    """How many known columns, and how many at all, a header has with a separator."""
    try:
        names = next((row for row in csv.reader(io.StringIO(head), delimiter=separator) if any(row)), [])
    except csv.Error:
        return 0, 0
    return len({name.strip().lower().replace(" ", "_") for name in names} & {*known}), len(names)
