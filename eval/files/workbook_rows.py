"""Workbooks (.xlsx) read as rows of cells; what formulas last gave is read, and nothing is calculated."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import python_calamine

from data_base.errors import InputError
from eval.files.cells import Cell
from eval.files.workbook_check import checked_copy

_PANIC = "PanicException"
"""What an error inside the library's own language is called; it is no :class:`Exception`."""


def workbook_rows(path: Path, file: IO[bytes]) -> Iterator[tuple[int, list[Cell]]]:
    """The rows of a workbook's first visible sheet, each with its number, from 1.

    Args:
        path: its name for messages.
        file: the workbook.

    Raises:
        InputError: it is no workbook, or one that unpacks to too much, or has no sheet.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "workbook.xlsx"
        with copy.open("wb") as target:
            checked_copy(path, file, target)
        with _readable(path), python_calamine.load_workbook(copy) as workbook:
            yield from enumerate(_first_sheet(path, workbook).iter_rows(), start=1)


def _first_sheet(path: Path, workbook: python_calamine.CalamineWorkbook) -> python_calamine.CalamineSheet:
    kind, shown = python_calamine.SheetTypeEnum.WorkSheet, python_calamine.SheetVisibleEnum.Visible
    for number, sheet in enumerate(workbook.sheets_metadata):
        if sheet.typ == kind and sheet.visible == shown:
            return workbook.get_sheet_by_index(number)
    raise InputError(f"{path} has no sheet that is shown; save the sheet by itself.")


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Say in a sentence what the library says of a file."""
    try:
        yield
    except InputError:
        raise
    except python_calamine.CalamineError as error:
        raise _unreadable(path, error) from error
    except BaseException as error:
        if type(error).__name__ != _PANIC:
            raise
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: BaseException) -> InputError:
    reason = " ".join(str(error).split()).rstrip(".")
    return InputError(f"{path} is no workbook that can be read ({reason}); save it again as .xlsx.")
