"""What no text contains that is read: control characters, halves of characters, codes for terminals."""

import re
from typing import Annotated

from pydantic import BeforeValidator

_ODD = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
_TERMINAL_CODE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[@-Z\\^_])")
_LINE_END = re.compile("\r\n?|[\v\f\x1c-\x1e\x85]")
_HALVES = re.compile("[\ud800-\udfff]")


def whole_text(text: str) -> str:
    """The text with halves of characters joined where they are pairs, and replaced by U+FFFD where not.

    Servers and PDF libraries escape or cut a text in the middle of a character, and a byte of an argument
    that is no UTF-8 is half a character, too; it can be written to no file.
    """
    if not _HALVES.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def without_control_characters(text: str) -> str:
    """The text with no control character but tabs and line feeds.

    Codes that colour a terminal are removed with what belongs to them, whatever else ends a line becomes a
    line feed, a zero or half of a character U+FFFD; the others, which a PDF's hyphens leave in words among
    them, are removed.
    """
    if not _ODD.search(text):
        return text
    text = _LINE_END.sub("\n", _TERMINAL_CODE.sub("", whole_text(text)))
    return _ODD.sub("", text.replace("\0", "\ufffd").replace("\x1f", " "))


WholeText = Annotated[str, BeforeValidator(lambda text: whole_text(text) if isinstance(text, str) else text)]
"""A text from outside whose halves of characters are mended, as no store, file or page can contain them."""
