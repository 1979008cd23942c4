"""A collection of documents, and a document in it."""

from __future__ import annotations

from typing import Literal

from data_base.schemas.frozen import Frozen

DocumentState = Literal["queued", "indexed", "failed"]
NAME_LENGTH = 200
"""Characters of a collection's name at most."""


class DocumentCounts(Frozen):
    """A collection's documents by their state."""

    queued: int = 0
    """Wait to be read, or are being read."""
    indexed: int = 0
    """Can be searched."""
    failed: int = 0
    """Could not be read."""


class Collection(Frozen):
    """Documents of a project that are searched together."""

    id: str
    """Names it; opaque."""
    name: str
    """What its users call it; once in a project."""
    documents: DocumentCounts = DocumentCounts()
    """How many documents it has, by their state."""
    passages: int = 0
    """How many passages can be searched."""
    created_at: str
    """When it was made; times are RFC 3339 in UTC."""


class StoredDocument(Frozen):
    """A document of a collection, without its content and its passages."""

    id: str
    """Names it; opaque. A document that replaces another of its name keeps that one's id."""
    name: str
    """What its users call it; once in a collection, and the first part of its passages' ids."""
    state: DocumentState
    """Whether it can be searched."""
    error: str | None = None
    """Why it could not be read, None where it was or has not been yet."""
    note: str | None = None
    """Which of its pages have no text that could be read, None where all have some."""
    passages: int | None = None
    """How many it has, None unless it is indexed."""
    size: int
    """The size of the file, in bytes."""
    sha256: str
    """SHA-256 of the file."""
    job: str
    """The job that reads it or has read it."""
    created_at: str
    """When it was handed in; times are RFC 3339 in UTC."""
    finished_at: str | None = None
    """When it was indexed or failed, None before."""


class RefusedFile(Frozen):
    """A file that was not taken."""

    name: str
    """As it was handed in."""
    error: str
    """What is wrong with it and what to do."""
