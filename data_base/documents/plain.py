"""Plain text files: paragraphs are separated by blank lines."""

import re
from collections.abc import Callable

from data_base.documents.named_bytes import Source
from data_base.documents.page import PageBlocks, TextBlock
from data_base.errors import InputError, unreadable

_NUL = "\0"
_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")


def read_text(source: Source, declared: Callable[[bytes], str | None] = lambda _: None) -> str:
    """The document's text with line ends unified.

    Args:
        source: the document.
        declared: finds the encoding that a document says it is in; None for UTF-8.

    Raises:
        InputError: the file cannot be read or is not text in its encoding.
    """
    try:
        raw = source.read_bytes()
    except OSError as error:
        raise unreadable(str(source), error) from error
    encoding = declared(raw)
    try:
        text = raw.decode(encoding or "utf-8-sig")
    except UnicodeDecodeError as error:
        named = f"{encoding}, which it declares" if encoding else "UTF-8 text"
        raise InputError(
            f"{source}: byte {error.start} is not {named}; save the file as UTF-8 and try again."
        ) from error
    if _NUL in text:
        raise InputError(
            f"{source}: character {text.index(_NUL)} is of number 0, which no text has; save the file as "
            "UTF-8 text and try again."
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def text_blocks(text: str) -> tuple[TextBlock, ...]:
    """Paragraphs of a text, their lines kept as they are."""
    return tuple(TextBlock(part.strip()) for part in _BLANK_LINES.split(text) if part.strip())


def read_plain(source: Source) -> list[PageBlocks]:
    """A text as one page without a number.

    Raises:
        InputError: the file cannot be read or is not UTF-8.
    """
    return [PageBlocks(None, text_blocks(read_text(source)))]
