"""A collection is searched as far as its documents are indexed, and by its own project."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.passage import Passage
from data_base.store.database import NotStoredError
from service.collections.index import CollectionIndexes, indexed_documents
from service.collections.passages import packed, unpacked
from service.jobs.job_store import JobStore
from tests.support.stored_collections import add_collection, add_document
from tests.support.stores import postgresql_schema

DAM, PORT = "The dam stands in Ohio.", "The port handled 88 ships."


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[JobStore]:
    if request.param == "sqlite":
        with JobStore(str(tmp_path / "runs.sqlite")) as opened:
            yield opened
    else:
        with postgresql_schema() as schema, JobStore(schema) as opened:
            yield opened


def test_passages_are_kept_as_they_are() -> None:
    passages = (
        Passage(id="港口.md#1", doc_id="港口.md", page=2, text="88 艘船"),
        Passage(id="a", doc_id="a", text=""),
    )
    assert unpacked(packed(passages)) == passages


def test_the_passages_of_all_indexed_documents_are_found(store: JobStore) -> None:
    collection = add_collection(store, documents={"dam.md": DAM, "port.md": PORT})
    add_document(store, collection, "late.md", "The dam is late.", state="queued")
    found = CollectionIndexes(store).index("default", collection).search("dam ships")
    assert {passage.doc_id for passage, _ in found} == {"dam.md", "port.md"}


def test_an_index_is_made_once_for_the_same_documents(store: JobStore) -> None:
    collection = add_collection(store, documents={"dam.md": DAM})
    indexes = CollectionIndexes(store)
    first = indexes.index("default", collection)
    then = indexed_documents(store, "default", collection)
    assert indexes.index("default", collection) is first
    add_document(store, collection, "port.md", PORT)
    assert indexes.index("default", collection).fingerprint != first.fingerprint
    assert indexes.index("default", collection, then) is first


def test_nobody_waits_for_the_index_of_another_collection(
    store: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = (add_collection(store, documents={"dam.md": DAM}) for _ in range(2))
    begun, go_on = threading.Event(), threading.Event()
    made = PassageIndex.from_passages

    def held_up(passages: list[Passage]) -> PassageIndex:
        if threading.current_thread().name == "slow":
            begun.set()
            go_on.wait(30)
        return made(passages)

    monkeypatch.setattr(PassageIndex, "from_passages", held_up)
    indexes = CollectionIndexes(store)
    making = threading.Thread(target=indexes.index, args=("default", slow), name="slow")
    making.start()
    assert begun.wait(30)
    assert indexes.index("default", quick).search("dam")
    assert making.is_alive()
    go_on.set()
    making.join()
    assert indexes.index("default", slow).search("dam")


def test_another_projects_collection_is_not_there(store: JobStore) -> None:
    collection = add_collection(store, project="theirs", documents={"dam.md": DAM})
    for name in (collection, "none"):
        with pytest.raises(NotStoredError, match="There is no collection"):
            CollectionIndexes(store).index("default", name)


def test_a_collection_in_which_nothing_is_indexed_cannot_be_searched(store: JobStore) -> None:
    collection = add_collection(store)
    add_document(store, collection, "late.md", DAM, state="queued")
    with pytest.raises(InputError, match="has no indexed document"):
        CollectionIndexes(store).index("default", collection)


def test_a_document_that_was_deleted_is_named(store: JobStore) -> None:
    collection = add_collection(store, documents={"dam.md": DAM})
    gone = [*indexed_documents(store, "default", collection)]
    gone[0] = gone[0]._replace(sha256="another")
    with pytest.raises(InputError, match="was changed or deleted"):
        CollectionIndexes(store).index("default", collection, gone)
