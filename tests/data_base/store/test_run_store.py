import threading
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from data_base.schemas.system_tally import SystemTally
from data_base.store.run_store import RunStore
from tests.support.arena import failed_evaluation, item, manifest, research_result


@pytest.fixture
def store(address: str) -> Iterator[RunStore]:
    with RunStore(address) as store:
        store.create(manifest("r"))
        yield store


def scored(system: str, case_id: str, score: float | None) -> RunItem:
    card = ScoreCard.unscored("no reply") if score is None else ScoreCard(primary_score=score)
    return item(system, case_id, None).model_copy(update={"score_card": card})


def test_latest_item_holds_and_nothing_is_overwritten(store: RunStore) -> None:
    first, second = item("A", "1", None, "draft"), item("A", "1", None, "final")
    other = item("B", "1", None)
    for entry in (first, other, second):
        store.append("r", entry)
    assert store.items("r") == [second, other]
    assert store.history("r") == [first, other, second]


def test_what_is_kept_outlives_the_object(store: RunStore, address: str) -> None:
    full = RunItem(
        case_id="問",
        system="Deep Research",
        answer=Answer(text="鷺嶼 鹭屿 354.4 GWh — «да»\0'\"%s:x"),
        evaluation=failed_evaluation(),
        research=research_result("q", "88 艘"),
    )
    store.append("r", full)
    with RunStore(address, must_exist=True) as again:
        assert again.items("r") == [full]
        assert again.manifest("r") == manifest("r")


def test_same_run_may_be_created_again_but_not_under_other_terms(store: RunStore) -> None:
    later = manifest("r", created_at=datetime(2030, 1, 1, tzinfo=UTC), git_revision="abc")
    assert store.create(later) == manifest("r")
    with pytest.raises(InputError, match="other terms"):
        store.create(manifest("r", scorer_version="2"))


def test_runs_come_oldest_first(store: RunStore) -> None:
    older = manifest("zz-older", created_at=datetime(2020, 1, 1, tzinfo=UTC))
    store.create(older)
    assert [run.run_id for run in store.runs()] == ["zz-older", "r"]


def test_an_unknown_run_is_refused(store: RunStore) -> None:
    with pytest.raises(InputError, match="contains no run 'x'"):
        store.append("x", item("A", "1", None))
    with pytest.raises(InputError, match="contains no run 'x'"):
        store.manifest("x")
    assert store.items("x") == []


def test_a_run_is_tallied_by_what_holds_last(store: RunStore) -> None:
    entries = [scored("B", "1", None), scored("A", "1", 0.25), scored("A", "2", 0.75), scored("A", "1", 0.5)]
    for entry in (*entries, item("A", "3", None)):
        store.append("r", entry)
    assert store.tallies("r") == [
        SystemTally(system="B", items=1, scored=0, mean_score=None),
        SystemTally(system="A", items=3, scored=2, mean_score=0.625),
    ]
    assert store.tallies("no such run") == []


def test_one_case_is_read_alone(store: RunStore) -> None:
    first, second, other = item("A", "1", None, "draft"), item("A", "1", None, "final"), item("B", "1", None)
    for entry in (first, other, item("A", "2", None), second):
        store.append("r", entry)
    assert store.items_of("r", "1") == [second, other]
    assert store.items_of("r", "3") == []
    assert store.items_of("r", "2", "1") == [second, other, item("A", "2", None)]


def test_a_reader_has_its_first_item_while_others_write(store: RunStore) -> None:
    entries = [item("A", str(number), None) for number in range(1500)]
    store.import_run(manifest("long"), entries)
    reading = store.stream("long")
    assert next(reading) == entries[0]
    late = item("A", "late", None)
    store.append("long", late)
    assert list(reading) == entries[1:]
    assert store.items("long")[-1] == late


def test_a_reader_may_stop_early(store: RunStore) -> None:
    store.import_run(manifest("long"), (item("A", str(number), None) for number in range(1500)))
    reading = store.stream("long")
    assert next(reading).case_id == "0"
    reading.close()
    assert store.delete("long") == 1500


