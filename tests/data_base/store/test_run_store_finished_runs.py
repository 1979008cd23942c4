"""A finished run is complete: nothing is added to it, and the same command makes a new one."""

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from data_base.errors import InputError
from data_base.schemas.model_call import ModelCall
from data_base.schemas.run import RunManifest
from data_base.store.item_queries import add_items
from data_base.store.run_names import next_name
from data_base.store.run_store import RunStore
from tests.support.arena import item, manifest, pair_verdict
from tests.support.rows import over, table
from tests.support.stores import old_json


@pytest.fixture
def store(address: str) -> Iterator[RunStore]:
    with RunStore(address) as store:
        store.create(manifest("r"))
        yield store


def test_a_run_is_running_until_it_is_finished(store: RunStore) -> None:
    assert store.state("r") == "running"
    before = datetime.now(UTC)
    for _ in range(2):
        store.finish("r")
        assert store.state("r") == "finished"
    with store._engine.connect() as connection:
        finished = connection.execute(text("SELECT finished_at FROM runs")).scalar_one()
    assert before <= datetime.fromisoformat(finished) <= datetime.now(UTC)
    assert store.runs() == [manifest("r")] == [store.create(manifest("r"))]
    for ask in (store.state, store.finish):
        with pytest.raises(InputError, match="contains no run 'x'"):
            ask("x")


def test_a_finished_run_takes_nothing_more(store: RunStore) -> None:
    kept, late = item("A", "1", None), item("A", "2", None)
    call = ModelCall(
        case_id="1", system="A", role="judge", model="m", prompt_sha256="0" * 64, created_at=datetime.now(UTC)
    )
    store.append("r", kept)
    store.finish("r")
    additions: list[Callable[[], None]] = [
        lambda: store.append("r", late),
        lambda: store.extend("r", [late, late]),
        lambda: store.extend("r", [], [call]),
        lambda: store.extend("r", [], pairs=[pair_verdict()]),
    ]
    for add in additions:
        with pytest.raises(InputError, match="the run 'r' is finished and takes no more items"):
            add()
    assert (store.history("r"), store.calls_of("r", "1", "A"), store.count_pairs("r")) == ([kept], [], 0)
    assert store.delete("r") == 1


def test_a_run_is_finished_after_what_is_being_added(store: RunStore) -> None:
    finishing = threading.Thread(target=store.finish, args=("r",))
    with store._writing.begin() as connection:
        add_items(connection, "r", [item("A", "1", None)])
        finishing.start()
        finishing.join(0.3)
        assert finishing.is_alive()
    finishing.join()
    assert (store.state("r"), len(store.history("r"))) == ("finished", 1)


@pytest.mark.parametrize(
    "change",
    table(__file__, "test_nothing_else_about_a_run_changes"),
)
def test_nothing_else_about_a_run_changes(store: RunStore, change: str) -> None:
    for finished in (False, True):
        if finished:
            store.finish("r")
        with store._writing.connect() as connection, pytest.raises(DBAPIError, match="only grows"):
            connection.execute(text(change))


def test_an_unfinished_run_is_resumed_and_a_finished_one_is_not(store: RunStore) -> None:
    for expected in ("eval-1f", "eval-1f-2", "eval-1f-3"):
        assert store.next_run_id("eval-1f") == expected
        store.create(manifest(expected))
        assert store.next_run_id("eval-1f") == expected
        store.finish(expected)
    assert store.next_run_id("eval-1") == "eval-1"
    assert store.next_run_id("eval_1f") == "eval_1f"


@over(
    "finished, running, expected",
    table(__file__, "test_names_of_runs_of_the_same_terms"),
)
def test_names_of_runs_of_the_same_terms(
    finished: tuple[str, ...], running: tuple[str, ...], expected: str
) -> None:
    states = dict.fromkeys(finished, "finished") | dict.fromkeys(running, "running")
    assert next_name("a", states) == expected


def test_of_many_that_begin_at_once_none_adds_to_a_finished_run(address: str, store: RunStore) -> None:
    """Each worker writes an item and finishes; what it was refused it writes to a run of its own."""
    store.finish("r")
    begun = threading.Barrier(4)

    def work(name: str) -> None:
        begun.wait()
        with RunStore(address) as own:
            while True:
                run_id = own.next_run_id("r")
                own.create(manifest(run_id))
                try:
                    own.append(run_id, item(name, "1", None))
                except InputError:
                    continue
                own.finish(run_id)
                # Whoever else was in the run wrote before it was finished.
                settled = own.history(run_id)
                break
        seen.append((run_id, settled))

    seen: list[tuple[str, object]] = []
    threads = [threading.Thread(target=work, args=(name,)) for name in "ABCD"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 4
    for run_id, settled in seen:
        assert run_id != "r"
        assert store.history(run_id) == settled
    assert store.history("r") == []


@over(
    "task, kind, scale",
    table(__file__, "test_an_older_manifest_is_told_kind_and_scale_by_its_task"),
)
def test_an_older_manifest_is_told_kind_and_scale_by_its_task(task: str, kind: str, scale: str) -> None:
    old = RunManifest.model_validate_json(old_json(manifest(task=task)))
    assert (old.kind, old.scale) == (kind, scale)
    assert manifest(task=task, kind="legal").scale == "percent"
    assert manifest(task=task, kind="stability").scale == "1-10"
    assert manifest(task=task, kind="stability", scale="percent").scale == "percent"
