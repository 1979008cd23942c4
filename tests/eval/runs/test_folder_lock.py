import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from data_base.errors import InputError
from eval.arena.request import ArenaRequest
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from eval.runs.folder_lock import LOCK, sole_use

ROOT = Path(__file__).resolve().parents[3]
HOLDER = """
import sys, time
from pathlib import Path
from eval.runs.folder_lock import sole_use
with sole_use(Path(sys.argv[1])):
    print("in", flush=True)
    time.sleep(600)
"""
BUSY = r"another run is at work in this folder; wait for it or name another --out\.$"


def test_the_second_one_is_refused_until_the_first_has_gone(tmp_path: Path) -> None:
    with sole_use(tmp_path), pytest.raises(InputError, match=BUSY), sole_use(tmp_path):
        pass
    with sole_use(tmp_path):
        pass


def test_where_a_file_was_named_the_refusal_names_it(tmp_path: Path) -> None:
    file, folder = tmp_path / "r.jsonl", tmp_path / "r.jsonl.partial"
    said = r"r\.jsonl: another run is at work on this file; wait for it or name another --out\.$"
    with sole_use(folder, file=file), pytest.raises(InputError, match=said), sole_use(folder, file=file):
        pass


def test_other_folders_are_free(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with sole_use(tmp_path), sole_use(tmp_path / "other"):
        pass


def test_an_error_inside_gives_the_folder_back(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), sole_use(tmp_path):
        raise ZeroDivisionError
    with sole_use(tmp_path):
        pass


def test_a_process_that_is_killed_leaves_no_lock_behind(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    assert process.stdout.readline() == "in\n"
    with pytest.raises(InputError, match=BUSY), sole_use(tmp_path):
        pass
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with sole_use(tmp_path):
        pass


def test_a_lock_file_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text("no database " * 100, encoding="utf-8")
    with pytest.raises(InputError, match=r"lock\.sqlite cannot be used"), sole_use(tmp_path):
        pass


async def test_an_arena_begins_nothing_where_another_is_at_work(tmp_path: Path) -> None:
    arena = prepare_arena(ArenaRequest(out=tmp_path, limit=1))
    with sole_use(tmp_path), pytest.raises(InputError, match=BUSY):
        await run_arena(arena)
    assert not (tmp_path / "runs.sqlite").exists()
    assert len((await run_arena(arena)).items) == 1


def test_folders_that_were_made_for_nothing_go_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "arena"
    with pytest.raises(InputError), sole_use(folder):
        raise InputError("the key was refused")
    assert list(tmp_path.iterdir()) == []
    with sole_use(folder):
        (folder / "report.html").write_text("", encoding="utf-8")
    assert [path.name for path in folder.iterdir()] == ["report.html"]
