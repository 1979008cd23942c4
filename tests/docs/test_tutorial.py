"""The tutorial: its files are made, its commands run in order, and what it shows is what they print."""

import re
import shlex
from pathlib import Path

from tests.support.in_process import judge_in_process

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
FILES = re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', PAGE, re.MULTILINE | re.DOTALL)
CONSOLES = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_what_it_shows_is_what_its_commands_print(tmp_path: Path) -> None:
    for name, text in FILES:
        (tmp_path / name).write_text(text, encoding="utf-8")
    steps = [
        step for console in CONSOLES for step in re.split(r"^\$ judge ", console, flags=re.MULTILINE)[1:]
    ]
    assert len(steps) == 6
    environment = {"PATH": "", "JUDGE_PROGRESS": "off", "COLUMNS": "200"}
    for step in steps:
        command, _, shown = step.partition("\n")
        done = judge_in_process(*shlex.split(command), cwd=tmp_path, env=environment)
        pattern = ".*".join(re.escape(part) for part in shown.strip().split("…"))
        assert re.fullmatch(pattern, done.stdout.strip(), re.DOTALL), (command, done.stdout, done.stderr)
        assert done.returncode == (1 if "Gate failed" in shown else 0)
