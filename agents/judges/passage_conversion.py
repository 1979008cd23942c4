"""Documents of any origin as passages with distinct ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING

from data_base.errors import InputError
from data_base.schemas.passage import Passage, paged_from_zero

if TYPE_CHECKING:
    from langchain_core.documents import Document


def as_passages(documents: Sequence[Document | Passage | str]) -> tuple[Passage, ...]:
    """Texts, passages and LangChain documents as passages, in order.

    The same passage given twice is kept once; different texts under one id get distinct ids, so that what
    the judge cites is unambiguous.

    Raises:
        InputError: an element is none of these, or the sequence is a single text.
    """
    if isinstance(documents, str):
        raise InputError("The documents are one string; pass a list of strings.")
    taken: dict[str, Passage] = {}
    from_zero = paged_from_zero(
        each for each in documents if not isinstance(each, Passage | str) and _is_document(each)
    )
    for number, document in enumerate(documents, start=1):
        passage = _passage(document, number, 1, from_zero)
        if _has_own_id(document) and taken.get(passage.id) == passage:
            continue
        free = next(item for item in _names(document, number, from_zero) if item.id not in taken)
        taken[free.id] = free
    return tuple(taken.values())


def _names(document: Document | Passage | str, number: int, from_zero: frozenset[str]) -> Iterator[Passage]:
    """The document under ever new ids: by ordinal where it has none of its own, else by an added number."""
    for ordinal in count(1):
        passage = _passage(document, number, ordinal, from_zero)
        added = f"~{ordinal}" if ordinal > 1 and _has_own_id(document) else ""
        yield passage.model_copy(update={"id": passage.id + added})


def _passage(
    document: Document | Passage | str, number: int, ordinal: int, from_zero: frozenset[str]
) -> Passage:
    if isinstance(document, Passage):
        return document
    if isinstance(document, str):
        return Passage(id=f"document#{number}", doc_id="document", text=document)
    if not _is_document(document):
        kind = type(document).__name__
        raise InputError(f"document {number} is a {kind}: pass strings, passages or LangChain documents")
    return Passage.from_document(document, ordinal=ordinal, from_zero=from_zero)


def _is_document(given: object) -> bool:
    return hasattr(given, "page_content") and isinstance(getattr(given, "metadata", None), Mapping)


def _has_own_id(document: Document | Passage | str) -> bool:
    if isinstance(document, Passage | str):
        return True
    return bool(document.id or document.metadata.get("passage_id"))
