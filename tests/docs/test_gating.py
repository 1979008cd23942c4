"""What docs/runs.md shows of gates is run as it is shown."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from eval.compare.settings import Difference
from eval.runs.run_file import RunFile, RunResult, RunSummary
from service.pytest_plugin import pytest_addoption
from tests.support.in_process import judge_in_process, script_in_process
from tests.support.pages import ROOT, read, section
from tests.support.pages import blocks as blocks_of

PAGE = read("docs/runs.md")


def blocks(language: str) -> list[str]:
    return blocks_of(section(PAGE, "Gate a pull request"), language)


class Shell:
    """A folder in which the page's command lines find their programs and files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        program = "-c 'from service.commands.app import main; main()'"
        self._put("uv", 'shift; exec "$@"')
        self._put("python", f'exec {sys.executable} "$@"')
        self._put("judge", f'exec {sys.executable} {program} "$@"')
        self._put("pytest", f'exec {sys.executable} -m pytest -p service.pytest_plugin "$@"')
        (folder / "eval").symlink_to(ROOT / "eval")
        baseline, candidate = blocks("json")
        (folder / "baseline.json").write_text(baseline, encoding="utf-8")
        (folder / "candidate.json").write_text(candidate, encoding="utf-8")
        suite = folder / "tests" / "answers" / "test_harbour.py"
        suite.parent.mkdir(parents=True)
        (script,) = blocks("python")
        suite.write_text(script, encoding="utf-8")

    def _put(self, name: str, line: str) -> None:
        file = self.bin / name
        file.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        file.chmod(0o755)

    def run(self, lines: str, **env: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["sh", "-e", "-c", lines],
            cwd=self.folder,
            env={
                "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}",
                "PYTHONPATH": str(ROOT),
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                **env,
            },
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def in_process(line: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run one command line of the page as the shell would, without an interpreter of its own."""
    program, *arguments = shlex.split(line)[2:]
    if program == "judge":
        return judge_in_process(*arguments, cwd=folder)
    return script_in_process(ROOT / arguments[0], *arguments[1:], cwd=folder)


def test_the_example_ends_as_the_page_says(shell: Shell) -> None:
    fails, passes, _ = blocks("")
    (said,) = blocks("text")
    failed = in_process(fails, shell.folder)
    assert (failed.returncode, failed.stderr) == (1, "")
    assert failed.stdout.splitlines()[-3:] == said.splitlines()
    passed = in_process(passes, shell.folder)
    assert (passed.returncode, passed.stderr) == (0, "")
    assert in_process(fails.replace("candidate.json", "none.json"), shell.folder).returncode == 2


@pytest.mark.slow
def test_the_example_ends_so_in_a_shell_too(shell: Shell) -> None:
    fails, passes, _ = blocks("")
    assert [shell.run(lines).returncode for lines in (fails, passes)] == [1, 0]


def test_runs_without_a_model_at_a_server_may_be_held_to_the_same_model(shell: Shell) -> None:
    (command,) = re.findall(r"`(uv run judge compare [^`]*--same-model)`", PAGE)
    assert "--same-model" not in in_process(command, shell.folder).stderr


@pytest.mark.slow
def test_the_suite_makes_a_baseline_and_the_workflow_passes_it_and_fails_a_wrong_answer(shell: Shell) -> None:
    begun = shell.run(blocks("")[2])
    assert begun.returncode == 0, begun.stdout
    (workflow,) = blocks("yaml")
    steps = yaml.safe_load(workflow)["jobs"]["gate"]["steps"]
    judged, compared = (
        step["run"] for step in steps if step.get("run", "").startswith(("uv run pytest", "uv run judge"))
    )
    summary = shell.folder / "summary.md"
    assert shell.run(judged).returncode == 0
    ended = shell.run(compared, GITHUB_STEP_SUMMARY=str(summary))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert summary.read_text(encoding="utf-8").startswith("### Gate passed")
    assert (shell.folder / "gate.xml").is_file()
    assert (shell.folder / "gate.json").is_file()
    (shell.folder / "run.json").unlink()
    assert shell.run(compared).returncode == 2
    suite = shell.folder / "tests" / "answers" / "test_harbour.py"
    text = suite.read_text(encoding="utf-8")
    suite.write_text(text.replace('"It handled 4,812', '"It handled 9,999'), encoding="utf-8")
    assert shell.run("uv run pytest tests/answers --judge-run-file run.json").returncode == 1
    ended = shell.run("uv run judge compare --base answers_baseline.json --cand run.json")
    assert ended.returncode == 1
    assert "hallucination" in ended.stdout


@pytest.mark.parametrize("model", [RunFile, RunSummary, RunResult], ids=lambda model: model.__name__)
def test_every_field_of_the_run_file_is_described(model: type) -> None:
    fields = model.model_fields  # type: ignore[attr-defined]
    assert [name for name in fields if f"`{name}`" not in PAGE] == []


def test_every_difference_and_option_is_described() -> None:
    assert [name for name in Difference if f"| `{name}` |" not in PAGE] == []
    parser = pytest.Parser(_ispytest=True)
    pytest_addoption(parser)
    (group,) = (group for group in parser._groups if group.name == "judge")
    names = [name for option in group.options for name in option.names()]
    assert names
    assert [name for name in names if f"| `{name}` |" not in PAGE] == []


def test_defaults_on_the_page_are_the_programs() -> None:
    from eval.compare.settings import GateSettings
    from eval.stats.paired import FEWEST_QUESTIONS

    usual = GateSettings()
    assert f"`--min-scored` ({usual.min_scored:g})" in PAGE
    assert f"`--min-delta` ({usual.min_delta:g} by default)" in PAGE
    assert f"`--max-regressions` ({usual.max_regressions} by default)" in PAGE
    assert FEWEST_QUESTIONS == 6
    assert re.search("With six pairs", PAGE)
