"""``judge view``: the pages on a file or a store, for one visitor."""

import json
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("fastapi", reason="the extra 'service' is not installed")
import httpx2

from data_base.schemas.case import Case
from data_base.store.run_store import RunStore
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.result_files import write_json
from eval.arena.score_aggregation import summarise
from eval.stats.paired import BootstrapSettings
from service.commands import view
from tests.service.conftest import Command
from tests.support.arena import evaluation, item, manifest
from tests.support.interruptible import interruptible

ANSWER = {
    "question": "When did the mill open?",
    "answer": "It opened in 1987. <script>window.pwned=1</script>",
    "documents": ["The mill opened in 1978."],
}
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def judged(judge: Command, tmp_path: Path) -> Path:
    """What ``judge evaluate`` wrote; its run is in the store, too."""
    (tmp_path / "answers.jsonl").write_text(json.dumps(ANSWER), encoding="utf-8")
    code, _, err = judge("evaluate", "answers.jsonl", "--out", "judged.jsonl")
    assert code == 0, err
    return tmp_path / "judged.jsonl"


@contextmanager
def viewing(path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address that ``judge view`` prints, and its process."""
    code = "from service.commands.app import main; main()"
    command = [sys.executable, "-c", code, "view", str(path), "--no-browser"]
    with interruptible():
        shown = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert shown.stdout is not None
    try:
        line = shown.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+\S+", line)
        assert found is not None, line
        yield found[0], shown
    finally:
        shown.send_signal(signal.SIGINT)
        shown.wait(timeout=30)
        shown.stdout.close()


def browser(address: str) -> httpx2.Client:
    return httpx2.Client(
        base_url="http://" + urlsplit(address).netloc, headers={"Accept": "text/html"}, timeout=60
    )


@pytest.mark.slow
def test_a_file_is_shown_to_the_one_browser_that_opens_its_address(judged: Path) -> None:
    with viewing(judged) as (address, process):
        with browser(address) as visitor, browser(address) as other:
            assert other.get("/runs").status_code == 403
            assert other.get("/v1/runs").status_code == 403
            assert other.get("/runs", params={"token": "x"}).status_code == 403
            entered = visitor.get(address)
            assert entered.status_code == 303
            assert "token" not in entered.headers["location"]
            assert "HttpOnly" in entered.headers["set-cookie"]
            page = visitor.get(entered.headers["location"])
            assert page.status_code == 200
            assert "When did the mill" in page.text
            # Nobody knows when the run of a file ended.
            (shown,) = visitor.get("/v1/runs").json()["runs"]
            assert shown["finished_at"] == shown["created_at"]
            assert not re.search(r"· [\d.]+ ?s", page.text)
            assert "<script>window" not in page.text
            # The address works once; a page of another server is refused though the browser was let in.
            assert other.get(address).status_code == 403
            assert visitor.post("/runs", headers={"Origin": "http://example.org"}).status_code == 403
            # What is kept for the time being alone is neither rated nor added to.
            refused = [visitor.get(path) for path in ("/rate", "/ask")]
            assert [each.status_code for each in refused] == [403, 403]
            # Nobody signed in with a key, and nothing leads there.
            assert all("judge serve" in each.text and "API key" not in each.text for each in refused)
            assert 'href="/rate' not in page.text
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0


@pytest.mark.slow
def test_the_folder_of_an_arena_is_shown_as_the_arena(tmp_path: Path) -> None:
    question = CaseResult(case=Case(id="1", question="Which port?"), items=(item("A", "1", evaluation()),))
    summary = summarise([question], BootstrapSettings(seed=1), questions_in_file=1)
    write_json(ArenaResult(manifest=manifest("held/1"), summary=summary, items=(question,)), tmp_path)
    with viewing(tmp_path) as (address, _), browser(address) as visitor:
        entered = visitor.get(address)
        assert entered.headers["location"] == "/arenas/held%2F1"
        assert "Question by question" in visitor.get(entered.headers["location"]).text
        assert "/arenas/held%2F1" in visitor.get("/runs/held%2F1").text
        assert visitor.get("/arenas/other").status_code == 404


def test_the_example_is_announced_before_it_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    with view._shown("example"):
        assert "Unpacking the recorded arena" in capsys.readouterr().err


@pytest.mark.slow
def test_the_worked_example_says_on_every_page_of_the_run_that_it_is_one() -> None:
    said = "It is no evidence about any product"
    with viewing(Path("example")) as (address, _), browser(address) as visitor:
        arena = visitor.get(address).headers["location"]
        run = arena.replace("/arenas/", "/runs/")
        for page in (arena, f"{arena}/standings", run):
            assert said in visitor.get(page).text
        item = visitor.get(f"{run}/items/zhs-05/Deep%20Research").text
        assert item.count("<li") > 3
        rated = visitor.get(f"{run}/items/zht-07/Pure%20LLM").text
        assert "a language model, not a person" in rated
        assert visitor.get("/rate").status_code == 403


@pytest.mark.slow
def test_a_store_is_opened_as_it_is(judged: Path) -> None:
    store = judged.parent / ".judge" / "runs.sqlite"
    with RunStore(store, must_exist=True) as opened:
        (run,) = opened.runs()
    with viewing(store) as (address, _), browser(address) as visitor:
        assert visitor.get(address).status_code == 303
        assert run.run_id in visitor.get("/runs").text
        assert visitor.get("/rate").status_code == 200
    with closing(sqlite3.connect(store)) as kept:
        assert kept.execute("SELECT COUNT(*) FROM api_keys").fetchone() == (0,)


def test_what_is_no_run_is_refused_by_a_sentence(judge: Command, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE bookmarks (address TEXT)")
    (tmp_path / "notes.txt").write_text("Not a run.", encoding="utf-8")
    (tmp_path / "answers.jsonl").write_text(json.dumps(ANSWER), encoding="utf-8")
    refused = {
        "nothing.json": "nothing.json cannot be read",
        ".": "contains no arena.json",
        "notes.txt": "notes.txt",
        "answers.jsonl": "has no manifest",
        "other.sqlite": "is no run store",
        "mysql://localhost/runs": "'mysql'",
    }
    for path, said in refused.items():
        code, out, err = judge("view", path, "--no-browser")
        assert (code, out, err.count("\n")) == (2, "", 1), path
        assert said in err, err
    # Nothing was made in the other program's database.
    with closing(sqlite3.connect(other)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]
