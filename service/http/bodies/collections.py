"""Requests and responses about collections and their documents."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from service.collections.collection import NAME_LENGTH, Collection, RefusedFile, StoredDocument
from service.http.bodies.jobs import JobView


class CollectionRequest(Frozen):
    """A collection to be made."""

    name: str = Field(min_length=1, max_length=NAME_LENGTH, pattern=r"\S")
    """The collection's name, in one line; unique in the project."""


class CollectionPage(Frozen):
    """Some of the project's collections, newest first."""

    collections: tuple[Collection, ...]
    """The collections."""
    after: str | None
    """The cursor of the next page; null if this is the last."""


class DocumentPage(Frozen):
    """Some of a collection's documents, by their names."""

    documents: tuple[StoredDocument, ...]
    """The documents."""
    after: str | None
    """The cursor of the next page; null if this is the last."""


class FileHash(Frozen):
    """A file that was handed in, as far as it says whether a request is the same as another."""

    name: str
    """The file's name as it was uploaded."""
    sha256: str
    """The SHA-256 of the file's content."""


class UploadRequest(Frozen):
    """The files of a request."""

    files: tuple[FileHash, ...]
    """The files, in their order."""


class UploadView(Frozen):
    """What came of files that were handed in."""

    documents: tuple[StoredDocument, ...]
    """The files that were accepted; those that were there already are unchanged."""
    refused: tuple[RefusedFile, ...]
    """The files that were rejected, each with the reason."""
    job: JobView | None
    """The job that reads the documents; null if there is nothing to read."""


class PassageFound(Frozen):
    """A passage that a search found."""

    id: str
    """The passage's id in the collection."""
    document: str
    """The document's name."""
    page: int | None
    """The page, from 1; null if the document has no pages."""
    text: str
    """The passage's text."""
    score: float
    """How well the passage matches, above 0; comparable only within one search."""


class PassagesFound(Frozen):
    """What a search found."""

    passages: tuple[PassageFound, ...]
    """The passages, best first."""
