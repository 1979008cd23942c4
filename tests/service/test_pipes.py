"""Input through a pipe, which can be read only once, is read as a file is."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from service.commands.terminal.exit_status import end_with_scored
from tests.support.in_process import judge_in_process

ENVIRONMENT = {"PATH": "", "JUDGE_PROGRESS": "off"}
Pipe = Callable[[str, bytes], str]


@pytest.fixture
def pipe(tmp_path: Path) -> Pipe:
    """Makes a pipe that gives something once."""

    def made(name: str, content: bytes) -> str:
        path = tmp_path / name
        os.mkfifo(path)
        threading.Thread(target=path.write_bytes, args=(content,), daemon=True).start()
        return name

    return made


def judge(folder: Path, *words: str) -> str:
    ended = judge_in_process(*words, cwd=folder, env=ENVIRONMENT)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_data_of_a_task_and_the_baseline_of_a_gate_come_through_pipes(tmp_path: Path, pipe: Pipe) -> None:
    (tmp_path / "t.yaml").write_text(
        'task: t\nprompt_version: "1"\nmetrics:\n  - {metric: exact_match, field: a}\n', encoding="utf-8"
    )
    data = pipe("data", b'{"id": "1", "gt_a": "x", "pred_a": "x"}\n')
    said = judge(tmp_path, "eval", "--task", "t.yaml", "--data", data, "--out", "run.json")
    assert "1 of 1 scored" in said
    base = pipe("base", (tmp_path / "run.json").read_bytes())
    assert "Gate passed" in judge(tmp_path, "compare", "--base", base, "--cand", "run.json")


def test_answers_and_data_sets_come_through_pipes(tmp_path: Path, pipe: Pipe) -> None:
    sheet = b"question;answer;documents\nWo?;Hier.;Hier.\n"
    assert "[2] Wo?" in judge(tmp_path, "evaluate", pipe("answers", sheet))
    imported = judge(tmp_path, "import", pipe("set", sheet), "--for", "evaluate", "--out", "out.csv")
    assert "1 line: out.csv" in imported
    assert "Hier." in judge(tmp_path, "evaluate", "out.csv")


def test_documents_come_through_no_pipe_and_it_is_said_why(tmp_path: Path) -> None:
    """A pipe that was there was said not to be."""
    os.mkfifo(tmp_path / "pipe")
    for command in (("evaluate", "--question", "Wo?", "--answer", "Hier."), ("research", "Wo?")):
        ended = judge_in_process(*command, "--documents", "pipe", cwd=tmp_path, env=ENVIRONMENT)
        assert (ended.returncode, "pipe: is a pipe or a device" in ended.stderr) == (2, True), ended.stderr


def test_an_empty_pipe_has_no_answers(tmp_path: Path, pipe: Pipe) -> None:
    ended = judge_in_process("evaluate", pipe("empty", b""), cwd=tmp_path, env=ENVIRONMENT)
    assert (ended.returncode, "contains no answers" in ended.stderr) == (2, True)


def test_a_run_of_nothing_never_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended:
        end_with_scored(0, 0)
    assert ended.value.exit_code == 1
    assert "There was nothing to score." in capsys.readouterr().err
