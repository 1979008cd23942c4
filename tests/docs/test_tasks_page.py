"""The commands on tasks in docs/suites.md, run as they are shown."""

import json
import shlex
from pathlib import Path

import pytest

from data_base.schemas.canonical_answer import ANSWER_TYPES
from eval.files.dataset_conversion import DatasetSource
from eval.published_schemas import SCHEMAS
from eval.tasks.lint import LintRule
from eval.tasks.task import ANSWER_TYPE, Metric, Task
from tests.support.in_process import judge_in_process
from tests.support.pages import ROOT, blocks, read, section

PAGE = section(read("docs/suites.md"), "Score a data file with a task")
SOME_FOUND = 1


COMMANDS = [line for block in blocks(PAGE, "") for line in block.splitlines() if line.startswith("judge ")]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for room in ("benchmark", "eval"):
        (tmp_path / room).symlink_to(ROOT / room)
    (tmp_path / "ragas.csv").write_text(
        "user_input,response,reference,retrieved_contexts\nq?,a,g,['c']\n", encoding="utf-8"
    )
    (tmp_path / "answers.csv").write_text("Prompt,Reply,Label\nq?,a,g\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run_as_they_are_shown(command: str, place: Path) -> None:
    words = shlex.split(command)[1:]
    ended = judge_in_process(*words, cwd=place, env={"PATH": "", "JUDGE_PROGRESS": "off"})
    allowed = {0, SOME_FOUND} if command.startswith("judge lint") else {0}
    assert ended.returncode in allowed, ended.stderr
    assert ended.stdout
    assert "Traceback" not in ended.stderr


def test_the_shipped_data_has_nothing_to_find(place: Path) -> None:
    linted = next(command for command in COMMANDS if "lint" in command and "--task" in command)
    ended = judge_in_process(*shlex.split(linted)[1:], cwd=place)
    assert (ended.returncode, ended.stdout) == (0, "nothing found\n")


def test_the_code_runs_as_it_is_shown() -> None:
    (code,) = blocks(PAGE, "python")
    exec(compile(code, "docs/suites.md", "exec"), {})  # noqa: S102  (our own page)


def test_the_task_that_is_shown_is_a_task(tmp_path: Path) -> None:
    from eval.tasks.file import read_task

    shown, own = blocks(PAGE, "yaml")
    (scorer,) = blocks(PAGE, "py")
    (tmp_path / "T.yaml").write_text(shown, encoding="utf-8")
    assert read_task(tmp_path / "T.yaml").task == "port_notices"
    (tmp_path / "T.yaml").write_text(f"task: t\n{own}", encoding="utf-8")
    (tmp_path / "my_scorers.py").write_text(scorer, encoding="utf-8")
    line = {"id": "1", "gt_summary": "x", "pred_summary": "y" * 800}
    (tmp_path / "D.jsonl").write_text(json.dumps(line), encoding="utf-8")
    ended = judge_in_process("eval", "--task", "T.yaml", "--data", "D.jsonl", "--out", "R.json", cwd=tmp_path)
    assert "1 of 1 scored, mean 50.0%" in ended.stdout, ended.stderr


def test_every_name_is_described() -> None:
    names = {*Task.model_fields, *Metric.model_fields, *ANSWER_TYPE, *(fault.value for fault in LintRule)}
    assert {name for name in names if f"`{name}`" not in PAGE} == set()
    assert all(f"\n| {answer_type} |" in PAGE for answer_type in ANSWER_TYPES)
    assert all(source.value in PAGE for source in DatasetSource if source is not DatasetSource.PLAIN)
    assert all(schema.name.split("_")[0] in PAGE for schema in SCHEMAS)
