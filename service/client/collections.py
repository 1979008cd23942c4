"""Collections: documents that are uploaded, read by a job, and searched."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from data_base.errors import unreadable
from service.client.connection import Resource
from service.client.sync_wrapper import SyncWrapper, waited
from service.collections.collection import Collection, DocumentState, StoredDocument
from service.http.bodies.collections import (
    CollectionPage,
    CollectionRequest,
    DocumentPage,
    PassagesFound,
    UploadView,
)

_PLACE = "/v1/collections"


class AsyncCollections(Resource):
    """The project's collections and their documents."""

    async def create(self, name: str, *, idempotency_key: str | None = None) -> Collection:
        """Make a collection.

        Args:
            name: what it is called; once in the project.
            idempotency_key: names the request; sent again it makes nothing twice.
        """
        asked = CollectionRequest(name=name)
        return await self._connection.post(Collection, _PLACE, asked, key=idempotency_key)

    async def page(self, *, after: str | None = None, limit: int | None = None) -> CollectionPage:
        """Some of the collections, newest first; ``limit`` is 200 at most."""
        return await self._connection.get(CollectionPage, _PLACE, params={"after": after, "limit": limit})

    async def get(self, collection_id: str) -> Collection:
        """A collection."""
        return await self._connection.get(Collection, f"{_PLACE}/{collection_id}")

    async def delete(self, collection_id: str) -> None:
        """Delete a collection with its documents."""
        await self._connection.delete(f"{_PLACE}/{collection_id}")

    async def upload(
        self,
        collection_id: str,
        files: Sequence[Path | tuple[str, bytes]],
        *,
        idempotency_key: str | None = None,
    ) -> UploadView:
        """Upload documents, which a job reads.

        Args:
            collection_id: the collection.
            files: PDF, Markdown, HTML or plain text: paths, or names with contents; 100 at most.
            idempotency_key: names the request; sent again it makes nothing twice.

        Raises:
            InputError: a file cannot be read.
        """
        contents = await asyncio.to_thread(lambda: [_content(each) for each in files])
        place = f"{_PLACE}/{collection_id}/documents"
        return await self._connection.post(UploadView, place, files=contents, key=idempotency_key)

    async def documents(
        self,
        collection_id: str,
        *,
        state: DocumentState | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> DocumentPage:
        """Some of a collection's documents, by their names.

        Args:
            collection_id: the collection.
            state: only documents in this state.
            after: ``after`` of the page before.
            limit: documents on the page, 200 at most.
        """
        params = {"state": state, "after": after, "limit": limit}
        return await self._connection.get(DocumentPage, f"{_PLACE}/{collection_id}/documents", params=params)

    async def document(self, collection_id: str, document_id: str) -> StoredDocument:
        """A document."""
        place = f"{_PLACE}/{collection_id}/documents/{document_id}"
        return await self._connection.get(StoredDocument, place)

    async def delete_document(self, collection_id: str, document_id: str) -> None:
        """Delete a document with its passages."""
        await self._connection.delete(f"{_PLACE}/{collection_id}/documents/{document_id}")

    async def search(self, collection_id: str, query: str, *, limit: int | None = None) -> PassagesFound:
        """The passages that share words with a query, best first; ``limit`` is 100 at most."""
        params = {"q": query, "limit": limit}
        return await self._connection.get(PassagesFound, f"{_PLACE}/{collection_id}/search", params=params)


class Collections(SyncWrapper[AsyncCollections]):
    """As :class:`AsyncCollections`, waiting for results."""

    create = waited(AsyncCollections.create)
    page = waited(AsyncCollections.page)
    get = waited(AsyncCollections.get)
    delete = waited(AsyncCollections.delete)
    upload = waited(AsyncCollections.upload)
    documents = waited(AsyncCollections.documents)
    document = waited(AsyncCollections.document)
    delete_document = waited(AsyncCollections.delete_document)
    search = waited(AsyncCollections.search)


def _content(file: Path | tuple[str, bytes]) -> tuple[str, bytes]:
    if isinstance(file, tuple):
        return file
    try:
        return file.name, file.read_bytes()
    except OSError as error:
        raise unreadable(file, error) from error
