"""The collections of projects, and the documents in them, in a run store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from data_base.documents.confined.names import is_control
from data_base.errors import InputError
from data_base.store.database import NotStoredError
from data_base.store.tables import moment
from data_base.text.normalise import composed
from service.collections import statements
from service.collections.collection import (
    NAME_LENGTH,
    Collection,
    DocumentCounts,
    DocumentState,
    StoredDocument,
)
from service.jobs.job import new_id

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping

    from service.jobs.job_store import JobStore


class NameTakenError(InputError):
    """The project has a collection of this name already."""


class CollectionStore:
    """Collections, in the database of a run store; any thread may call.

    All is bound to a project: what is another's is not there.
    """

    def __init__(self, jobs: JobStore) -> None:
        """Keep them next to the jobs."""
        self._jobs = jobs

    def create(self, connection: Connection, project: str, name: str) -> Collection:
        """Make a collection, in a transaction of the jobs' store.

        Args:
            connection: of the transaction.
            project: whose it is.
            name: any text on one line; the same in all ways of writing its characters.

        Raises:
            InputError: the name contains a control character, or nothing that is seen, or is too long.
            NameTakenError: the project has one of this name.
        """
        name = _checked(name)
        made = Collection(id=new_id("collection"), name=name, created_at=moment(self._jobs.now(connection)))
        row = made.model_dump(include={"id", "name", "created_at"}) | {"project": project}
        if not connection.execute(statements.ADD_COLLECTION, row).rowcount:
            raise NameTakenError(f"The project has a collection {name!r} already; choose another name.")
        return made

    def collection(self, collection: str, project: str) -> Collection:
        """A project's collection.

        Raises:
            NotStoredError: the project has no such collection.
        """
        terms = {"collection": collection, "project": project}
        with self._jobs.reading() as connection:
            row = connection.execute(statements.GET_COLLECTION, terms).mappings().first()
        if row is None:
            raise _no_collection(collection)
        return _collection(row)

    def collections(
        self, project: str, *, after: Collection | None = None, limit: int = 50
    ) -> list[Collection]:
        """A project's collections, newest first.

        Args:
            project: whose.
            after: the last one of the page before.
            limit: how many at most.
        """
        place = {"at": after.created_at, "id": after.id} if after else {"at": None, "id": None}
        with self._jobs.reading() as connection:
            terms = {"project": project, "limit": limit, **place}
            rows = connection.execute(statements.LIST_COLLECTIONS, terms).mappings().all()
        return [_collection(row) for row in rows]

    def delete(self, collection: str, project: str) -> None:
        """Delete a collection with its documents.

        Raises:
            NotStoredError: the project has no such collection.
        """
        with self._jobs.transaction() as connection:
            self.lock(connection, collection, project)
            connection.execute(statements.DELETE_DOCUMENTS, {"collection": collection})
            connection.execute(statements.DELETE_COLLECTION, {"collection": collection})

    def lock(self, connection: Connection, collection: str, project: str) -> None:
        """Have nobody else add documents or delete the collection until the transaction ends.

        Raises:
            NotStoredError: the project has no such collection.
        """
        locking = statements.LOCK_COLLECTION[connection.dialect.name]
        terms = {"collection": collection, "project": project}
        if connection.execute(locking, terms).first() is None:
            raise _no_collection(collection)

    def document(self, document: str, collection: str, project: str) -> StoredDocument:
        """A document of a project's collection.

        Raises:
            NotStoredError: there is no such collection, or no such document in it.
        """
        self.collection(collection, project)
        with self._jobs.reading() as connection:
            terms = {"collection": collection, "id": document}
            row = connection.execute(statements.GET_DOCUMENT, terms).mappings().first()
        if row is None:
            raise _no_document(document, collection)
        return StoredDocument.model_validate(row)

    def documents(
        self,
        collection: str,
        project: str,
        *,
        state: DocumentState | None = None,
        after: StoredDocument | None = None,
        limit: int = 50,
    ) -> list[StoredDocument]:
        """Documents of a project's collection, by their names.

        Args:
            collection: the collection.
            project: whose it is.
            state: only those in this state.
            after: the last one of the page before.
            limit: how many at most.

        Raises:
            NotStoredError: the project has no such collection.
        """
        self.collection(collection, project)
        terms: dict[str, Any] = {"collection": collection, "state": state, "limit": limit}
        terms["after"] = after.name if after else None
        with self._jobs.reading() as connection:
            rows = connection.execute(statements.LIST_DOCUMENTS, terms).mappings().all()
        return [StoredDocument.model_validate(row) for row in rows]

    def delete_document(self, document: str, collection: str, project: str) -> None:
        """Delete a document; one that is being read is forgotten when that ends.

        Raises:
            NotStoredError: there is no such collection, or no such document in it.
        """
        with self._jobs.transaction() as connection:
            self.lock(connection, collection, project)
            terms = {"collection": collection, "id": document}
            if not connection.execute(statements.DELETE_DOCUMENT, terms).rowcount:
                raise _no_document(document, collection)

    def counts_of_job(self, job: str) -> DocumentCounts:
        """How far a job has come with its documents; those deleted or replaced since do not count."""
        with self._jobs.reading() as connection:
            rows = connection.execute(statements.COUNTS_OF_JOB, {"job": job}).all()
        return DocumentCounts(**{row.state: row.documents for row in rows})


def _checked(name: str) -> str:
    name = composed("NFC", name.strip())
    if not name or any(map(is_control, name)):
        raise InputError(
            f"{name!r} is no name of a collection: use one line of text without control characters."
        )
    if len(name) > NAME_LENGTH:
        raise InputError(f"The name has {len(name):,} characters; use {NAME_LENGTH} at most.")
    return name


def _collection(row: RowMapping) -> Collection:
    counts = DocumentCounts(queued=row["queued"], indexed=row["indexed"], failed=row["failed"])
    return Collection(
        id=row["id"],
        name=row["name"],
        documents=counts,
        passages=row["passages"],
        created_at=row["created_at"],
    )


def _no_collection(collection: str) -> NotStoredError:
    return NotStoredError(
        f"There is no collection {collection!r}; `GET /v1/collections` lists the project's collections."
    )


def _no_document(document: str, collection: str) -> NotStoredError:
    return NotStoredError(
        f"The collection {collection!r} has no document {document!r}; "
        f"`GET /v1/collections/{collection}/documents` lists its documents."
    )
