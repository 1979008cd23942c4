"""Requests and responses about collections and their documents."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from service.collections.collection import NAME_LENGTH, Collection, RefusedFile, StoredDocument
from service.http.bodies.jobs import JobView


class CollectionRequest(Frozen):
    """A collection to be made.

    Attributes:
        name: what it is called, in one line; once in the project.
    """

    name: str = Field(min_length=1, max_length=NAME_LENGTH, pattern=r"\S")


class CollectionPage(Frozen):
    """Some of the project's collections, newest first.

    Attributes:
        collections: the collections.
        after: what to ask for the next page with; null where this is the last.
    """

    collections: tuple[Collection, ...]
    after: str | None


class DocumentPage(Frozen):
    """Some of a collection's documents, by their names.

    Attributes:
        documents: the documents.
        after: what to ask for the next page with; null where this is the last.
    """

    documents: tuple[StoredDocument, ...]
    after: str | None


class FileHash(Frozen):
    """A file that was handed in, as far as it says whether a request is the same as another.

    Attributes:
        name: as it was handed in.
        sha256: of its content.
    """

    name: str
    sha256: str


class UploadRequest(Frozen):
    """The files of a request.

    Attributes:
        files: in their order.
    """

    files: tuple[FileHash, ...]


class UploadView(Frozen):
    """What came of files that were handed in.

    Attributes:
        documents: the files that were taken; those that were there already are as they were.
        refused: the files that were not taken, each with the reason.
        job: reads the documents; null where nothing is to be read.
    """

    documents: tuple[StoredDocument, ...]
    refused: tuple[RefusedFile, ...]
    job: JobView | None


class PassageFound(Frozen):
    """A passage that a search found.

    Attributes:
        id: names it in the collection.
        document: the document's name.
        page: the page, from 1; null where the document has no pages.
        text: the passage.
        score: how well it matches, above 0; comparable within one search alone.
    """

    id: str
    document: str
    page: int | None
    text: str
    score: float


class PassagesFound(Frozen):
    """What a search found.

    Attributes:
        passages: the passages, best first.
    """

    passages: tuple[PassageFound, ...]
