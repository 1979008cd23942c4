"""Text files opened by the encoding that the mark at their start names."""

import codecs
import io
from typing import IO

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    # Before UTF-16, whose mark is the beginning of this one.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LONGEST_MARK = 4


def encoding_of(head: bytes) -> str:
    """The encoding of a text that begins so; UTF-8 without a mark."""
    return next((name for mark, name in _MARKS if head.startswith(mark)), "utf-8")


def as_text(file: IO[bytes], newline: str = "") -> io.TextIOWrapper:
    """A file that can be sought in, at its start, as text without its mark; line ends stay as they are.

    Args:
        file: opened for bytes.
        newline: what ends a line; every usual end if empty.
    """
    head = file.read(_LONGEST_MARK)
    file.seek(0)
    return io.TextIOWrapper(file, encoding=encoding_of(head), newline=newline)
