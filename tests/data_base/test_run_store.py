import os
import signal
import sqlite3
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_base.answer import Answer
from data_base.errors import InputError
from data_base.run import RunItem
from data_base.run_store import RunStore
from tests.support.arena import failed_evaluation, item, manifest, research_result

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    store = RunStore(tmp_path / "deep" / "runs.sqlite")
    store.create(manifest("r"))
    return store


def test_latest_item_holds_and_nothing_is_overwritten(store: RunStore) -> None:
    first, second = item("A", "1", None, "draft"), item("A", "1", None, "final")
    other = item("B", "1", None)
    for entry in (first, other, second):
        store.append("r", entry)
    assert store.items("r") == [second, other]
    assert store.history("r") == [first, other, second]


def test_what_is_kept_outlives_the_object(store: RunStore) -> None:
    full = RunItem(
        case_id="問",
        system="Deep Research",
        answer=Answer(text="鷺嶼 354.4 GWh — «да»"),
        evaluation=failed_evaluation(),
        research=research_result("q", "88 艘"),
    )
    store.append("r", full)
    again = RunStore(store.path)
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
    with pytest.raises(InputError, match="holds no run 'x'"):
        store.append("x", item("A", "1", None))
    with pytest.raises(InputError, match="holds no run 'x'"):
        store.manifest("x")
    assert store.items("x") == []


def test_the_file_itself_refuses_changes(store: RunStore) -> None:
    store.append("r", item("A", "1", None))
    connection = sqlite3.connect(store.path)
    for statement in ("DELETE FROM items", "UPDATE items SET payload = ''", "DELETE FROM runs"):
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT OR REPLACE INTO items SELECT seq, run_id, case_id, system, '', 1 FROM items",
        "REPLACE INTO items (seq, run_id, case_id, system, payload) VALUES (1, 'r', '1', 'A', '')",
        "INSERT INTO items VALUES (1, 'r', '1', 'A', '', 1) ON CONFLICT DO UPDATE SET payload = ''",
        "INSERT OR REPLACE INTO runs VALUES ('r', '')",
        "UPDATE OR REPLACE items SET seq = 1",
    ],
)
def test_nothing_is_replaced(store: RunStore, statement: str) -> None:
    store.append("r", item("A", "1", None))
    store.append("r", item("A", "2", None))
    before = (store.history("r"), store.runs())
    connection = sqlite3.connect(store.path)
    with pytest.raises(sqlite3.IntegrityError, match="only grows"):
        connection.execute(statement)
    connection.close()
    assert (store.history("r"), store.runs()) == before


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
    assert len(store.items("r")) == 40


WRITER = """
import sys
from data_base.run_store import RunStore
from tests.support.arena import item, manifest
store = RunStore(sys.argv[1])
store.create(manifest("r"))
for number in range(int(sys.argv[3]), 100000):
    store.append("r", item(sys.argv[2], str(number), None, "x" * 5000))
    print(number, flush=True)
"""


def writer(path: Path, system: str, start: int = 0) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", WRITER, str(path), system, str(start)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)


def said_before_the_kill(process: "subprocess.Popen[str]", lines: int) -> list[int]:
    assert process.stdout is not None
    said = [int(process.stdout.readline()) for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    return said + [int(line) for line in rest.split("\n")[:-1]]


def test_nothing_that_was_written_is_lost_when_two_writers_are_killed(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    processes = {name: writer(path, name) for name in ("A", "B")}
    said = {name: said_before_the_kill(process, 8) for name, process in processes.items()}
    store = RunStore(path)
    for name, numbers in said.items():
        kept = [int(entry.case_id) for entry in store.items("r") if entry.system == name]
        assert kept[: len(numbers)] == numbers
        # At most the item that was under way when the kill came may be there beside them.
        assert len(kept) <= len(numbers) + 1
    again = writer(path, "A", start=len(said["A"]) + 1)
    said_before_the_kill(again, 2)
    assert len(store.items("r")) > sum(map(len, said.values()))


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
