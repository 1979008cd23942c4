"""Where runs are kept."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from agents.checkpoints import keep_last, open_checkpoints
from agents.research_settings import DEFAULT_CHECKPOINTS, ResearchSettings
from data_base.errors import InputError
from tests.support.research import TableRetriever, research_service


async def test_the_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "runs.sqlite"
    async with open_checkpoints(path):
        pass
    assert path.is_file()


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("These are notes, and no database at all. " * 40, encoding="utf-8")
    with pytest.raises(InputError, match=r"notes\.txt.*JUDGE_CHECKPOINTS"):
        async with open_checkpoints(path):
            pass


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="taken"):
        async with open_checkpoints(tmp_path / "taken" / "runs.sqlite"):
            pass


async def test_a_finished_run_keeps_one_checkpoint_and_others_keep_theirs(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    service = research_service(
        retriever=TableRetriever(table={}), settings=ResearchSettings(checkpoints=path)
    )
    await service.run("One?", thread_id="one")
    await service.run("Two?", thread_id="two")
    with sqlite3.connect(path) as connection:
        counts = connection.execute("SELECT thread_id, count(*) FROM checkpoints GROUP BY 1").fetchall()
    connection.close()
    assert sorted(counts) == [("one", 1), ("two", 1)]


async def test_runs_in_memory_need_no_tidying() -> None:
    async with open_checkpoints(None) as saver:
        await keep_last(saver, "any")


def test_where_they_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGE_CHECKPOINTS", raising=False)
    assert ResearchSettings().checkpoints == DEFAULT_CHECKPOINTS
    monkeypatch.setenv("JUDGE_CHECKPOINTS", "elsewhere/runs.sqlite")
    assert ResearchSettings().checkpoints == Path("elsewhere/runs.sqlite")
    monkeypatch.setenv("JUDGE_CHECKPOINTS", "")
    assert ResearchSettings().checkpoints is None
