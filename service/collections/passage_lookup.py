"""Passages of collections by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from data_base.errors import InputError
from data_base.schemas.passage import citable
from service.collections import statements
from service.collections.collection_store import CollectionStore
from service.collections.passages import unpacked

if TYPE_CHECKING:
    from data_base.schemas.passage import Passage
    from service.jobs.job_store import JobStore


class PassageLookup:
    """Finds passages of a project's collections; what was read once is kept, as long as this is."""

    def __init__(self, store: JobStore, project: str) -> None:
        """Read from a store."""
        self._store, self._project = store, project
        self._documents: dict[str, Mapping[str, str]] = {}
        self._passages: dict[str, Mapping[str, Passage]] = {}

    def of(self, collection: str, ids: Iterable[str]) -> tuple[Passage, ...]:
        """Passages in the order in which they are named; one named twice is there once.

        Raises:
            NotStoredError: the project has no such collection.
            InputError: no indexed document of it has such a passage.
        """
        if collection not in self._documents:
            self._documents[collection] = self._indexed(collection)
        return tuple(self._passage(collection, each) for each in dict.fromkeys(ids))

    def _passage(self, collection: str, name: str) -> Passage:
        # An id is the document's name and, after the last number sign, the place in it.
        document = self._documents[collection].get(name.rpartition("#")[0])
        found = None if document is None else self._passages_of(document).get(name)
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

    def _passages_of(self, document: str) -> Mapping[str, Passage]:
        if document not in self._passages:
            with self._store.reading() as connection:
                kept = connection.execute(statements.PASSAGES, {"id": document}).scalar()
            # Deleted or replaced since its name was read: it has no passages then.
            passages = unpacked(bytes(kept)) if kept else ()
            self._passages[document] = {each.id: each for each in passages}
        return self._passages[document]
