"""Workbooks (.xlsx) looked into before they are opened: an archive can unpack to any size."""

import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from xml.parsers import expat

from data_base.errors import InputError

MOST_ENTRIES = 10_000
MOST_UNPACKED = 300_000_000
"""Bytes of all entries together."""
MOST_RATIO = 200
"""Bytes unpacked to one that is packed."""
MOST_ROWS = 1_000_000
MOST_CELLS = 10_000_000
"""Cells of the rectangle from A1 to the last one: the reader keeps a place for each."""
_READ = (".xml", ".rels")
"""Parts that the reader looks at; pictures and macros are not copied."""
_PIECE = 1 << 20
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, expat.ExpatError, struct.error),
    *(EOFError, LookupError, ValueError, NotImplementedError, RuntimeError),
)
"""What a broken archive, a password or broken XML raises."""
_REFERENCE = re.compile(r"([A-Za-z]{0,3})(\d{1,9})")


def checked_copy(path: Path, file: IO[bytes], target: IO[bytes]) -> None:
    """Copy what is read of a workbook, so that what was checked is what is opened.

    Args:
        path: the workbook's name for messages.
        file: the workbook.
        target: the archive to write.

    Raises:
        InputError: it is no workbook, or has more entries, bytes, rows or cells than is read.
    """
    with _readable(path), zipfile.ZipFile(file) as archive:
        entries = archive.infolist()
        _require_size(path, entries)
        with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as copy:
            for entry in entries:
                if entry.filename.lower().endswith(_READ):
                    _copy_entry(path, archive, entry, copy)


def _copy_entry(path: Path, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, copy: zipfile.ZipFile) -> None:
    extent = _Extent(path)
    # Never more than the directory says is read, and its checksum is compared at the end.
    with archive.open(entry) as source, copy.open(entry.filename, "w") as target:
        while piece := source.read(_PIECE):
            extent.feed(piece)
            target.write(piece)
        extent.feed(b"", final=True)


def _require_size(path: Path, entries: list[zipfile.ZipInfo]) -> None:
    packed = sum(entry.compress_size for entry in entries)
    unpacked = sum(entry.file_size for entry in entries)
    if len(entries) > MOST_ENTRIES:
        raise _refusal(path, f"it has {len(entries):,} parts, more than {MOST_ENTRIES:,}")
    if unpacked > MOST_UNPACKED:
        raise _refusal(path, f"it unpacks to {unpacked:,} bytes, more than {MOST_UNPACKED:,}")
    if unpacked > MOST_RATIO * max(packed, 1):
        raise _refusal(path, f"it unpacks to more than {MOST_RATIO} times its size")
    if len({entry.filename for entry in entries}) < len(entries):
        raise _refusal(path, "it has a part twice")


class _Extent:
    """How far the cells of a sheet reach; other parts have none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._row = self._column = self._rows = self._columns = 0
        self._parser = expat.ParserCreate(namespace_separator="}")
        self._parser.StartElementHandler = self._element
        self._parser.StartDoctypeDeclHandler = self._doctype

    def feed(self, piece: bytes, *, final: bool = False) -> None:
        self._parser.Parse(piece, final)

    def _doctype(self, *_: object) -> None:
        raise _refusal(self._path, "a part of it declares a document type")

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition("}")[2]
        if local == "row":
            _, self._row = self._place(attributes, 0, self._row + 1)
            self._column = 0
        elif local == "c":
            self._column, self._row = self._place(attributes, self._column + 1, self._row)
            self._columns = max(self._columns, self._column)
            self._rows = max(self._rows, self._row)
            if self._rows > MOST_ROWS:
                raise _refusal(self._path, f"it has more than {MOST_ROWS:,} rows")
            if self._rows * self._columns > MOST_CELLS:
                raise _refusal(self._path, f"its cells fill a rectangle of more than {MOST_CELLS:,}")

    @staticmethod
    def _place(attributes: dict[str, str], column: int, row: int) -> tuple[int, int]:
        """The column and row that ``r`` names (``B7``, of a row ``7``), or those that come next."""
        found = _REFERENCE.fullmatch(attributes.get("r", ""))
        if found is None:
            return column, row
        letters, digits = found.groups()
        for place, letter in enumerate(letters.upper()):
            column = (0 if place == 0 else column) * 26 + ord(letter) - ord("A") + 1
        return column, int(digits)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except _BROKEN as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise InputError(
            f"{path} is no workbook that can be read ({reason}); save it again as .xlsx, without a password."
        ) from error


def _refusal(path: Path, why: str) -> InputError:
    return InputError(f"{path} is not opened: {why}; save what is needed of it as .csv.")
