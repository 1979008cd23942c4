"""Collections in a store, for tests that search them."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from sqlalchemy import text

from data_base.documents.page import PageBlocks
from data_base.documents.page_passages import split_pages
from data_base.documents.plain import text_blocks
from service.collections.passages import packed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.jobs.job_store import JobStore

_COLLECTION = text(
    "INSERT INTO collections (id, project, name, created_at) VALUES (:id, :project, :id, :now)"
)
_DOCUMENT = text(
    "INSERT INTO documents (id, collection, name, job, state, sha256, size, passages, created_at) "
    "VALUES (:id, :collection, :name, 'job', :state, :id, 1, :passages, :now)"
)
_NOW = "2026-01-01T00:00:00.000000+00:00"


def add_collection(
    store: JobStore, project: str = "default", documents: Mapping[str, str] | None = None
) -> str:
    """A new collection of documents with a name and a text each; its id."""
    collection = f"collection_{uuid.uuid4().hex}"
    with store.transaction() as connection:
        connection.execute(_COLLECTION, {"id": collection, "project": project, "now": _NOW})
    for name, content in (documents or {}).items():
        add_document(store, collection, name, content)
    return collection


def add_document(store: JobStore, collection: str, name: str, content: str, *, state: str = "indexed") -> str:
    """Add a document to a collection; its id."""
    passages = split_pages(name, [PageBlocks(None, text_blocks(content))])
    row = {"id": f"document_{uuid.uuid4().hex}", "collection": collection, "name": name, "state": state}
    with store.transaction() as connection:
        connection.execute(
            _DOCUMENT, {**row, "passages": packed(passages) if state == "indexed" else None, "now": _NOW}
        )
    return row["id"]
