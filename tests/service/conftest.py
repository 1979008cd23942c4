"""The command line, run in an empty folder."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from service.commands.app import app, arena_app, run
from tests.support.rows import table

Command = Callable[..., tuple[int, str, str]]
"""Runs a command line; returns exit code, stdout and stderr."""

VARIABLES = table(__file__, "VARIABLES")


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    """``judge``, or ``run_arena.py`` where that is the first argument."""
    monkeypatch.chdir(tmp_path)
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)

    def command(*arguments: object) -> tuple[int, str, str]:
        words = [str(argument) for argument in arguments]
        script = words[:1] == ["run_arena.py"]
        monkeypatch.setattr(sys, "argv", words if script else ["judge", *words])
        try:
            run(arena_app if script else app)
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "harbour.md").write_text(
        "# Harbour of Velm\n\nIn 2023 the harbour handled 4,812 ships. The year before it was 4,377 ships.\n",
        encoding="utf-8",
    )
    return folder
