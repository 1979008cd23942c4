"""PDF files, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from data_base.documents.page import Page
from data_base.documents.printed_lines import printed_blocks
from data_base.errors import InputError, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# pdfium's own mark for a hyphen that the line break put there.
_LINE_HYPHEN = "\ufffe"
_PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD


def read_pdf(path: Path) -> list[Page]:
    """The text of every page that has any.

    Raises:
        InputError: the file cannot be read, is broken, is locked by a password, or has no text at all
            (a scan).
    """
    pages = list(_pages(path))
    if not any(page.blocks for page in pages):
        raise InputError(
            f"{path}: the PDF has {len(pages)} page(s) and no text, it is probably a scan; "
            "run it through text recognition (OCR) first."
        )
    return pages


def _pages(path: Path) -> Iterator[Page]:
    document = _open(path)
    try:
        for number in range(1, len(document) + 1):
            yield Page(number, printed_blocks(_page_text(document, number, path)))
    finally:
        document.close()


def _open(path: Path) -> Any:  # noqa: ANN401  (pypdfium2 has no types)
    import pypdfium2  # noqa: PLC0415  (a heavy import)

    try:
        return pypdfium2.PdfDocument(path.read_bytes())
    except OSError as error:
        raise unreadable(path, error) from error
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD_ERROR:
            raise InputError(
                f"{path}: the PDF is locked by a password; save an unlocked copy and use that."
            ) from error
        raise InputError(f"{path}: is no readable PDF ({error}); export it again.") from error


def _page_text(document: Any, number: int, path: Path) -> str:  # noqa: ANN401  (as above)
    import pypdfium2  # noqa: PLC0415  (a heavy import)

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
