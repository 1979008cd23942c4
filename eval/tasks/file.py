"""Task files: an evaluation task as YAML."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from data_base.errors import InputError, plain_reason
from eval.files.yaml_lines import MarkedYaml, read_yaml
from eval.tasks.score import PRIMARY, TaskScorer
from eval.tasks.task import Metric, Task

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


def read_task(path: str | Path) -> Task:
    """Read a task file.

    Raises:
        InputError: naming file, line and field.
    """
    file = read_yaml(Path(path))
    if not isinstance(file.value, dict):
        raise InputError(
            f"{path}, line 1: expected the fields of a task, as in docs/tasks.md; write them there."
        )
    try:
        task = Task.model_validate(file.value)
    except ValidationError as error:
        raise InputError(_what_is_wrong(error.errors()[0], file)) from error
    known = sorted({PRIMARY, *TaskScorer(task).sub_score_names()})
    for name in task.thresholds:
        if name not in known:
            place = file.where(("thresholds", name))
            raise InputError(f"{place}: this task has no such score; the scores are {', '.join(known)}.")
    return task


def _what_is_wrong(error: ErrorDetails, file: MarkedYaml) -> str:
    place = file.where(error["loc"])
    if error["type"] == "extra_forbidden":
        return f"{place}: unknown field; {_advice(error['loc'])}"
    if error["type"] == "missing":
        return f"{place}: missing; write it there."
    message = plain_reason(error["msg"])
    return f"{place}: {message}; correct it."


def _advice(place: tuple[str | int, ...]) -> str:
    known = list(Metric.model_fields if place[0] == "metrics" else Task.model_fields)
    near = difflib.get_close_matches(str(place[-1]), known, n=1)
    return f'did you mean "{near[0]}"?' if near else f"the fields are {', '.join(known)}."
