"""The ``judge`` command in this process: its own start-up takes longer than what most tests look at."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING
from unittest import mock

from service.commands.app import app, run

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def judge_in_process(
    *arguments: object, cwd: Path, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``judge`` as in a process of its own.

    Args:
        arguments: behind ``judge``.
        cwd: the working directory.
        env: the whole environment; this process's if None.
    """
    words = ["judge", *map(str, arguments)]
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    environment = dict(os.environ if env is None else env)
    with (
        chdir(cwd),
        mock.patch.dict(os.environ, environment, clear=True),
        mock.patch.object(sys, "argv", words),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            run(app)
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return subprocess.CompletedProcess(words, code, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = stream.buffer
    assert isinstance(written, io.BytesIO)
    return written.getvalue().decode()