def test_a_long_run_is_neither_written_nor_read_in_one_piece(store: RunStore) -> None:
    long = (item("A", str(number), None, "x" * 4000) for number in range(5000))
    tracemalloc.start()
    store.import_run(manifest("long"), long)
    read = sum(1 for _ in store.stream("long"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert read == 5000
    # All of it would be more than 20 MB.
    assert peak < 10_000_000


def test_a_whole_run_is_taken_in_or_nothing_of_it(store: RunStore) -> None:
    entries = [scored("A", str(number), number / 2000) for number in range(1203)]

    def broken() -> Iterator[RunItem]:
        yield from entries
        raise InputError("line 1204 is broken")

    with pytest.raises(InputError, match="line 1204"):
        store.import_run(manifest("whole"), broken())
    assert [run.run_id for run in store.runs()] == ["r"]
    assert store.import_run(manifest("whole"), entries) == 1203
    assert store.items("whole") == entries
    with pytest.raises(InputError, match="already contains a run 'whole'"):
        store.import_run(manifest("whole"), entries)
    assert len(store.history("whole")) == 1203


def test_a_deleted_run_is_gone_and_its_name_is_free_and_guarded_again(store: RunStore) -> None:
    store.create(manifest("other"))
    for run_id in ("r", "other", "r"):
        store.append(run_id, item("A", "1", None))
    assert store.delete("r") == 2
    assert [run.run_id for run in store.runs()] == ["other"]
    assert (store.history("r"), len(store.history("other"))) == ([], 1)
    with pytest.raises(InputError, match="contains no run 'r'"):
        store.delete("r")
    store.create(manifest("r", scorer_version="2"))
    store.append("r", item("A", "1", None))
    with store._writing.connect() as connection, pytest.raises(DBAPIError, match="only grows"):
        connection.execute(text("DELETE FROM items WHERE run_id = 'r'"))


def test_where_nothing_is_to_be_made_nothing_is_made(address: str) -> None:
    with pytest.raises(InputError, match="there is no run store; make a run first"):
        RunStore(address, must_exist=True)
    assert address.startswith("postgresql") or not Path(address).parent.exists()


def test_a_row_of_another_version_is_named_as_such(store: RunStore) -> None:
    with store._writing.begin() as connection:
        connection.execute(
            text("INSERT INTO items (run_id, case_id, system, payload) VALUES ('r', '1', 'A', '{\"x\": 1}')"),
        )
    with pytest.raises(InputError, match="a RunItem that this version of the program cannot read"):
        store.history("r")


@pytest.mark.parametrize("make", ["folder", "text"])
def test_what_is_no_store_is_refused_in_one_sentence(tmp_path: Path, make: str) -> None:
    path = tmp_path / "it"
    if make == "folder":
        path.mkdir()
    else:
        path.write_text("no database " * 100, encoding="utf-8")
    with pytest.raises(InputError, match="cannot be used"):
        RunStore(path)


def test_threads_may_write_at_once(store: RunStore) -> None:
    def write(system: str) -> None:
        for number in range(10):
            store.append("r", item(system, str(number), None))

    threads = [threading.Thread(target=write, args=(name,)) for name in "ABCD"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(int(entry.case_id) for entry in store.items("r")) == sorted([*range(10)] * 4)


@settings(max_examples=15, deadline=None)
@given(
    entries=st.lists(
        st.builds(
            item,
            st.sampled_from(["A", "B"]),
            st.sampled_from(["1", "2", "3"]),
            st.none(),
            st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20),
        ),
        max_size=12,
    )
)
def test_items_are_the_last_of_history(
    tmp_path_factory: pytest.TempPathFactory, entries: list[RunItem]
) -> None:
    store = RunStore(tmp_path_factory.mktemp("store") / "runs.sqlite")
    store.create(manifest("r"))
    for entry in entries:
        store.append("r", entry)
    assert store.history("r") == entries
    last = {(entry.case_id, entry.system): entry for entry in entries}
    assert store.items("r") == list(last.values())
