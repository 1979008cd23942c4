"""The passage index of one PDF: built page by page, once for each content of the file, and kept."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from data_base.documents.cutting import PASSAGE_TOKENS
from data_base.documents.page_passages import split_pages
from data_base.documents.pdf import iter_pdf_pages, page_count
from data_base.documents.unread_content_warnings import missing_note
from data_base.errors import InputError
from data_base.index_file import INDEX_VERSION
from data_base.logs import module_logger
from data_base.passage_index import PassageIndex
from data_base.schemas.passage import Passage
from eval.runs.terms import file_hash

_READERS = Path(__file__).resolve().parents[2] / "data_base"
_DIGITS = 32
_log = module_logger(__name__)


def pdf_index(pdf: Path, cache: Path) -> PassageIndex:
    """The index of a PDF, read from the cache where it was built before.

    It is built anew where the file's bytes, its name, or the code that reads and cuts documents has changed.
    While it is built, no more than some hundred passages are in memory.

    Args:
        pdf: the file.
        cache: a folder; missing folders above it are made.

    Raises:
        InputError: the PDF cannot be read or has no text, or the folder cannot be written.
    """
    index = _index(pdf, cache / f"{_key(pdf)}.sqlite")
    pages = page_count(pdf)
    note = missing_note(pdf.name, sorted({*range(1, pages + 1)} - index.pages), pages)
    if note:
        _log.warning("%s", note)
        index.notes = (note,)
    return index


def _index(pdf: Path, kept: Path) -> PassageIndex:
    if kept.is_file():
        try:
            return PassageIndex.open(kept)
        except InputError:
            # What is no index any more can be built again at no cost but time.
            kept.unlink(missing_ok=True)
    return PassageIndex.build(kept, _passages(pdf))


def _passages(pdf: Path) -> Iterator[Passage]:
    for page in iter_pdf_pages(pdf):
        yield from split_pages(pdf.name, [page])


def _key(pdf: Path) -> str:
    parts = (file_hash(pdf), pdf.name, INDEX_VERSION, str(PASSAGE_TOKENS), _reading_code())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:_DIGITS]


def _reading_code() -> str:
    """Sha256 over the code that reads, cuts and indexes documents."""
    digest = hashlib.sha256()
    for path in sorted(_READERS.rglob("*.py")):
        content = path.read_bytes()
        digest.update(b"%d %s " % (len(content), path.relative_to(_READERS).as_posix().encode()) + content)
    return digest.hexdigest()
