"""Documents that are handed in: kept as they came, with a job that reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from data_base.documents.confined.names import checked_name
from data_base.documents.kinds import require_readable
from data_base.documents.named_bytes import NamedBytes
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.passage import citable
from data_base.text.normalise import composed
from service.collections import statements
from service.collections.collection import RefusedFile, StoredDocument
from service.jobs.job import Job, NewJob, new_id

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row

    from service.collections.settings import CollectionSettings
    from service.jobs.job_store import JobStore


@dataclass(frozen=True, slots=True)
class OfferedFile:
    """A file that was handed in."""

    name: str
    """As it was handed in."""
    size: int
    """In bytes."""
    sha256: str
    """SHA-256 of its content."""
    read: Callable[[], bytes]
    """Gives its content."""


class DocumentsTerms(Frozen):
    """What a job that reads documents was asked for."""

    collection: str
    """The collection that they belong to."""


@dataclass(frozen=True, slots=True)
class Upload:
    """What came of files that were handed in."""

    documents: tuple[StoredDocument, ...]
    """The files that were taken, in their order."""
    refused: tuple[RefusedFile, ...]
    """The others."""
    job: Job | None
    """Reads what is not indexed yet; None where there is nothing to be read."""


def take_in(
    jobs: JobStore,
    connection: Connection,
    *,
    project: str,
    collection: str,
    files: Iterable[OfferedFile],
    settings: CollectionSettings,
) -> Upload:
    """Keep files as documents of a collection, in the transaction in which the collection was locked.

    A file with the name and the content of a document is that document, which is read again only where it
    failed or no job will come to it any more. One with the name of a document and other content takes that
    document's place.

    Args:
        jobs: where the job is entered.
        connection: of the transaction.
        project: whose the collection is.
        collection: the collection.
        files: the files; each is read once.
        settings: what a collection may contain.
    """
    taking = _Taking(connection, collection, settings)
    for file in files:
        taking.take(file)
    job = None
    if taking.new:
        new = NewJob(
            kind="documents",
            project=project,
            request=DocumentsTerms(collection=collection).model_dump_json(),
            slice_items=1,
        )
        job = jobs.add(connection, new, list(taking.new))
        taking.put(job)
    return Upload(taking.documents(), tuple(taking.refused), job)


class _Taking:
    """Which files become which documents."""

    def __init__(self, connection: Connection, collection: str, settings: CollectionSettings) -> None:
        self._connection, self._collection, self._settings = connection, collection, settings
        rows = connection.execute(statements.KNOWN, {"collection": collection}).all()
        self._known: dict[str, Row[Any]] = {row.name: row for row in rows}
        # Passages' ids do not tell all names apart.
        self._cited = {citable(name): name for name in self._known}
        self._names: set[str] = set()
        self.taken: list[str] = []
        self.new: dict[str, OfferedFile] = {}
        self.refused: list[RefusedFile] = []

    def take(self, file: OfferedFile) -> None:
        """Say which document a file is to be, or why it is none."""
        try:
            name = self._checked(file)
        except InputError as error:
            self.refused.append(RefusedFile(name=file.name, error=str(error)))
            return
        known = self._known.get(name)
        document = known.id if known else new_id("doc")
        self._cited[citable(name)] = name
        self._names.add(name)
        self.taken.append(document)
        if known is None or known.sha256 != file.sha256 or not _cared_for(known):
            self.new[document] = replace(file, name=name)

    def _checked(self, file: OfferedFile) -> str:
        """The name as it is kept."""
        name = composed("NFC", checked_name(file.name))
        require_readable(NamedBytes(name, b""))
        if not file.size:
            raise InputError(f"{name}: the file is empty; save it again and hand that in.")
        most_bytes, most = self._settings.max_document_bytes, self._settings.max_documents
        if file.size > most_bytes:
            raise InputError(
                f"{name}: has {file.size:,} bytes, and a document has {most_bytes:,} at most; split it into "
                "smaller documents."
            )
        if name in self._names:
            raise InputError(f"{name}: two files have this name; rename one of the two.")
        other = self._cited.get(citable(name), name)
        if other != name:
            raise InputError(
                f"{name}: its passages would have the same ids as those of {other}; rename one of the two."
            )
        if name not in self._known and len(self._cited) >= most:
            raise InputError(
                f"{name}: a collection has {most:,} documents at most; delete some, or make another "
                "collection."
            )
        return name

    def put(self, job: Job) -> None:
        """Write the files down that are to be read."""
        for document, file in self.new.items():
            row = {
                "id": document,
                "collection": self._collection,
                "name": file.name,
                "job": job.id,
                "sha256": file.sha256,
                "size": file.size,
                "content": file.read(),
                "created_at": job.created_at,
            }
            self._connection.execute(statements.PUT_DOCUMENT, row)

    def documents(self) -> tuple[StoredDocument, ...]:
        """The documents that the files are now."""
        found = self._connection.execute(statements.ALL_DOCUMENTS, {"collection": self._collection})
        rows = {row["id"]: row for row in found.mappings()}
        return tuple(StoredDocument.model_validate(rows[each]) for each in self.taken)


def _cared_for(document: Row[Any]) -> bool:
    """Whether a document is indexed, or will be without anything done."""
    return document.state == "indexed" or (document.state == "queued" and bool(document.awaited))
