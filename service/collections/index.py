"""The index of a collection: all passages of its documents, made once for the documents that there are."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sqlalchemy import text

from data_base.computing import computing_in
from data_base.errors import InputError
from data_base.recently_used import RecentlyUsed
from data_base.store.database import NotStoredError
from service.collections.passages import unpacked
from service.fair_threads import FairThreads

if TYPE_CHECKING:
    from data_base.passage_index import PassageIndex
    from data_base.schemas.passage import Passage
    from service.jobs.job_store import JobStore

_KEPT = 8
"""Indexes that are kept in memory; a further one takes the place of the one used longest ago."""
_CHARACTERS = 20_000_000
"""Characters of all passages of the indexes that are kept; one is, whatever it has."""
_WAITING = 8
"""Who may wait for an index at once."""
_PATIENCE_S = 3.0
"""How long a search waits for an index where there is one of before."""
_Key: TypeAlias = "tuple[str, tuple[IndexedDocument, ...]]"
_FIND = text("SELECT 1 FROM collections WHERE id = :collection AND project = :project")
_INDEXED = text(
    "SELECT id, sha256, name FROM documents WHERE collection = :collection AND state = 'indexed' "
    "ORDER BY name, id"
)
_PASSAGES = text("SELECT passages, error AS note FROM documents WHERE collection = :collection AND id = :id")


class IndexedDocument(NamedTuple):
    """A document whose passages can be searched."""

    id: str
    """The document's."""
    sha256: str
    """SHA-256 of its content."""
    name: str
    """What its users call it."""


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


class IndexBusyError(Exception):
    """An index is being made, and as many wait for it as may."""


class _Made(NamedTuple):
    passages: PassageIndex
    characters: int


@dataclass
class _Making:
    made: Future[_Made]
    waiting: int = 0


class CollectionIndexes:
    """Indexes of collections, each made once for the same documents; any thread and any loop may ask."""

    def __init__(self, store: JobStore) -> None:
        """Read from a store."""
        self._store = store
        self._kept: RecentlyUsed[_Key, _Made] = RecentlyUsed(_KEPT, _CHARACTERS)
        # What ends at once is kept by the thread that begins it.
        self._looking = threading.RLock()
        self._making: dict[_Key, _Making] = {}
        self._turns, self._searching = FairThreads("index"), FairThreads("search")

    def close(self) -> None:
        """Make and search no more; what is under way ends."""
        self._turns.close()
        self._searching.close()

    async def index(
        self, project: str, collection: str, documents: Sequence[IndexedDocument] | None = None
    ) -> PassageIndex:
        """The index of a project's collection; no thread waits with whoever waits for it.

        Args:
            project: whose it is.
            collection: the collection.
            documents: only these of its documents, as they were then; all that can be searched now if None.

        Raises:
            NotStoredError: the project has no such collection.
            InputError: none of its documents can be searched, or one of ``documents`` is not there any more.
        """
        key = await asyncio.to_thread(self._wanted, project, collection, documents)
        found = self._made_by(project, key)
        if isinstance(found, _Making):
            found = await asyncio.shield(asyncio.wrap_future(found.made))
        return found.passages

    async def search(
        self, project: str, collection: str, query: str, limit: int
    ) -> list[tuple[Passage, float]]:
        """Passages of a project's collection, best first.

        Where the index takes long, one before it answers until it is there; passages of documents that were
        deleted or replaced are left out.

        Raises:
            NotStoredError: the project has no such collection.
            InputError: none of its documents can be searched.
            IndexBusyError: there is no index yet, and as many wait for it as may.
        """
        key = await asyncio.to_thread(self._wanted, project, collection, None)
        documents, index = await self._in_time(project, key)
        there = {each.name for each in {*documents}.intersection(key[1])}
        with computing_in(partial(self._searching.submit, project)):
            found = await index.asearch(query, limit if documents == key[1] else 2 * limit)
        return [(passage, score) for passage, score in found if passage.doc_id in there][:limit]

    async def _in_time(self, project: str, key: _Key) -> tuple[Sequence[IndexedDocument], PassageIndex]:
        """An index, and the documents that are in it."""
        making = self._made_by(project, key)
        if isinstance(making, _Made):
            return key[1], making.passages
        before = self._most_like(key)
        with self._looking:
            if making.waiting >= _WAITING:
                if before is None:
                    raise IndexBusyError
                return before
            making.waiting += 1
        made = asyncio.wrap_future(making.made)
        # Who does not wait to the end does not hear of a failure.
        made.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        try:
            await asyncio.wait({made}, timeout=None if before is None else _PATIENCE_S)
            return before if before is not None and not made.done() else (key[1], (await made).passages)
        finally:
            with self._looking:
                making.waiting -= 1

    def _wanted(self, project: str, collection: str, documents: Sequence[IndexedDocument] | None) -> _Key:
        there = indexed_documents(self._store, project, collection)
        wanted = there if documents is None else tuple(documents)
        if missing := [each.id for each in wanted if each not in there]:
            raise InputError(
                f"The document {missing[0]!r} of the collection {collection!r} was changed or deleted; "
                "begin again with the documents that there are."
            )
        return collection, wanted

    def _most_like(self, wanted: _Key) -> tuple[Sequence[IndexedDocument], PassageIndex] | None:
        """The kept index with most of the documents, the latest of such; with its own documents."""

        def in_common(key: _Key) -> int:
            return len({*key[1]}.intersection(wanted[1])) if key[0] == wanted[0] else 0

        with self._looking:
            kept = ((in_common(key), key, made) for key, made in self._kept.items())
            common, key, made = max(kept, key=itemgetter(0), default=(0, wanted, None))
            return (key[1], made.passages) if made is not None and common else None

    def _made_by(self, project: str, key: _Key) -> _Made | _Making:
        """An index that is kept, or its making, begun by the first who asks."""
        with self._looking:
            if (kept := self._kept.get(key)) is not None:
                return kept
            making = self._making.get(key)
            if making is None:
                made = self._turns.submit(project, lambda: self._made(*key))
                making = self._making[key] = _Making(made)
                made.add_done_callback(lambda made: self._keep(key, made))
            return making

    def _keep(self, key: _Key, made: Future[_Made]) -> None:
        with self._looking:
            self._making.pop(key, None)
            if made.cancelled() or made.exception() is not None:
                return
            self._kept.keep(key, made.result(), made.result().characters)

    def _made(self, collection: str, documents: Sequence[IndexedDocument]) -> _Made:
        from data_base.passage_index import PassageIndex  # noqa: PLC0415  (loads model libraries)

        found: list[Passage] = []
        notes: list[str] = []
        with self._store.reading() as connection:
            for each in documents:
                kept = connection.execute(_PASSAGES, {"collection": collection, "id": each.id}).first()
                # Deleted between the two reads: what is left is searched no more than what was asked for.
                if kept is None:
                    raise InputError(f"The document {each.id!r} was deleted meanwhile; begin again.")
                found += unpacked(bytes(kept.passages))
                notes += filter(None, [kept.note])
        index = PassageIndex.from_passages(found, notes=notes)
        return _Made(index, sum(len(each.text) for each in found))
