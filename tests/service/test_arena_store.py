"""The arena on a store of one's own: another file, or PostgreSQL."""

from pathlib import Path

import pytest

from data_base.store.run_store import RunStore
from tests.service.conftest import Command
from tests.support.stores import postgresql_schema

ARENA = ("run_arena.py", "--limit", "1")


@pytest.mark.slow
def test_the_arena_keeps_its_run_in_postgresql_and_goes_on_from_there(judge: Command, tmp_path: Path) -> None:
    with postgresql_schema() as url:
        code, _, err = judge(*ARENA, "--out", "one", "--store", url)
        assert code == 0, err
        assert not list(tmp_path.rglob("runs.sqlite"))
        with RunStore(url) as store:
            (run,) = store.runs()
            before = store.history(run.run_id)
            assert [entry.score_card is not None for entry in before] == [False, False, True, True]
            # Another folder and the same store: nothing is asked or judged again.
            code, _, err = judge(*ARENA, "--out", "two", "--store", url)
            assert code == 0, err
            assert store.history(run.run_id) == before
        assert (tmp_path / "two" / "report.html").exists()


def test_the_environment_names_the_arenas_store(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_STORE", "kept/環境.sqlite")
    code, _, err = judge(*ARENA, "--out", "out")
    assert code == 0, err
    code, out, _ = judge("runs", "list", "--json")
    assert (code, len(out.splitlines())) == (0, 1)
    assert (tmp_path / "kept" / "環境.sqlite").exists()
    assert not (tmp_path / "out" / "runs.sqlite").exists()


@pytest.mark.parametrize("url", ["mysql://me:secret@host/runs", "postgresql://me:secret@127.0.0.1:1/runs"])
def test_a_store_that_cannot_be_used_ends_the_arena_before_anything_is_paid_for(
    judge: Command, tmp_path: Path, url: str
) -> None:
    code, out, err = judge(*ARENA, "--out", "out", "--store", url)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith("error: ")
    assert "secret" not in err
    assert not list(tmp_path.rglob("*.json"))
