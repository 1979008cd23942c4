"""PDF files, page by page."""

import zlib
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any, NamedTuple

from data_base.counted import counted
from data_base.documents.line_hyphens import DocumentWords, marked_breaks
from data_base.documents.named_bytes import NamedBytes, Source
from data_base.documents.page import PageBlocks, TextBlock
from data_base.documents.page_breaks import PageEdges
from data_base.documents.printed_columns import text_by_columns
from data_base.documents.printed_lines import printed_blocks
from data_base.errors import InputError, unreadable
from data_base.extras import extra_named

with extra_named("A PDF file"):
    import pypdfium2

    from data_base.documents.pdf_annotations import annotation_texts

_LOOKED_AT = 200
"""Characters of a page, about, by which it is known whether its fonts are mapped."""
_PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD
# pdfium keeps what it has parsed of a document for as long as that is open.
_OPENED_AGAIN_AFTER = 256


class _PageText(NamedTuple):
    printed: str
    written: tuple[str, ...]
    """Values of a form's fields, and notes."""


def read_pdf(source: Source) -> list[PageBlocks]:
    """Every page with its text; one without any has no blocks.

    A sentence that goes on atop the next page is whole on the page where it begins, and its rest on both.

    Raises:
        InputError: the file cannot be read, is broken, is locked by a password, or has no text at all
            (a scan).
    """
    return list(iter_pdf_pages(source))


def iter_pdf_pages(source: Source) -> Iterator[PageBlocks]:
    """The pages one at a time, so that memory stays flat however many there are.

    Raises:
        InputError: as :func:`read_pdf`, before the first page.
    """
    # Whether a word has a hyphen of its own, and what runs over all pages, is known at the document's end.
    packed, words, edges = list[tuple[bytes, tuple[str, ...]]](), DocumentWords(), PageEdges()
    has_text = False
    for page in _page_texts(source):
        has_text = has_text or bool(page.printed or page.written)
        words.add(page.printed)
        edges.add(page.printed)
        packed.append((zlib.compress(page.printed.encode()), page.written))
    if not has_text:
        raise InputError(
            f"{source}: the PDF has {counted(len(packed), 'page')} and no text, it is probably a scan; "
            "run it through text recognition (OCR) first."
        )
    texts = (zlib.decompress(printed).decode() for printed, _ in packed)
    for number, (text, following) in enumerate(pairwise(chain(texts, [""])), start=1):
        whole = marked_breaks(edges.with_rest(text, following))
        blocks = printed_blocks(words.mended(whole))
        yield PageBlocks(number, (*blocks, *map(TextBlock, packed[number - 1][1])))


def _page_texts(source: Source) -> Iterator[_PageText]:
    count = page_count(source)
    for first in range(1, count + 1, _OPENED_AGAIN_AFTER):
        document = _open(source)
        try:
            document.init_forms()
            for number in range(first, min(first + _OPENED_AGAIN_AFTER, count + 1)):
                yield _page_text(document, number, source)
        finally:
            document.close()


def page_count(source: Source) -> int:
    """How many pages the PDF has.

    Raises:
        InputError: the file cannot be read, is broken, or is locked by a password.
    """
    document = _open(source)
    try:
        return len(document)
    finally:
        document.close()


def pdf_metadata(source: Source) -> dict[str, str]:
    """What the PDF says of itself, by the names of the standard (``Title``, ``CreationDate``).

    Raises:
        InputError: as :func:`page_count`.
    """
    document = _open(source)
    try:
        return dict(document.get_metadata_dict())
    finally:
        document.close()


def _open(source: Source) -> Any:  # noqa: ANN401  (pypdfium2 has no types)
    try:
        if isinstance(source, NamedBytes):
            return pypdfium2.PdfDocument(source.content)
        # For what the system says of a file that cannot be read; pdfium then reads it piece by piece.
        source.open("rb").close()
        return pypdfium2.PdfDocument(source)
    except OSError as error:
        raise unreadable(str(source), error) from error
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD_ERROR:
            raise InputError(
                f"{source}: the PDF is locked by a password; save an unlocked copy and use that."
            ) from error
        raise InputError(f"{source}: is not a readable PDF ({error}); export it again.") from error


def _page_text(document: Any, number: int, source: Source) -> _PageText:  # noqa: ANN401  (as above)
    try:
        page = document[number - 1]
        text_page = page.get_textpage()
        printed = text_by_columns(text_page) or str(text_page.get_text_bounded())
        text = printed if _is_mapped(text_page) else ""
        written = tuple(annotation_texts(page, document.formenv and document.formenv.raw))
        text_page.close()
        page.close()
    except pypdfium2.PdfiumError as error:
        raise InputError(
            f"{source}: page {number} cannot be read ({error}); export the PDF again."
        ) from error
    return _PageText(marked_breaks(text.replace("\r\n", "\n").replace("\r", "\n")).strip(), written)


def _is_mapped(text_page: Any) -> bool:  # noqa: ANN401  (as above)
    """Whether the page's fonts say which characters their shapes are; without, the text is gibberish."""
    count = text_page.count_chars()
    looked_at = range(0, count, count // _LOOKED_AT + 1)
    unmapped = sum(pypdfium2.raw.FPDFText_HasUnicodeMapError(text_page.raw, at) == 1 for at in looked_at)
    return bool(unmapped <= len(looked_at) / 2)
