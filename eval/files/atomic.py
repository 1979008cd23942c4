"""Files that are written whole or not at all, however long they are."""

import io
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

from data_base.errors import InputError
from eval.files.parquet_rows import is_parquet, require_pyarrow, write_parquet
from eval.files.remote_paths import reason
from eval.files.sheet_files import is_sheet, is_workbook, require_xlsxwriter, write_sheet

SHEET_ENDINGS = (".csv", ".tsv", ".xlsx")
ROW_ENDINGS = (".jsonl", *SHEET_ENDINGS, ".parquet")
"""Of the files that :func:`write_lines` writes; one without an ending is JSON Lines."""


def has_rows(path: Path) -> bool:
    """Whether a file that may be one JSON document is written as rows, by its name."""
    return path.suffix.lower() in ROW_ENDINGS


def refuse_folder(path: Path) -> None:
    """Make sure, before anything is paid for, that a file can be written where it is to be.

    Raises:
        InputError: it is one, or what should be a folder above it is a file.
    """
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file to write.")
    above = next((folder for folder in path.parents if folder.exists()), None)
    if above is not None and not above.is_dir():
        raise InputError(
            f"{path} cannot be written, since {above} is a file and no folder; name another place."
        )


def check_writable(folder: Path) -> None:
    """Make an output folder and try it, before anything is paid for.

    Raises:
        InputError: nothing can be written there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"The output folder {folder} cannot be written ({error.strerror}); name another with --out."
        ) from error


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


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file at once, as :func:`whole_file` does; text as UTF-8 with its line ends as they are."""
    with whole_file(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def write_json(path: Path, value: object) -> None:
    """Write a value as indented JSON, as :func:`write_lines` writes each of its rows."""
    write_whole(path, (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode(errors="replace"))


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


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write to a piece at a time; it replaces ``path`` when the block ends without an error.

    Missing folders above it are made. A reader sees the old file or the new one, never half of it; that goes
    for an object store's as well (see :func:`eval.files.remote_paths.path_of`).

    Raises:
        InputError: it cannot be written (a full disk, no permission); an older file then is untouched.
    """
    if not isinstance(path, Path):
        with _elsewhere(path) as file:
            yield file
        return
    refuse_folder(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written ({error.strerror}); free some space or choose another path."
        ) from error
    finally:
        # Where the folder itself cannot be used there is nothing to take away.
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


@contextmanager
def _elsewhere(path: Path) -> Iterator[IO[bytes]]:
    """A file of an object store, which shows it once all of it has been sent; until then it is in memory."""
    file = io.BytesIO()
    yield file
    try:
        path.write_bytes(file.getvalue())
    except Exception as error:
        raise InputError(f"{path} cannot be written ({reason(error)}); name another place.") from error
