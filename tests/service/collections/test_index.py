"""A collection is searched as far as its documents are indexed, and by its own project."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.passage import Passage
from data_base.store.database import NotStoredError
from service.collections.index import CollectionIndexes, IndexBusyError, IndexedDocument, indexed_documents
from service.collections.passages import PackedPassages, packed, unpacked
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


def index_of(
    indexes: CollectionIndexes,
    project: str,
    collection: str,
    documents: Sequence[IndexedDocument] | None = None,
) -> PassageIndex:
    return asyncio.run(indexes.index(project, collection, documents))


def test_passages_are_kept_as_they_are() -> None:
    passages = (
        Passage(id="港口.md#1", doc_id="港口.md", page=2, text="88 艘船"),
        Passage(id="a", doc_id="a", text=""),
        Passage(id='"\\\x1f#2', doc_id="a", text='"},{"id":"b","doc_id":"b"}]'),
    )
    kept = packed(passages)
    assert unpacked(kept) == passages
    one_by_one = PackedPassages(kept)
    assert tuple(one_by_one.get(each.id) for each in passages) == passages
    assert [one_by_one.get(name) for name in ("b", "a#1", "", "\ud800")] == [None] * 4


def test_the_passages_of_all_indexed_documents_are_found(store: JobStore) -> None:
    collection = add_collection(store, documents={"dam.md": DAM, "port.md": PORT})
    add_document(store, collection, "late.md", "The dam is late.", state="queued")
    found = index_of(CollectionIndexes(store), "default", collection).search("dam ships")
    assert {passage.doc_id for passage, _ in found} == {"dam.md", "port.md"}


def test_an_index_is_made_once_for_the_same_documents(store: JobStore) -> None:
    collection = add_collection(store, documents={"dam.md": DAM})
    indexes = CollectionIndexes(store)
    first = index_of(indexes, "default", collection)
    then = indexed_documents(store, "default", collection)
    assert index_of(indexes, "default", collection) is first
    add_document(store, collection, "port.md", PORT)
    assert index_of(indexes, "default", collection).fingerprint != first.fingerprint
    assert index_of(indexes, "default", collection, then) is first


def test_nobody_waits_for_the_index_of_another_collection(
    store: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = (
        add_collection(store, project=name, documents={"dam.md": DAM}) for name in ("default", "other")
    )
    begun, go_on = threading.Event(), threading.Event()
    made = PassageIndex.from_passages

    def held_up(passages: list[Passage], **named: Any) -> PassageIndex:
        if not begun.is_set():
            begun.set()
            go_on.wait(30)
        return made(passages, **named)

    monkeypatch.setattr(PassageIndex, "from_passages", held_up)
    indexes = CollectionIndexes(store)
    making = threading.Thread(target=index_of, args=(indexes, "default", slow), name="slow")
    making.start()
    assert begun.wait(30)
    assert index_of(indexes, "other", quick).search("dam")
    assert making.is_alive()
    go_on.set()
    making.join()
    assert index_of(indexes, "default", slow).search("dam")


def test_another_projects_collection_is_not_there(store: JobStore) -> None:
    collection = add_collection(store, project="theirs", documents={"dam.md": DAM})
    for name in (collection, "none"):
        with pytest.raises(NotStoredError, match="There is no collection"):
            index_of(CollectionIndexes(store), "default", name)


def test_a_collection_in_which_nothing_is_indexed_cannot_be_searched(store: JobStore) -> None:
    collection = add_collection(store)
    add_document(store, collection, "late.md", DAM, state="queued")
    with pytest.raises(InputError, match="has no indexed document"):
        index_of(CollectionIndexes(store), "default", collection)


def test_a_document_that_was_deleted_is_named(store: JobStore) -> None:
    collection = add_collection(store, documents={"dam.md": DAM})
    gone = [*indexed_documents(store, "default", collection)]
    gone[0] = gone[0]._replace(sha256="another")
    with pytest.raises(InputError, match="was changed or deleted"):
        index_of(CollectionIndexes(store), "default", collection, gone)


@pytest.fixture
def held_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Indexes are made once this is set."""
    go_on, made = threading.Event(), PassageIndex.from_passages

    def when_let(passages: list[Passage], **named: Any) -> PassageIndex:
        go_on.wait(30)
        return made(passages, **named)

    monkeypatch.setattr(PassageIndex, "from_passages", when_let)
    yield go_on
    go_on.set()


async def found(indexes: CollectionIndexes, collection: str, query: str) -> set[str]:
    return {passage.doc_id for passage, _ in await indexes.search("default", collection, query, 10)}


