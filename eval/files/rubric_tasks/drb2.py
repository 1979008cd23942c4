"""DeepResearch Bench II: ``tasks_and_rubrics.jsonl``.

A line has ``id``, ``idx``, ``language``, ``theme``, ``description``, ``prompt`` (the task, and in words what
may not be read) and ``content`` with ``task``, ``rubric`` (group to items) and, of most, ``blocked``.
"""

from typing import Annotated

from pydantic import BeforeValidator

from data_base.schemas.case import Case
from eval.files.rubric_tasks.rubric_format import Group, Row, RubricFormat, TaskPart, Words
from eval.files.rubric_tasks.task_language import our_language, their_language

_Texts = Annotated[list[str], BeforeValidator(lambda given: [given] if isinstance(given, str) else given)]


class _Blocked(TaskPart):
    title: str | None = None
    authors: _Texts | None = None
    urls: _Texts | None = None


class _Content(TaskPart):
    task: Words
    rubric: dict[Group, list[Words]]
    blocked: _Blocked | None = None


class _Task(TaskPart):
    id: Words
    idx: int
    prompt: Words
    language: str | None = None
    theme: str | None = None
    content: _Content


def _question_of(row: Row) -> dict[str, object]:
    task = _Task.model_validate(row)
    blocked = _only_said((task.content.blocked or _Blocked()).model_dump())
    said = {
        "id": task.id,
        "question": task.prompt,
        "language": our_language(task.language, task.content.task),
        "tags": [task.theme] if task.theme and task.theme.strip() else [],
        "key_points": [
            {"text": text, "group": group} for group, texts in task.content.rubric.items() for text in texts
        ],
        "blocked": [blocked] if blocked.keys() & {"title", "urls"} else [],
    }
    return {name: value for name, value in said.items() if value not in (None, [])}


def _task_of(case: Case) -> dict[str, object]:
    rubric: dict[str, list[str]] = {}
    for number, point in enumerate(case.key_points, start=1):
        if point.group is None:
            raise ValueError(f'key point {number} has no "group"; give it one, such as info_recall')
        rubric.setdefault(point.group, []).append(point.text)
    content: dict[str, object] = {"task": case.question, "rubric": rubric}
    if case.blocked:
        content["blocked"] = _only_said(case.blocked[0].model_dump(mode="json"))
    task: dict[str, object] = {"id": case.id, "prompt": case.question, "content": content}
    if case.language:
        task["language"] = their_language(case)
    if case.tags:
        task["theme"] = case.tags[0]
    return task


def _only_said(source: Row) -> dict[str, object]:
    """A blocked source without fields in which nothing is said."""
    return {
        name: value
        for name, value in source.items()
        if (value.strip() if isinstance(value, str) else any(each.strip() for each in _list(value)))
    }


def _list(value: object) -> list[str]:
    return value if isinstance(value, list) else []


DRB2 = RubricFormat(
    label="DeepResearch Bench II",
    marks=frozenset({"id", "idx", "prompt", "content"}),
    mapping={
        "prompt": "question",
        "theme": "tags",
        "content.rubric": "key_points",
        "content.blocked": "blocked",
    },
    question_of=_question_of,
    task_of=_task_of,
    number="idx",
)
