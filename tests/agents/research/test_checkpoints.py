"""Where runs are kept."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from agents.research.checkpointed_runs import kept_run, kept_runs
from agents.research.checkpoints import keep_last, open_checkpoints
from agents.research.settings import DEFAULT_CHECKPOINTS, ResearchSettings, default_checkpoints
from data_base.errors import InputError
from tests.support.research import StubPlanner, TableRetriever, research_service


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


async def test_postgresql_keeps_one_checkpoint_of_a_finished_run(postgres_url: str) -> None:
    service = research_service(
        retriever=TableRetriever(table={}), settings=ResearchSettings(checkpoints=postgres_url)
    )
    first = await service.run("One?", thread_id="one")
    await service.run("Nameless?")
    await service.run("Two?", thread_id="two")
    assert await service.run("One?", thread_id="one") == first
    assert [run.thread_id for run in await kept_runs(postgres_url)] == ["two", "one"]
    async with open_checkpoints(postgres_url) as saver:
        kept = [item async for item in saver.alist({"configurable": {"thread_id": "one"}})]
    assert len(kept) == 1


async def test_many_runs_begin_at_once_in_an_empty_database(postgres_url: str) -> None:
    service = research_service(
        retriever=TableRetriever(table={}), settings=ResearchSettings(checkpoints=postgres_url)
    )
    results = await asyncio.gather(*(service.run("One?", thread_id=str(n)) for n in range(4)))
    assert {result.stop_reason for result in results} == {"passed"}


async def test_a_database_that_is_not_there_is_named_without_its_password() -> None:
    pytest.importorskip("psycopg", reason="the group servers is not installed")
    url = "postgresql://judge:secret@127.0.0.1:1/runs"
    with pytest.raises(InputError, match=r"127\.0\.0\.1/runs.*JUDGE_CHECKPOINTS") as caught:
        async with open_checkpoints(url):
            pass
    assert "secret" not in str(caught.value)


async def test_runs_that_are_kept_are_listed_newest_first(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    assert await kept_runs(path) == []
    assert not path.exists()
    service = research_service(
        retriever=TableRetriever(table={}), settings=ResearchSettings(checkpoints=path)
    )
    await service.run("One?", thread_id="one", notes={"documents": "a folder"})
    with (
        patch.object(StubPlanner, "propose_plan", side_effect=OSError("gone")),
        pytest.raises(OSError, match="gone"),
    ):
        await service.run("Two?", thread_id="two")
    listed = await kept_runs(path)
    assert [(run.thread_id, run.question, run.attempts, run.stop_reason) for run in listed] == [
        ("two", "Two?", 0, None),
        ("one", "One?", 1, "passed"),
    ]
    assert (await kept_run(path, "one")).notes == {"documents": "a folder"}
    for place in (path, None, tmp_path / "nowhere.sqlite"):
        with pytest.raises(InputError, match="no run three"):
            await kept_run(place, "three")


async def test_runs_in_memory_need_no_tidying() -> None:
    async with open_checkpoints(None) as saver:
        await keep_last(saver, "any")


def test_where_they_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGE_CHECKPOINTS", raising=False)
    assert ResearchSettings().checkpoints is None
    assert default_checkpoints() == DEFAULT_CHECKPOINTS
    monkeypatch.setenv("JUDGE_CHECKPOINTS", "elsewhere/runs.sqlite")
    assert ResearchSettings().checkpoints == default_checkpoints() == Path("elsewhere/runs.sqlite")
    monkeypatch.setenv("JUDGE_CHECKPOINTS", "")
    assert ResearchSettings().checkpoints is default_checkpoints() is None
    monkeypatch.setenv("JUDGE_CHECKPOINTS", "postgresql://host/runs")
    assert ResearchSettings().checkpoints == "postgresql://host/runs"
    monkeypatch.setenv("JUDGE_CHECKPOINTS", "mysql://host/runs")
    with pytest.raises(InputError, match=r"JUDGE_CHECKPOINTS: .*postgresql://"):
        ResearchSettings()
    with pytest.raises(InputError, match=r"^checkpoints: .*postgresql://"):
        ResearchSettings(checkpoints="mysql://host/runs")
    assert ResearchSettings(checkpoints="runs.sqlite").checkpoints == Path("runs.sqlite")


async def test_a_finished_run_without_a_name_of_its_own_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    service = research_service(
        retriever=TableRetriever(table={}), settings=ResearchSettings(checkpoints=path)
    )
    await service.run("One?")
    named = await service.run("Two?", thread_id="two")
    assert _threads(path) == {"two"}
    assert await service.run("Two?", thread_id="two") == named


async def test_a_disk_that_fills_up_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    service = research_service(
        retriever=TableRetriever(table={}), settings=ResearchSettings(checkpoints=path)
    )
    full = sqlite3.OperationalError("database or disk is full")
    with (
        patch.object(AsyncSqliteSaver, "aput", side_effect=full),
        pytest.raises(InputError, match=r"runs\.sqlite: .*disk is full.*free some space"),
    ):
        await service.run("One?")


async def test_a_database_that_fails_elsewhere_is_not_taken_for_the_checkpoints(tmp_path: Path) -> None:
    service = research_service(
        retriever=TableRetriever(table={}), settings=ResearchSettings(checkpoints=tmp_path / "runs.sqlite")
    )
    gone = sqlite3.OperationalError("no such table: documents")
    with patch.object(StubPlanner, "propose_plan", side_effect=gone), pytest.raises(sqlite3.OperationalError):
        await service.run("One?")


async def test_a_run_cancelled_while_its_file_is_opened_waits_for_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_open = threading.Event(), threading.Event()
    connect, openers = sqlite3.connect, []

    def slow_connect(*args: Any, **kwargs: Any) -> Any:
        openers.append(threading.current_thread())
        begun.set()
        may_open.wait(10)
        return connect(*args, **kwargs)

    async def open_and_close() -> None:
        async with open_checkpoints(tmp_path / "runs.sqlite"):
            pass

    monkeypatch.setattr(sqlite3, "connect", slow_connect)
    task = asyncio.create_task(open_and_close())
    await asyncio.to_thread(begun.wait, 10)
    task.cancel()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not task.done()
    may_open.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    (opener,) = openers
    opener.join(10)
    assert not opener.is_alive()


def _threads(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT thread_id FROM checkpoints")}
