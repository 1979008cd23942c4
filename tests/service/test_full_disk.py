"""A disk that fills up: one sentence, no half-written file, and what was paid for is kept."""

import errno
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from data_base.store.run_store import RunStore
from eval.arena.result import ArenaResult
from tests.service.conftest import Command
from tests.service.test_bad_input import JUDGE, ROOT
from tests.support.small_disk import small_disk

pytestmark = pytest.mark.slow

QUESTION = "How many ships did the harbour of Velm handle in 2023?"


def test_the_arena_goes_on_when_there_is_room_again(judge: Command, tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    with small_disk(folder, "420k") as resize:
        database = folder / "runs.sqlite"
        arguments = ("run_arena.py", "--limit", 3, "--concurrency", 1, "--out", "out", "--store", database)
        code, out, err = judge(*arguments)
        assert (code, out) == (2, "")
        last = err.splitlines()[-1]
        assert last.startswith("error: ")
        assert "runs.sqlite cannot be used" in last
        assert "that the disk is not full" in last
        assert not {"report.html", "arena.json", "answers.csv"} & {path.name for path in tmp_path.rglob("*")}
        resize("50m")
        store = RunStore(database)
        (run,) = store.runs()
        kept = store.history(run.run_id)
        assert kept
        code, out, err = judge(*arguments)
        assert code == 0, err
        assert store.history(run.run_id)[: len(kept)] == kept
        assert (tmp_path / "out" / "report.html").exists()
        assert not (tmp_path / "out" / "runs.sqlite").exists()


def test_research_goes_on_when_there_is_room_again(
    judge: Command, tmp_path: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "disk"
    with small_disk(folder, "100k") as resize:
        monkeypatch.setenv("JUDGE_CHECKPOINTS", str(folder / "checkpoints.sqlite"))
        code, out, err = judge("research", QUESTION, "--documents", documents)
        assert (code, out) == (2, "")
        last = err.splitlines()[-1]
        assert last.startswith(f"error: {folder}/checkpoints.sqlite: checkpoints cannot be kept there")
        assert "run the same command again" in last
        resize("50m")
        code, out, err = judge("research", QUESTION, "--documents", documents, "--progress", "lines")
        assert code == 0, err
        assert err.startswith("resumed ")
        assert "4,812" in out


@pytest.mark.parametrize("file", ["arena.json", "answers.csv", "report.html"])
def test_a_file_that_cannot_be_written_leaves_the_old_one(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    """The full disk is simulated at the call that brings the file to the disk."""
    arguments = ("run_arena.py", "--limit", 1, "--out", "out")
    assert judge(*arguments)[0] == 0
    before = (tmp_path / "out" / file).read_bytes()
    real = os.fsync

    def full(descriptor: int) -> None:
        if f".{file}." in str(Path(f"/proc/self/fd/{descriptor}").readlink()):
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    code, out, err = judge(*arguments)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == (
        f"error: out/{file} cannot be written (No space left on device); free some space or choose another "
        "path."
    )
    assert (tmp_path / "out" / file).read_bytes() == before
    assert not list((tmp_path / "out").rglob("*.tmp"))
    assert ArenaResult.model_validate_json((tmp_path / "out" / "arena.json").read_bytes()).items


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_results_that_cannot_be_printed(tmp_path: Path, documents: Path) -> None:
    command = ["evaluate", "--question", QUESTION, "--answer", "4,812", "--documents", str(documents)]
    environment: dict[str, Any] = {**os.environ, "PYTHONPATH": str(ROOT)}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [*JUDGE, *command],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment,
        )
    assert ended.returncode == 2
    assert ended.stderr.endswith(
        "error: the output cannot be written (No space left on device); "
        "free some space and run the same command again.\n"
    )
