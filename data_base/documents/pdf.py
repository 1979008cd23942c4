"""PDF files, page by page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2

from data_base.counted import counted
from data_base.documents.page import Page
from data_base.documents.printed_lines import printed_blocks
from data_base.errors import InputError, unreadable

# pdfium's own mark for a hyphen that the line break put there.
_LINE_HYPHEN = "\ufffe"
_PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD
# pdfium keeps what it has parsed of a document for as long as that is open.
_OPENED_AGAIN_AFTER = 256


def read_pdf(path: Path) -> list[Page]:
    """The text of every page that has any.

    Raises:
        InputError: the file cannot be read, is broken, is locked by a password, or has no text at all
            (a scan).
    """
    return list(iter_pdf_pages(path))


def iter_pdf_pages(path: Path) -> Iterator[Page]:
    """The pages one at a time, so that memory stays flat however many there are.

    Raises:
        InputError: as :func:`read_pdf`; that there is no text at all is known after the last page.
    """
    count, found_text = page_count(path), False
    for first in range(1, count + 1, _OPENED_AGAIN_AFTER):
        document = _open(path)
        try:
            for number in range(first, min(first + _OPENED_AGAIN_AFTER, count + 1)):
                page = Page(number, printed_blocks(_page_text(document, number, path)))
                found_text = found_text or bool(page.blocks)
                yield page
        finally:
            document.close()
    if not found_text:
        raise InputError(
            f"{path}: the PDF has {counted(count, 'page')} and no text, it is probably a scan; "
            "run it through text recognition (OCR) first."
        )


def page_count(path: Path) -> int:
    """How many pages the PDF has.

    Raises:
        InputError: the file cannot be read, is broken, or is locked by a password.
    """
    document = _open(path)
    try:
        return len(document)
    finally:
        document.close()


def _open(path: Path) -> Any:  # noqa: ANN401  (pypdfium2 has no types)
    try:
        # For what the system says of a file that cannot be read; pdfium then reads it piece by piece.
        path.open("rb").close()
        return pypdfium2.PdfDocument(path)
    except OSError as error:
        raise unreadable(path, error) from error
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD_ERROR:
            raise InputError(
                f"{path}: the PDF is locked by a password; save an unlocked copy and use that."
            ) from error
        raise InputError(f"{path}: is not a readable PDF ({error}); export it again.") from error


def _page_text(document: Any, number: int, path: Path) -> str:  # noqa: ANN401  (as above)
    try:
        page = document[number - 1]
        text_page = page.get_textpage()
        text = str(text_page.get_text_bounded())
        text_page.close()
        page.close()
    except pypdfium2.PdfiumError as error:
        raise InputError(f"{path}: page {number} cannot be read ({error}); export the PDF again.") from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace(_LINE_HYPHEN + "\n", "").replace(_LINE_HYPHEN, "")
