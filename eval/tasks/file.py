"""Task files: an evaluation task as YAML."""

from __future__ import annotations

from pathlib import Path

from data_base.errors import InputError
from data_base.marked_yaml.values import validated
from eval.files.yaml_files import read_yaml
from eval.tasks.score import PRIMARY, TaskScorer
from eval.tasks.task import Task


def read_task(path: str | Path) -> Task:
    """Read a task file.

    Raises:
        InputError: naming file, line and field.
    """
    file = read_yaml(Path(path))
    task = validated(Task, file, what="the fields of a task, as in docs/suites.md")
    known = sorted({PRIMARY, *TaskScorer(task).sub_score_names()})
    for name in task.thresholds:
        if name not in known:
            place = file.where(("thresholds", name))
            raise InputError(f"{place}: this task has no such score; the scores are {', '.join(known)}.")
    return task
