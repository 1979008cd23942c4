"""``judge runs prune``: old runs go, with their room; baselines and what is younger stay."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from data_base.schemas.answer import Answer
from data_base.schemas.run import RunItem
from data_base.store.run_store import RunStore
from tests.support.arena import manifest
from tests.support.in_process import judge_in_process


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "runs.sqlite"
    with RunStore(path) as store:
        for run, days in (("old", 100), ("baseline", 95), ("young", 10)):
            begun = datetime.now(UTC) - timedelta(days=days)
            store.create(manifest(run).model_copy(update={"created_at": begun}))
            answer = Answer(text="x" * 20_000)
            store.extend(run, [RunItem(case_id=str(n), system="A", answer=answer) for n in range(50)])
            store.finish(run)
        store.mark_baseline("baseline", "default")
    return path


def runs(path: Path) -> set[str]:
    with RunStore(path) as store:
        return {run.run_id for run in store.runs()}


def prune(path: Path, *more: str) -> str:
    done = judge_in_process("runs", "prune", "--store", str(path), *more, cwd=path.parent)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_dry_run_names_what_would_go_and_deletes_nothing(path: Path) -> None:
    said = prune(path, "--older-than", "90d", "--dry-run")
    day = datetime.now(UTC) - timedelta(days=100)
    assert said.splitlines() == [f"arena {day:%Y-%m-%d} (old)", f"1 run of {path} would be deleted."]
    assert runs(path) == {"old", "baseline", "young"}


def test_old_runs_go_and_the_file_shrinks(path: Path) -> None:
    before = path.stat().st_size
    assert "Deleted 1 run with 50 items" in prune(path, "--older-than", "90d", "--yes")
    assert runs(path) == {"baseline", "young"}
    assert path.stat().st_size < 0.8 * before
    assert "Deleted 1 run" in prune(path, "--older-than", "90d", "--with-baselines", "--yes")
    assert runs(path) == {"young"}
    assert "0 runs" in prune(path, "--older-than", "2w", "--yes")


def test_a_run_that_is_not_finished_stays_unless_it_is_asked_for(path: Path) -> None:
    with RunStore(path) as store:
        begun = datetime.now(UTC) - timedelta(days=99)
        store.create(manifest("under-way").model_copy(update={"created_at": begun}))
    assert "Deleted 1 run" in prune(path, "--older-than", "90d", "--yes")
    assert runs(path) == {"under-way", "baseline", "young"}
    assert "Deleted 1 run" in prune(path, "--older-than", "90d", "--with-unfinished", "--yes")
    assert runs(path) == {"baseline", "young"}


@pytest.mark.parametrize("age", ["90", "d", "-1d", "0d", "3 months", "99999999d"])
def test_an_age_that_is_none_is_refused(path: Path, age: str) -> None:
    where = ("--store", str(path))
    done = judge_in_process("runs", "prune", *where, f"--older-than={age}", "--yes", cwd=path.parent)
    assert done.returncode == 2
    assert "90d" in done.stderr
    assert runs(path) == {"old", "baseline", "young"}


def test_without_a_terminal_it_is_not_done_unasked(path: Path) -> None:
    done = judge_in_process("runs", "prune", "--store", str(path), "--older-than", "90d", cwd=path.parent)
    assert done.returncode == 2
    assert "--yes" in done.stderr
    assert runs(path) == {"old", "baseline", "young"}
