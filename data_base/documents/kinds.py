"""Which reader reads which kind of document."""

from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

from data_base.documents.named_bytes import Source
from data_base.documents.page import PageBlocks
from data_base.errors import InputError

Reader: TypeAlias = Callable[[Source], list[PageBlocks]]

# Each loads a library of its own, which is needed only where there is such a file.
_READERS = {
    ".pdf": (".pdf", "read_pdf"),
    ".md": (".markdown", "read_markdown"),
    ".markdown": (".markdown", "read_markdown"),
    ".html": (".html", "read_html"),
    ".htm": (".html", "read_html"),
    ".txt": (".plain", "read_plain"),
}
KINDS = ", ".join(sorted(_READERS))
"""The suffixes of the kinds that can be read, as a message lists them."""


def is_readable(source: Source) -> bool:
    """Whether a document is of a kind that can be read, by its suffix alone."""
    return source.suffix.lower() in _READERS


def require_readable(source: Source) -> None:
    """Refuse a document of another kind.

    Raises:
        InputError: by its suffix it is of no kind that can be read.
    """
    if not is_readable(source):
        raise InputError(f"{source}: documents of this kind are not read; use one of {KINDS}.")


def reader_of(source: Source) -> Reader:
    """The function that reads documents of this kind; the library it needs is loaded here.

    Raises:
        InputError: as :func:`require_readable`.
    """
    require_readable(source)
    module, function = _READERS[source.suffix.lower()]
    reader: Reader = getattr(import_module(module, __package__), function)
    return reader