async def test_few_wait_for_an_index_and_none_of_them_in_a_thread(
    store: JobStore, held_up: threading.Event
) -> None:
    collection = add_collection(store, documents={"dam.md": DAM})
    indexes = CollectionIndexes(store)
    searches = [asyncio.create_task(found(indexes, collection, "dam")) for _ in range(40)]

    done, waiting = await asyncio.wait(searches, timeout=30, return_when=asyncio.FIRST_EXCEPTION)
    while len(waiting) > 8:
        more, waiting = await asyncio.wait(waiting, timeout=30, return_when=asyncio.FIRST_COMPLETED)
        done |= more
    assert {type(each.exception()) for each in done} == {IndexBusyError}
    held_up.set()
    assert [await each for each in waiting] == [{"dam.md"}] * 8
    indexes.close()


async def test_the_index_before_answers_until_the_new_one_is_there(
    store: JobStore, held_up: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.collections.index._PATIENCE_S", 0.05)
    collection = add_collection(store, documents={"dam.md": DAM, "gone.md": "The dam is gone."})
    indexes = CollectionIndexes(store)
    held_up.set()
    assert await found(indexes, collection, "dam ships") == {"dam.md", "gone.md"}
    held_up.clear()
    with store.transaction() as connection:
        connection.execute(text("DELETE FROM documents WHERE name = 'gone.md'"))
    add_document(store, collection, "port.md", PORT)

    assert await found(indexes, collection, "dam ships") == {"dam.md"}
    held_up.set()
    assert "port.md" in (await indexes.index("default", collection)).search("ships")[0][0].doc_id
    assert await found(indexes, collection, "dam ships") == {"dam.md", "port.md"}
    indexes.close()


async def test_passages_of_a_document_that_was_replaced_are_not_shown_while_the_new_index_is_made(
    store: JobStore, held_up: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.collections.index._PATIENCE_S", 0.05)
    collection = add_collection(store, documents={"dam.md": DAM, "port.md": PORT, "ship.md": "Ships came."})
    indexes = CollectionIndexes(store)
    held_up.set()
    await indexes.index("default", collection)
    # A job that pinned fewer documents asked last.
    fewer = [each for each in indexed_documents(store, "default", collection) if each.name == "ship.md"]
    await indexes.index("default", collection, fewer)
    held_up.clear()
    with store.transaction() as connection:
        connection.execute(text("UPDATE documents SET sha256 = 'another' WHERE name = 'dam.md'"))

    assert await found(indexes, collection, "dam ships") == {"port.md", "ship.md"}
    indexes.close()


def test_an_index_is_kept_by_the_time_its_making_is_not_there_any_more(store: JobStore) -> None:
    """Who looked between the two had it made once more; one that ends at once must not wait for itself."""
    collection = add_collection(store, documents={"dam.md": DAM})
    key = (collection, indexed_documents(store, "default", collection))
    indexes = CollectionIndexes(store)

    def at_once(_project: str, call: Callable[[], object]) -> Future[object]:
        done: Future[object] = Future()
        done.set_result(call())
        return done

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(indexes._turns, "submit", at_once)
        indexes._made_by("default", key)
        patched.setattr(indexes._turns, "submit", lambda *_: pytest.fail("made twice"))
        # As if another thread had found no index a moment before it was kept.
        assert index_of(indexes, "default", collection) is dict(indexes._kept.items())[key].passages
        assert not indexes._making
        indexes._made_by("default", key)


async def test_a_project_searches_once_at_a_time_and_holds_up_nobody_else(
    store: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its searches filled the threads that all share, and the loop waited for an index that was searched."""
    go_on, search = threading.Event(), PassageIndex.search
    begun: list[str] = []

    def when_let(index: PassageIndex, query: str, k: int | None = None) -> list[tuple[Passage, float]]:
        begun.append(query)
        if query.startswith("dam"):
            go_on.wait(30)
        return search(index, query, k)

    monkeypatch.setattr(PassageIndex, "search", when_let)
    monkeypatch.setattr(PassageIndex, "__len__", lambda _index: pytest.fail("asked in the loop"))
    mine = add_collection(store, documents={"dam.md": DAM})
    other = add_collection(store, documents={"port.md": PORT}, project="other")
    indexes = CollectionIndexes(store)
    try:
        await indexes.index("default", mine)
        searches = [asyncio.create_task(found(indexes, mine, f"dam {number}")) for number in range(40)]
        assert await indexes.search("other", other, "ships", 10)
        assert len(begun) <= 2
        go_on.set()
        assert await asyncio.gather(*searches) == [{"dam.md"}] * 40
    finally:
        go_on.set()
        indexes.close()
