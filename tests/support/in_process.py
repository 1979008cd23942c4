"""Commands and scripts in this process: their own start-up takes longer than what most tests look at."""

from __future__ import annotations

import io
import os
import runpy
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from service.commands.app import app, arena_app, run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROOT = Path(__file__).resolve().parents[2]


def judge_in_process(
    *arguments: object, cwd: Path, env: Mapping[str, str] | None = None, encoding: str = "utf-8"
) -> subprocess.CompletedProcess[str]:
    """Run ``judge``, or ``run_arena.py`` where that comes first, as in a process of its own.

    Args:
        arguments: behind ``judge``.
        cwd: the working directory.
        env: the whole environment; this process's if None.
        encoding: of the console.
    """
    words = [*map(str, arguments)]
    if words[:1] == ["run_arena.py"]:
        return _run(words, lambda: run(arena_app), cwd, env)
    return _run(["judge", *words], lambda: run(app), cwd, env, encoding)


def script_in_process(
    script: Path, *arguments: object, cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a script as in a process of its own, its folder first on the path; the rest as above."""
    path = [str(script.parent), *sys.path]
    with mock.patch.object(sys, "path", path):
        words = [str(script), *map(str, arguments)]
        return _run(words, lambda: runpy.run_path(str(script), run_name="__main__"), cwd, env)


def _run(
    words: list[str],
    body: Callable[[], object],
    cwd: Path,
    env: Mapping[str, str] | None,
    encoding: str = "utf-8",
) -> subprocess.CompletedProcess[str]:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True) for _ in range(2))
    environment = dict(os.environ if env is None else env)
    known = set(sys.modules)
    with (
        chdir(cwd),
        mock.patch.dict(os.environ, environment, clear=True),
        mock.patch.object(sys, "argv", words),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            body()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    _forget_modules_of(cwd, set(sys.modules) - known)
    return subprocess.CompletedProcess(words, code, _text(out), _text(err))


def _forget_modules_of(folder: Path, names: set[str]) -> None:
    """A program of the same name may say something else to the next command."""
    for name in names:
        file = getattr(sys.modules[name], "__file__", None)
        if file and folder != ROOT and Path(file).is_relative_to(folder):
            del sys.modules[name]


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = stream.buffer
    assert isinstance(written, io.BytesIO)
    return written.getvalue().decode(stream.encoding)
