"""Judges for tests of workers that die: as ``tests.support.dying_judge:once`` and ``:always``."""

import os
from pathlib import Path
from typing import Any

from data_base.schemas.protocols import JudgeRequest


def once(request: JudgeRequest) -> dict[str, Any]:
    """Judge, but take the process along the first time that an answer names a file that is not there yet."""
    word, _, name = request.answer.partition(" ")
    if word == "die" and not Path(name).exists():
        Path(name).touch()
        os._exit(1)
    return {"accuracy": 9, "completeness": 8, "clarity": 7, "reason": f"read {request.id}", "suggestion": ""}


def always(request: JudgeRequest) -> dict[str, Any]:
    """Take the process along for one answer, and judge all others."""
    if request.answer == "die":
        os._exit(1)
    return once(request)
