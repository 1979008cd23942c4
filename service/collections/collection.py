"""A collection of documents, and a document in it."""

from __future__ import annotations

from typing import Literal

from data_base.schemas.frozen import Frozen

DocumentState = Literal["queued", "indexed", "failed"]
NAME_LENGTH = 200
"""Characters of a collection's name at most."""


class DocumentCounts(Frozen):
    """A collection's documents by their state.

    Attributes:
        queued: wait to be read, or are being read.
        indexed: can be searched.
        failed: could not be read.
    """

    queued: int = 0
    indexed: int = 0
    failed: int = 0


class Collection(Frozen):
    """Documents of a project that are searched together.

    Attributes:
        id: names it; opaque.
        name: what its users call it; once in a project.
        documents: how many documents it has, by their state.
        passages: how many passages can be searched.
        created_at: when it was made; times are RFC 3339 in UTC.
    """

    id: str
    name: str
    documents: DocumentCounts = DocumentCounts()
    passages: int = 0
    created_at: str


class StoredDocument(Frozen):
    """A document of a collection, without its content and its passages.

    Attributes:
        id: names it; opaque. A document that replaces another of its name keeps that one's id.
        name: what its users call it; once in a collection, and the first part of its passages' ids.
        state: whether it can be searched.
        error: why it could not be read, None where it was or has not been yet.
        passages: how many it has, None unless it is indexed.
        size: of the file, in bytes.
        sha256: of the file.
        job: the job that reads it or has read it.
        created_at: when it was handed in; times are RFC 3339 in UTC.
        finished_at: when it was indexed or failed, None before.
    """

    id: str
    name: str
    state: DocumentState
    error: str | None = None
    passages: int | None = None
    size: int
    sha256: str
    job: str
    created_at: str
    finished_at: str | None = None


class RefusedFile(Frozen):
    """A file that was not taken.

    Attributes:
        name: as it was handed in.
        error: what is wrong with it and what to do.
    """

    name: str
    error: str
