"""A passage: a piece of a document that can be cited."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import AfterValidator, Field

from data_base.schemas.frozen import Frozen
from data_base.whole_text import without_control_characters

if TYPE_CHECKING:
    from langchain_core.documents import Document

# An id is cited in square brackets on one line; a name that contains some would end the citation early.
_CONTROL = (*map(chr, (*range(32), *range(127, 160))), "\u2028", "\u2029")
_UNCITABLE = str.maketrans({"[": "(", "]": ")"} | dict.fromkeys(_CONTROL, " "))

ADDRESSES = ("source", "url", "link", "href", "uri")
"""Fields that say where a document is from."""


DATES = {
    "published": ("published", "published_date", "publishedDate", "published_at", "date_published"),
    "fetched": ("fetched", "fetched_at", "crawled_at", "dateLastCrawled", "retrieved_at"),
}
"""Fields that say when a document was published, and when it was read."""
_LONGEST_DATE = 40


def citable(name: str) -> str:
    """The name as it can appear within square brackets: round ones for square ones, no control characters."""
    return name.translate(_UNCITABLE)


# LangChain's loaders of PDFs set one of them, and count pages from 0.
_ZERO_KEYS = frozenset({"total_pages", "page_label"})


def paged_from_zero(documents: Iterable[Document]) -> frozenset[str]:
    """The names of those of LangChain's documents that have a page 0."""
    return frozenset(_name_of(each.metadata) for each in documents if _page_of(each.metadata) == 0)


def _name_of(fields: Mapping[str, Any]) -> str:
    return first_name(fields, "doc_id", *ADDRESSES, "file", "title") or "document"


def _page_of(fields: Mapping[str, Any]) -> int | None:
    page = fields.get("page", fields.get("page_number"))
    return page if isinstance(page, int) and not isinstance(page, bool) and page >= 0 else None


class Passage(Frozen):
    """A piece of a document with its place in it."""

    id: str = Field(min_length=1)
    """Stable and readable, unique in an index: ``file.pdf#p3.2`` (page 3, second piece) or ``notes.md#4``
    where there are no pages. It is what an answer cites.
    """
    doc_id: str = Field(min_length=1)
    """The document's name as the user knows it (its path below the documents folder)."""
    page: int | None = Field(default=None, ge=1)
    """Page number from 1, None where the document has no pages."""
    text: Annotated[str, AfterValidator(without_control_characters)]
    """The passage itself, never cut; it has no control character but tabs and line feeds."""
    published: str | None = Field(default=None, exclude_if=lambda day: day is None)
    """When its document was published, as a search service says; None where that is not known."""
    fetched: str | None = Field(default=None, exclude_if=lambda day: day is None)
    """When a search service or a crawler read the document, which says nothing of how old it is."""

    @property
    def place(self) -> str:
        """Where a reader finds it: ``file.pdf, p. 3``."""
        return self.doc_id if self.page is None else f"{self.doc_id}, p. {self.page}"

    def to_document(self) -> Document:
        """The same passage as a LangChain document (metadata: doc_id, page, passage_id)."""
        from langchain_core.documents import Document  # noqa: PLC0415  (a heavy import)

        metadata = {"doc_id": self.doc_id, "page": self.page, "passage_id": self.id}
        metadata |= {name: day for name in DATES if (day := getattr(self, name))}
        return Document(page_content=self.text, metadata=metadata, id=self.id)

    @classmethod
    def from_document(cls, document: Document, *, ordinal: int = 1, from_zero: Collection[str] = ()) -> Self:
        """Read a LangChain document of any origin.

        Args:
            document: name and page are looked for in the metadata keys that loaders commonly set
                (``doc_id``, ``source``, ``url``, ``link``, ``file``, ``title``; ``page`` or
                ``page_number``). A web address is the id of a document without an id and a page. Pages count
                from 0 where ``total_pages`` or ``page_label`` is set, too, as LangChain's loaders of PDFs do,
                or where the document is among ``from_zero``; else from 1. Dates are read from the keys of
                :data:`DATES`.
            ordinal: distinguishes other documents without an id of their own, from 1.
            from_zero: see :func:`paged_from_zero`.
        """
        return cls.from_fields(
            document.metadata,
            document.page_content,
            own_id=document.id,
            ordinal=ordinal,
            from_zero=from_zero,
        )

    @classmethod
    def from_fields(
        cls,
        fields: Mapping[str, Any],
        text: str,
        *,
        own_id: str | None = None,
        ordinal: int = 1,
        from_zero: Collection[str] = (),
    ) -> Self:
        """A text whose name, page and id are looked for in fields, as :meth:`from_document` does."""
        doc_id = _name_of(fields)
        counts_from_zero = doc_id in from_zero or not _ZERO_KEYS.isdisjoint(fields)
        page = _page_of(fields)
        if page is not None and "page" in fields and "passage_id" not in fields and counts_from_zero:
            page += 1
        page = page or None
        where = f"p{page}.{ordinal}" if page else str(ordinal)
        addresses = (first_name(fields, key) for key in ADDRESSES)
        web_address = next(filter(is_web_address, addresses), "")
        name = fields.get("passage_id") or own_id or ("" if page else web_address) or f"{doc_id}#{where}"
        dates = {date: first_name(fields, *keys)[:_LONGEST_DATE] or None for date, keys in DATES.items()}
        return cls(id=citable(str(name)), doc_id=doc_id, page=page, text=text, **dates)


def first_name(fields: Mapping[str, Any], *keys: str) -> str:
    """The first of these fields that has something in it, empty where none has."""
    return next((str(fields[key]) for key in keys if fields.get(key)), "")


def is_web_address(name: str) -> bool:
    """Whether it is the address of a web page."""
    return name.startswith(("https://", "http://"))


class FoundPassage(Passage):
    """A passage that research found, with how it was found."""

    attempt: int = Field(ge=1)
    """Number of the attempt that found it first, from 1."""
    query: str
    """The query that found it."""
