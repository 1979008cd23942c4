"""Tasks with rubrics as questions of an arena, and such questions as tasks again."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from data_base.errors import InputError
from data_base.schemas.case import Case
from eval.files.json_lines import field_and_reason
from eval.files.other_tools.tool_answer import as_row
from eval.files.question_file import case_of, question_rows
from eval.files.rows import FileRow, read_rows
from eval.files.rubric_tasks.drb2 import DRB2
from eval.files.rubric_tasks.healthbench import HEALTHBENCH
from eval.files.rubric_tasks.kept_fields import kept_fields, with_kept
from eval.files.rubric_tasks.race import RACE
from eval.files.rubric_tasks.rubric_format import Row, RubricFormat, RubricTool

FORMATS: Mapping[RubricTool, RubricFormat] = {
    RubricTool.DRB2: DRB2,
    RubricTool.HEALTHBENCH: HEALTHBENCH,
    RubricTool.RACE: RACE,
}


def recognised_tool(path: Path) -> RubricTool | None:
    """Whose tasks a file contains, by the fields of its first row; None where it contains no tasks."""
    try:
        first = next(read_rows(path), None)
    except InputError:
        # Whoever reads it as something else says what is wrong.
        return None
    names = first.fields.keys() if first else set()
    return next((tool for tool, each in FORMATS.items() if each.marks <= names), None)


def questions_from(path: Path, tool: RubricTool) -> Iterator[Row]:
    """The tasks of a file as rows of a question file.

    What a question has no field for is kept in its ``also``, under the tool's name.

    Args:
        path: a file in any format of :func:`eval.files.rows.read_rows`.
        tool: whose tasks they are.

    Raises:
        InputError: naming file, line and field; also for two tasks with one id.
    """
    seen: dict[object, int] = {}
    for row in read_rows(path):
        question = _question(row, tool)
        if (name := question["id"]) in seen:
            raise InputError(
                f"{row.place}: the id {name!r} is already in {row.unit} {seen[name]}; use unique ids."
            )
        seen[name] = row.number
        yield question


def tasks_from(path: Path, tool: RubricTool) -> Iterator[Row]:
    """The questions of a file as a tool's tasks: of those that came from one, the same JSON objects.

    Args:
        path: a question file.
        tool: whose tasks are written.

    Raises:
        InputError: naming file, line and field: it is no question, or says what no such task can say.
    """
    written = FORMATS[tool]
    for row, case in question_rows(path):
        kept = as_row(as_row(row.fields.get("also")).get(tool.value))
        try:
            task = with_kept(written.task_of(case), kept)
        except ValueError as error:
            raise InputError(f"{row.place}: {error}.") from error
        if written.number:
            task.setdefault(written.number, row.number)
        _require_same(case, task, tool, row.place)
        yield task


def _question(row: FileRow, tool: RubricTool) -> dict[str, object]:
    read = FORMATS[tool]
    try:
        known = read.question_of(row.fields)
    except ValidationError as error:
        raise InputError(f"{row.place}: {field_and_reason(error)}.") from error
    kept = kept_fields(row.fields, read.task_of(case_of(known, row.place)))
    return known | ({"also": {tool.value: kept}} if kept else {})


def _require_same(case: Case, task: Row, tool: RubricTool, place: str) -> None:
    """Make sure that a task, read again, is the question: nothing may be left out of it unseen."""
    label = FORMATS[tool].label
    try:
        again = case_of(FORMATS[tool].question_of(task), place)
    except ValidationError as error:
        raise InputError(
            f'{place}: field "also.{tool.value}" no longer fits the question, which would be a task with '
            f"{field_and_reason(error)}; take it out, or leave the question as it was imported."
        ) from error
    for name in Case.model_fields:
        said, kept = getattr(case, name), getattr(again, name)
        if said == kept:
            continue
        entry = ""
        if isinstance(said, tuple) and len(said) == len(kept):
            pairs = enumerate(zip(said, kept, strict=True), start=1)
            entry = f", entry {next(number for number, (one, other) in pairs if one != other)}"
        raise InputError(
            f'{place}: field "{name}"{entry}: a task of {label} cannot say this, or "also" says otherwise; '
            "change one of them."
        )
