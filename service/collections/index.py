"""The index of a collection: all passages of its documents, made once for the documents that there are."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import text

from data_base.errors import InputError
from data_base.store.database import NotStoredError
from service.collections.passages import unpacked

if TYPE_CHECKING:
    from data_base.passage_index import PassageIndex
    from data_base.schemas.passage import Passage
    from service.jobs.job_store import JobStore

_KEPT = 8
"""Indexes that are kept in memory; a further one takes the place of the one used longest ago."""
_FIND = text("SELECT 1 FROM collections WHERE id = :collection AND project = :project")
_INDEXED = text(
    "SELECT id, sha256, name FROM documents WHERE collection = :collection AND state = 'indexed' "
    "ORDER BY name, id"
)
_PASSAGES = text("SELECT passages FROM documents WHERE collection = :collection AND id = :id")


class IndexedDocument(NamedTuple):
    """A document whose passages can be searched.

    Attributes:
        id: the document's.
        sha256: of its content.
        name: what its users call it.
    """

    id: str
    sha256: str
    name: str


def indexed_documents(store: JobStore, project: str, collection: str) -> tuple[IndexedDocument, ...]:
    """The documents of a project's collection that can be searched now.

    Raises:
        NotStoredError: the project has no such collection.
        InputError: none of its documents can be searched.
    """
    terms = {"collection": collection, "project": project}
    with store.reading() as connection:
        if connection.execute(_FIND, terms).first() is None:
            raise NotStoredError(
                f"There is no collection {collection!r}; `GET /v1/collections` lists the project's."
            )
        rows = connection.execute(_INDEXED, terms).all()
    if not rows:
        raise InputError(
            f"The collection {collection!r} has no indexed document; upload one and wait until its state is "
            "`indexed`."
        )
    return tuple(IndexedDocument(row.id, row.sha256, row.name) for row in rows)


class CollectionIndexes:
    """Indexes of collections, each made once for the same documents; any thread may ask."""

    def __init__(self, store: JobStore) -> None:
        """Read from a store."""
        self._store = store
        self._kept: OrderedDict[tuple[str, tuple[IndexedDocument, ...]], PassageIndex] = OrderedDict()
        self._looking = threading.Lock()
        self._making: dict[str, threading.Lock] = {}

    def index(
        self, project: str, collection: str, documents: Sequence[IndexedDocument] | None = None
    ) -> PassageIndex:
        """The index of a project's collection.

        Args:
            project: whose it is.
            collection: the collection.
            documents: only these of its documents, as they were then; all that can be searched now if None.

        Raises:
            NotStoredError: the project has no such collection.
            InputError: none of its documents can be searched, or one of ``documents`` is not there any more.
        """
        there = indexed_documents(self._store, project, collection)
        wanted = there if documents is None else tuple(documents)
        if missing := [each.id for each in wanted if each not in there]:
            raise InputError(
                f"The document {missing[0]!r} of the collection {collection!r} was changed or deleted; "
                "begin anew with the documents that there are."
            )
        key = collection, wanted
        if (kept := self._found(key)) is not None:
            return kept
        # Nobody waits for the index of another collection, nor for an index that is there.
        with self._looking:
            making = self._making.setdefault(collection, threading.Lock())
        with making:
            if (kept := self._found(key)) is not None:
                return kept
            made = self._made(collection, wanted)
            with self._looking:
                self._kept[key] = made
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
                self._making = {name: lock for name, lock in self._making.items() if lock.locked()}
        return made

    def _found(self, key: tuple[str, tuple[IndexedDocument, ...]]) -> PassageIndex | None:
        with self._looking:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _made(self, collection: str, documents: Sequence[IndexedDocument]) -> PassageIndex:
        from data_base.passage_index import PassageIndex  # noqa: PLC0415  (loads model libraries)

        found: list[Passage] = []
        with self._store.reading() as connection:
            for each in documents:
                kept = connection.execute(_PASSAGES, {"collection": collection, "id": each.id}).scalar()
                # Deleted between the two reads: what is left is searched no more than what was asked for.
                if kept is None:
                    raise InputError(f"The document {each.id!r} was deleted meanwhile; begin anew.")
                found += unpacked(bytes(kept))
        return PassageIndex.from_passages(found)
