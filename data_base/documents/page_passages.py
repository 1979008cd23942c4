"""What is cut from pages becomes passages, each with an id that says where it is."""

from collections import Counter
from collections.abc import Iterable

from data_base.documents.cutting import PASSAGE_TOKENS, Cut, cut_pages
from data_base.documents.page import PageBlocks
from data_base.schemas.passage import Passage, citable


def split_pages(doc_id: str, pages: Iterable[PageBlocks], *, size: int = PASSAGE_TOKENS) -> list[Passage]:
    """Cut a document into passages that never cross a page.

    Args:
        doc_id: the document's name, the first part of every passage id.
        pages: its pages.
        size: see :func:`cut_pages`.

    Returns:
        As :func:`named_passages`.
    """
    return named_passages(doc_id, cut_pages(pages, size=size))


def named_passages(doc_id: str, cuts: Iterable[Cut]) -> list[Passage]:
    """The passages of a document.

    Args:
        doc_id: its name.
        cuts: its texts in reading order.

    Returns:
        Passages in the same order, with ids ``doc#p3.2`` (page 3, second passage) or ``doc#4``.
    """
    name, seen = citable(doc_id), Counter[int | None]()
    passages: list[Passage] = []
    for page, text in cuts:
        seen[page] += 1
        where = f"p{page}.{seen[page]}" if page else str(seen[page])
        passages.append(Passage(id=f"{name}#{where}", doc_id=doc_id, page=page, text=text))
    return passages
