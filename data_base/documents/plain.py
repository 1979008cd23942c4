"""Plain text files: paragraphs are separated by blank lines."""

import re
from pathlib import Path

from data_base.documents.page import Block, Page
from data_base.errors import InputError, unreadable

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")


def read_text(path: Path) -> str:
    """The file's text with line ends unified.

    Raises:
        InputError: the file cannot be read or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: byte {error.start} is not UTF-8 text; save the file as UTF-8 and try again."
        ) from error
    except OSError as error:
        raise unreadable(path, error) from error


def text_blocks(text: str) -> tuple[Block, ...]:
    """Paragraphs of a text, their lines kept as they are."""
    return tuple(Block(part.strip()) for part in _BLANK_LINES.split(text) if part.strip())


def read_plain(path: Path) -> list[Page]:
    """A text file as one page without a number.

    Raises:
        InputError: the file cannot be read or is not UTF-8.
    """
    return [Page(None, text_blocks(read_text(path)))]
