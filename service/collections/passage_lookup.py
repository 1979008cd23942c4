"""Passages of collections by their ids."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from data_base.cancellation import go_on
from data_base.errors import InputError
from data_base.recently_used import RecentlyUsed
from data_base.schemas.passage import citable
from service.collections import statements
from service.collections.collection_store import CollectionStore
from service.collections.passages import PackedPassages

if TYPE_CHECKING:
    from data_base.schemas.passage import Passage
    from service.jobs.job_store import JobStore


_KEPT_BYTES = 20_000_000
"""Bytes of documents that a lookup keeps in memory; the last one is, whatever it has."""


class PassageLookup:
    """Finds passages of a project's collections, and keeps the documents that it read last."""

    def __init__(self, store: JobStore, project: str) -> None:
        """Read from a store."""
        self._store, self._project = store, project
        self._documents: dict[str, Mapping[str, str]] = {}
        self._packed: RecentlyUsed[str, PackedPassages] = RecentlyUsed(math.inf, _KEPT_BYTES)

    def of(self, collection: str, ids: Iterable[str]) -> tuple[Passage, ...]:
        """Passages in the order in which they are named; one named twice is there once.

        Raises:
            NotStoredError: the project has no such collection.
            InputError: no indexed document of it has such a passage.
            StoppedError: nobody waits for it any more.
        """
        if collection not in self._documents:
            self._documents[collection] = self._indexed(collection)
        named = dict.fromkeys(ids)
        # Those of a document one after the other: it is read once.
        found = {each: self._passage(collection, each) for each in sorted(named)}
        return tuple(found[each] for each in named)

    def _passage(self, collection: str, name: str) -> Passage:
        # An id is the document's name and, after the last number sign, the place in it.
        document = self._documents[collection].get(name.rpartition("#")[0])
        packed = None if document is None else self._packed_of(document)
        found = None if packed is None else packed.get(name)
        if found is None:
            raise InputError(
                f"The collection {collection!r} has no passage {name!r}; name passages as "
                f"`GET /v1/collections/{collection}/search` does."
            )
        return found

    def _indexed(self, collection: str) -> Mapping[str, str]:
        """The documents by what their passages' ids begin with."""
        CollectionStore(self._store).collection(collection, self._project)
        with self._store.reading() as connection:
            rows = connection.execute(statements.INDEXED_NAMES, {"collection": collection}).all()
        return {citable(row.name): row.id for row in rows}

    def _packed_of(self, document: str) -> PackedPassages | None:
        if (found := self._packed.get(document)) is not None:
            return found
        go_on()
        with self._store.reading() as connection:
            kept = connection.execute(statements.PASSAGES, {"id": document}).scalar()
        # Deleted or replaced since its name was read: it has no passages then.
        if not kept:
            return None
        found = PackedPassages(bytes(kept))
        return self._packed.keep(document, found, found.size)
