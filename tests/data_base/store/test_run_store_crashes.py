"""Processes that write at once and are killed at any moment: at most what was under way is lost."""

import os
import random
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from data_base.store.run_store import RunStore
from tests.support.arena import item, manifest
from tests.support.long_proofs import short_or_long
from tests.support.stores import called, first_store, wait_until_left

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
ITEMS = 400
WRITER = """
import sys
from data_base.store.run_store import RunStore
from tests.support.arena import item, manifest
store = RunStore(sys.argv[1])
store.create(manifest("r"))
for number in range(int(sys.argv[3]), 100000):
    store.append("r", item(sys.argv[2], str(number), None, "x" * 5000))
    print(number, flush=True)
"""
WORK = """
import sys
from data_base.store.run_store import RunStore
from tests.support.arena import item, manifest
import alembic.command
print("ready", flush=True)
{work}
print("done", flush=True)
"""
TAKE_IN = (
    f'RunStore(sys.argv[1]).import_run(manifest("r"), (item("A", str(n), None) for n in range({ITEMS})))'
)
DELETE = 'RunStore(sys.argv[1]).delete("r")'
OPEN = "RunStore(sys.argv[1])"


def python(script: str, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", script, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)


def line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def kill(process: "subprocess.Popen[str]") -> list[str]:
    """Kill a process and return what it still said."""
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    return rest.split("\n")[:-1]


def numbers(store: RunStore, system: str) -> list[int]:
    return [int(entry.case_id) for entry in store.history("r") if entry.system == system]


def test_nothing_that_was_written_is_lost_when_two_writers_are_killed_and_resumed(address: str) -> None:
    dice = random.Random(20)  # noqa: S311  (when to kill)
    program = f"writer_{uuid.uuid4().hex}"
    own = called(address, program)
    with RunStore(address) as store:
        store.create(manifest("r"))
        for _ in range(short_or_long(2, 20)):
            before = {name: numbers(store, name) for name in "AB"}
            writers = {name: python(WRITER, own, name, str(len(before[name]))) for name in "AB"}
            said = {name: [int(line(process))] for name, process in writers.items()}
            time.sleep(dice.uniform(0, 0.2))
            for name, process in writers.items():
                said[name] += map(int, kill(process))
            wait_until_left(address, program)
            for name in "AB":
                kept = numbers(store, name)
                # All that was said to be written is there, in order and once; beside it stands at most the
                # item that was under way when the kill came.
                known = before[name] + said[name]
                assert kept[: len(known)] == known
                assert kept == list(range(len(kept)))
                assert len(kept) <= len(known) + 1


@pytest.mark.parametrize("wait", short_or_long([0.02], [0.0, 0.02, 0.06]))
def test_a_run_taken_in_by_a_killed_process_is_there_or_not(address: str, wait: float) -> None:
    with RunStore(address) as store:
        program = f"worker_{uuid.uuid4().hex}"
        process = python(WORK.format(work=TAKE_IN), called(address, program))
        assert line(process) == "ready"
        time.sleep(wait)
        done = "done" in kill(process)
        wait_until_left(address, program)
        kept = len(store.history("r"))
        assert kept in ({ITEMS} if done else {0, ITEMS})
        assert len(store.runs()) == (kept > 0)
        if not kept:
            assert store.import_run(manifest("r"), [item("A", "1", None)]) == 1


@pytest.mark.parametrize("wait", short_or_long([0.0], [0.0, 0.02]))
def test_a_run_deleted_by_a_killed_process_is_there_or_not(address: str, wait: float) -> None:
    with RunStore(address) as store:
        store.import_run(manifest("r"), (item("A", str(number), None) for number in range(ITEMS)))
        program = f"worker_{uuid.uuid4().hex}"
        process = python(WORK.format(work=DELETE), called(address, program))
        assert line(process) == "ready"
        time.sleep(wait)
        done = "done" in kill(process)
        wait_until_left(address, program)
        kept = len(store.history("r"))
        assert kept in ({0} if done else {0, ITEMS})
        assert len(store.runs()) == (kept > 0)


@pytest.mark.parametrize("wait", short_or_long([0.02], [0.0, 0.02, 0.04]))
def test_a_migration_that_was_killed_is_made_anew(tmp_path: Path, wait: float) -> None:
    path = tmp_path / "runs.sqlite"
    entries = [item("A", str(number), None) for number in range(ITEMS)]
    first_store(path, manifest("r"), entries)
    process = python(WORK.format(work=OPEN), str(path))
    assert line(process) == "ready"
    time.sleep(wait)
    kill(process)
    with RunStore(path) as store:
        assert store.history("r") == entries


def test_many_may_open_a_new_store_at_once(address: str) -> None:
    work = OPEN + '.create(manifest("r"))'
    processes = [python(WORK.format(work=work), address) for _ in range(3)]
    said = [process.communicate(timeout=60)[0].split() for process in processes]
    assert said == [["ready", "done"]] * 3
    with RunStore(address) as store:
        assert [run.run_id for run in store.runs()] == ["r"]
