"""``judge export``: questions as the tasks of other tools."""

from pathlib import Path
from typing import Annotated

import typer

from eval.files.rubric_tasks.rubric_format import RubricTool


def export_questions(
    *,
    file: Annotated[Path, typer.Argument(help="Question file, as judge import writes it.", metavar="FILE")],
    tool: Annotated[RubricTool, typer.Option("--to", help="Whose tasks to write.")],
    out: Annotated[Path, typer.Option(help="File to write: .jsonl.", metavar="FILE")],
) -> None:
    """Convert questions with key points to another tool's tasks with rubrics.

    Questions that judge import made of tasks of DeepResearch Bench (race), DeepResearch Bench II (drb2) or
    HealthBench become the same tasks again. Other questions become tasks if a task can say all that they say.

    Exit codes: 0 success; 2 the input, an option or the environment needs fixing.
    """
    from data_base.counted import counted
    from eval.files.output_checks import check_place
    from eval.files.row_writing import require_format, write_lines
    from eval.files.rubric_tasks.conversion import tasks_from

    require_format(out, (".jsonl",))
    check_place(out, [file])
    count = write_lines(out, tasks_from(file, tool))
    typer.echo(f"{counted(count, 'line')}: {out}")
