"""``judge init``: an example, and a next command that works as it is printed."""

import json
import shlex
from pathlib import Path

import pytest

from tests.service.conftest import Command


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UV_RUN_RECURSION_DEPTH", raising=False)


def test_what_uv_runs_is_called_by_uv(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UV_RUN_RECURSION_DEPTH", "1")
    (line,) = [line for line in judge("init")[1].splitlines() if "arena" in line]
    assert line.startswith("uv run judge arena --questions judge_example/questions.jsonl")
    readme = (tmp_path / "judge_example" / "README.md").read_text(encoding="utf-8")
    assert f"\n{line}\nuv run judge evaluate judge_example/answers.jsonl" in readme


@pytest.mark.parametrize("name", [None, "own example"])
def test_the_next_command_works_as_it_is_printed(judge: Command, tmp_path: Path, name: str | None) -> None:
    code, out, _ = judge("init", *([name] if name else []))
    assert code == 0
    folder = tmp_path / (name or "judge_example")
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert written == {
        *("README.md", "answers.jsonl", "judge.yaml", "questions.jsonl", "documents/harbour.md"),
    }
    (line,) = [line for line in out.splitlines() if line.startswith("judge ")]
    assert line in (folder / "README.md").read_text(encoding="utf-8")
    code, _, err = judge(*shlex.split(line)[1:], "--progress", "off")
    assert (code, err) == (0, "")
    assert (folder / "report" / "report.html").is_file()


def test_the_answers_of_the_example_are_judged(judge: Command) -> None:
    judge("init")
    command = ("evaluate", "judge_example/answers.jsonl", "--settings", "judge_example/judge.yaml", "--json")
    code, out, _ = judge(*command)
    assert code == 0
    passing = {found["id"]: found["is_passing"] for found in map(json.loads, out.splitlines())}
    assert passing == {"right": True, "wrong": False}


def test_nothing_is_overwritten(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.md").write_text("mine", encoding="utf-8")
    code, out, err = judge("init", "mine")
    assert (code, out, err) == (2, "", "error: mine already exists. Choose a new folder.\n")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.md"]
