"""The arena on the documents that ship with the project, as a user runs it."""

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from agents.calls.settings import CallSettings
from data_base.store.run_store import RunStore
from eval.arena import entrants
from eval.arena.entrants import in_arena
from eval.arena.request import ArenaRequest
from eval.arena.result import ArenaResult
from eval.arena.setup import prepare_arena
from tests.support.in_process import judge_in_process
from tests.support.interruptible import interruptible

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = [sys.executable, str(ROOT / "run_arena.py")]


def arena(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return judge_in_process("run_arena.py", "--out", folder / "out", *arguments, cwd=folder)


def result_in(folder: Path) -> ArenaResult:
    return ArenaResult.model_validate_json((folder / "out" / "arena.json").read_bytes())


@pytest.mark.usefixtures("drawn_pictures")
def test_two_questions_end_with_a_report(tmp_path: Path) -> None:
    ended = arena(tmp_path, "--limit", "2")
    report = tmp_path / "out" / "report.html"
    assert ended.returncode == 0, ended.stderr
    assert f"Report: {report}" in ended.stdout.splitlines()
    html = report.read_text(encoding="utf-8")
    assert "not evidence about language models" in html
    assert "written by hand" in html
    assert "--loop-judge" in html
    assert html.count("data:image/svg+xml;base64,") == 2
    pictures = {f"{name}.{kind}" for name in ("radar", "questions") for kind in ("png", "svg")}
    assert {path.name for path in (tmp_path / "out" / "charts").iterdir()} == pictures
    result = result_in(tmp_path)
    assert (result.summary.questions, len(result.items)) == (2, 2)
    assert [side.scored for side in result.summary.sides] == [2, 2]
    assert all(question.shared_passages for question in result.items)
    for question in result.items:
        pure, research = (entry.evaluation for entry in question.items)
        assert pure is not None
        assert research is not None
        assert (pure.mode, pure.prompt, pure.passages_shown) == (
            "comparison",
            research.prompt,
            research.passages_shown,
        )
        assert question.items[1].research is not None
    assert result.summary.pairs[0].winner is None
    assert (tmp_path / "out" / "answers.csv").read_bytes().startswith(b"\xef\xbb\xbf")


@pytest.mark.slow
def test_an_interrupted_run_goes_on_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    command = [*SCRIPT, "--out", str(tmp_path / "out"), "--limit", "4", "--concurrency", "1"]
    with interruptible():
        process = subprocess.Popen(
            command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
    assert process.stderr is not None
    while '"done": 2, "total": 8' not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command goes on" in said
    assert not (tmp_path / "out" / "report.html").exists()
    store = RunStore(tmp_path / "runs.sqlite")
    (run,) = store.runs()
    before = store.history(run.run_id)
    assert 0 < len(before) < 16
    ended = arena(tmp_path, "--limit", "4")
    assert ended.returncode == 0, ended.stderr
    assert store.runs() == [run]
    history = store.history(run.run_id)
    assert history[: len(before)] == before
    # Each answer is written once when it came and once when it was judged.
    assert set(Counter((entry.case_id, entry.system) for entry in history).values()) == {2}
    assert len(history) == 16


def test_what_shapes_a_run_names_it_and_the_number_of_questions_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")

    def run_id(**changes: object) -> str:
        return prepare_arena(ArenaRequest(out=tmp_path, **changes)).manifest.run_id

    usual = run_id()
    assert run_id(limit=3, concurrency=1) == usual
    others = [
        run_id(seed=1),
        run_id(judge="openai:a"),
        run_id(loop_judge="openai:a"),
        run_id(model="openai:a"),
    ]
    assert len({usual, *others}) == 5


def test_how_calls_are_made_does_not_begin_a_new_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = prepare_arena(ArenaRequest(out=tmp_path)).manifest
    call = CallSettings(timeout=5, attempts=2, hedging=False, cache=tmp_path / "replies.sqlite")

    def changed(**change: object) -> None:
        monkeypatch.setattr(entrants, "in_arena", lambda *given: in_arena(*given).model_copy(update=change))

    changed(call=call)
    assert prepare_arena(ArenaRequest(out=tmp_path)).manifest.run_id == usual.run_id

    changed(max_attempts=1)
    assert prepare_arena(ArenaRequest(out=tmp_path)).manifest.run_id != usual.run_id


def test_own_questions_and_documents_meet_the_embedded_model_itself(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(
        "The mill of Orrin ground 73 tonnes of rye in 1911.\n", encoding="utf-8"
    )
    (tmp_path / "mill.txt").write_text("The mill of Orrin burnt down in 1934.\n", encoding="utf-8")
    question = '{"question": "How much rye did the mill of Orrin grind in 1911?"}\n'
    (tmp_path / "questions.jsonl").write_text(question, encoding="utf-8")
    ended = arena(tmp_path, "--questions", "questions.jsonl", "--documents", "notes.md", "mill.txt")
    assert ended.returncode == 0, ended.stderr
    result = result_in(tmp_path)
    pure, research = result.items[0].items
    assert result.manifest.models["Pure LLM"] == "embedded"
    assert pure.answer is not None
    assert pure.answer.model_id == "embedded"
    assert "73" not in pure.answer.text
    assert research.answer is not None
    assert "73" in research.answer.text


def test_no_warning_where_another_model_judges_inside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    assert prepare_arena(ArenaRequest(out=tmp_path)).warnings
    assert prepare_arena(ArenaRequest(out=tmp_path, loop_judge="openai:other")).warnings == ()


def test_own_questions_need_own_documents(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text('{"question": "How deep is the lake?"}', encoding="utf-8")
    ended = arena(tmp_path, "--questions", "q.jsonl")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "--questions needs --documents" in ended.stderr
    assert not (tmp_path / "out").exists()


def test_a_dry_run_needs_no_key_asks_no_model_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    ended = arena(tmp_path, "--dry-run", "--limit", "2", "--model", "openai:invented")
    assert ended.returncode == 0, ended.stderr
    # For each question an answer, a plan, a draft, its judgement inside the loop, and two judgements.
    assert ended.stdout.startswith("4 answers to give and judge, 0 kept. 12 calls: about ")
    assert "cost unknown" in ended.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_it_runs_from_anywhere(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    for script in (SCRIPT, [sys.executable, str(ROOT / "tests" / "run_arena.py")]):
        told = subprocess.run(
            [*script, "--help"], cwd=tmp_path, capture_output=True, text=True, check=True, env=environment
        )
        assert "--loop-judge" in told.stdout
