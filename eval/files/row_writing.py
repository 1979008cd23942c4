"""Files of rows, in the format that each is named by."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from data_base.errors import InputError
from data_base.whole_file import whole_file
from eval.files.parquet_rows import is_parquet, require_pyarrow, write_parquet
from eval.files.sheet_files import is_sheet, is_workbook, require_xlsxwriter, write_sheet

SHEET_ENDINGS = (".csv", ".tsv", ".xlsx")
ROW_ENDINGS = (".jsonl", *SHEET_ENDINGS, ".parquet")
"""Of the files that :func:`write_lines` writes; one without an ending is JSON Lines."""


def has_rows(path: Path) -> bool:
    """Whether a file that may be one JSON document is written as rows, by its name."""
    return path.suffix.lower() in ROW_ENDINGS


def require_format(path: Path, endings: Sequence[str] = ROW_ENDINGS) -> None:
    """Make sure, before anything is paid for, that a file can be written in the format that it is named by.

    Args:
        path: the file; a name without an ending is taken as it is.
        endings: of the formats that are written.

    Raises:
        InputError: it is named as a file of another format, or a library is not installed.
    """
    if path.suffix and path.suffix.lower() not in endings:
        *others, last = endings
        known = f"{', '.join(others)} or {last}" if others else last
        raise InputError(f"{path}: no {path.suffix} is written; name it {known}.")
    if is_parquet(path):
        require_pyarrow(path)
    if is_workbook(path):
        require_xlsxwriter(path)


def write_lines(
    path: Path,
    rows: Iterable[Mapping[str, object]],
    *,
    kinds: Mapping[str, Any] = MappingProxyType({}),
) -> int:
    """Write JSON Lines, or by the name CSV, a workbook or Parquet, as :func:`whole_file` does.

    Half of a character becomes a question mark.

    Args:
        path: the file.
        rows: read once.
        kinds: column to annotation, for a Parquet file, of which any row may have nothing in a column.

    Returns:
        How many rows there were.
    """
    number = 0
    with whole_file(path) as file:
        if is_parquet(path):
            return write_parquet(path, file, rows, kinds)
        if is_sheet(path):
            return write_sheet(path, file, rows)
        for number, row in enumerate(rows, start=1):  # noqa: B007  (counted to its end)
            file.write(json.dumps(row, ensure_ascii=False).encode(errors="replace") + b"\n")
    return number
