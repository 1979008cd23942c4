"""The commands and the code on the two benchmarks in docs/suites.md, run as they are shown."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.in_process import judge_in_process, script_in_process
from tests.support.pages import ROOT, blocks, read, section

PAGE = read("docs/suites.md")
PAGES = ("Score JSON answers", "Run the legal RAG benchmark")


def run(command: list[str], place: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=place,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "PYTHONIOENCODING": "utf-8"},
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name in ("benchmark", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.slow
def test_commands_run_as_they_are_shown(page: str, place: Path) -> None:
    lines = [line for block in blocks(section(PAGE, page), "") for line in block.splitlines()]
    offline = [part for line in lines if "openai:" not in line for part in line.split("&&")]
    assert len(offline) >= 4
    for part in offline:
        program, *arguments = shlex.split(part)[2:]
        if program == "pytest":
            # Workers for six tests would only take the others' processors.
            done = run([sys.executable, "-m", "pytest", *arguments, "-n0", "-p", "no:cacheprovider"], place)
        elif program == "judge":
            done = judge_in_process(*arguments, cwd=place)
        else:
            done = script_in_process(place / arguments[0], *arguments[1:], cwd=place)
        assert done.returncode == 0, (part, done.stdout, done.stderr)


@pytest.mark.parametrize(("page", "said"), list(zip(PAGES, ("0.0", "0.0 0.0"), strict=True)))
def test_code_runs_as_it_is_shown(page: str, said: str, place: Path) -> None:
    scripts = blocks(section(PAGE, page), "python")
    assert scripts
    file = place / "shown.py"
    for script in scripts:
        file.write_text(script, encoding="utf-8")
        done = script_in_process(file, cwd=place)
        assert done.stdout.startswith(said), done.stderr
