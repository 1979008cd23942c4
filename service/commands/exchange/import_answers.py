"""``judge import``: data sets, results and tasks of other tools as files of ours."""

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eval.files.dataset_conversion import DatasetSource, OutputShape

if TYPE_CHECKING:
    from eval.files.dataset_conversion import FieldMapping, Row
    from eval.files.other_tools.results import ToolResults
    from eval.files.rubric_tasks.rubric_format import RubricTool

_LOOKED_AT = 50
_OF_RESULTS = (
    DatasetSource.DEEP_RESEARCH_BENCH,
    DatasetSource.PROMPTFOO,
    DatasetSource.EVALS,
    DatasetSource.SHEET,
)


def import_answers(
    *,
    file: Annotated[
        Path, typer.Argument(help="Data set: .csv, .tsv, .xlsx, .json, .jsonl or .parquet.", metavar="FILE")
    ],
    source: Annotated[
        DatasetSource | None,
        typer.Option("--from", help="Tool that wrote the file. [default: recognised by its fields]"),
    ] = None,
    shape: Annotated[
        OutputShape,
        typer.Option(
            "--for",
            help="What the converted file is for: judge eval, judge evaluate, or the questions of an arena "
            "(questions or arena).",
        ),
    ] = OutputShape.EVAL,
    system: Annotated[
        str | None,
        typer.Option(help="System whose answers to convert, if the results have several.", metavar="NAME"),
    ] = None,
    mapped: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="WHAT=FIELD",
            help="Map a field, for example question=Prompt. Use WHAT= to ignore it. Repeatable.",
        ),
    ] = None,
    delimiter: Annotated[
        str | None,
        typer.Option(help="Separator of passages within a cell. [default: | for deepeval]", metavar="TEXT"),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the mapping without writing a file.")
    ] = False,
    out: Annotated[
        Path, typer.Option(help="File to write: .jsonl, .csv, .tsv, .xlsx or .parquet.", metavar="FILE")
    ],
) -> None:
    """Convert another tool's data set, results or tasks.

    Shows how the fields were mapped. Reads tables of ragas, deepeval or your own, and results of DeepResearch
    Bench, promptfoo, OpenAI Evals and our own arena (answers.csv), which are recognised by their contents.

    Tasks with rubrics of DeepResearch Bench (race, its criteria), DeepResearch Bench II (drb2) and
    HealthBench become questions with key points; what a question has no field for is kept, and judge export
    makes the same tasks of them again.

    Exit codes: 0 success; 2 the input, an option or the environment needs fixing.
    """
    from data_base.counted import counted
    from data_base.errors import InputError
    from eval.files.dataset_conversion import convert, field_mapping
    from eval.files.other_tools.results import RECOGNISED, read_tool_results
    from eval.files.output_checks import check_place
    from eval.files.row_writing import require_format, write_lines
    from eval.files.rows import read_rows

    if shape is OutputShape.ARENA:
        shape = OutputShape.QUESTIONS
    require_format(out)
    check_place(out, [file])
    if tool := _rubric_tool(file, source):
        _refuse(tool, {"--system": system, "--map": mapped, "--delimiter": delimiter})
        _import_tasks(file, tool, shape, out, dry_run=dry_run)
        return
    rows: Iterator[tuple[str, Row]] = ((row.place, row.fields) for row in read_rows(file))
    results = read_tool_results(file) if source in (None, *_OF_RESULTS) else None
    if results is not None:
        source, rows = DatasetSource(results.tool.value), _rows_of(results, shape, system)
    elif system is not None or source in _OF_RESULTS:
        given = f"--from {source.value}" if source else f"--system {system}"
        raise InputError(f"{file} is not recognised as results of {RECOGNISED}; leave out {given}.")
    first = list(islice(rows, _LOOKED_AT))
    if not first:
        raise InputError(f"{file} contains no rows.")
    names = list(dict.fromkeys(name for _, row in first for name in row))
    mapping = field_mapping(names, source, _given(mapped or []))
    _show(mapping)
    if dry_run:
        return
    count = write_lines(out, convert(chain(first, rows), mapping, shape, delimiter))
    typer.echo(f"{counted(count, 'line')}: {out}")


def _rubric_tool(file: Path, source: DatasetSource | None) -> "RubricTool | None":
    from eval.files.rubric_tasks.conversion import recognised_tool
    from eval.files.rubric_tasks.rubric_format import RubricTool

    if source is None:
        return recognised_tool(file)
    return next((tool for tool in RubricTool if tool.value == source.value), None)


def _refuse(tool: "RubricTool", given: dict[str, object]) -> None:
    from data_base.errors import InputError

    if unused := next((name for name, value in given.items() if value), None):
        raise InputError(f"{unused}: tasks of {tool.value} have fields of fixed names; leave it out.")


def _import_tasks(file: Path, tool: "RubricTool", shape: OutputShape, out: Path, *, dry_run: bool) -> None:
    """Show how tasks with rubrics are read and, unless it is a dry run, write them as questions."""
    from data_base.counted import counted
    from data_base.errors import InputError
    from eval.files.row_writing import require_format, write_lines
    from eval.files.rubric_tasks.conversion import FORMATS, questions_from

    if shape is not OutputShape.QUESTIONS:
        raise InputError(f"{file} has tasks of {tool.value} and no answers; add --for arena.")
    # A workbook cuts long cells, and the columns of Parquet have one shape.
    require_format(out, (".jsonl",))
    typer.echo(f"read as {tool.value}")
    for name, field in FORMATS[tool].mapping.items():
        typer.echo(f"  {name} -> {field}")
    typer.echo("  everything else -> also")
    if dry_run:
        return
    count = write_lines(out, questions_from(file, tool))
    typer.echo(f"{counted(count, 'line')}: {out}")


def _rows_of(results: "ToolResults", shape: OutputShape, system: str | None) -> "Iterator[tuple[str, Row]]":
    """The rows of one system; questions are the same for all. What failed there is no answer to judge."""
    from data_base.counted import counted

    answers = results.answers if shape is OutputShape.QUESTIONS and system is None else results.of(system)
    if shape is OutputShape.QUESTIONS:
        return iter([(each.place, each.row) for each in answers if each.repeat == 1])
    failed = [each for each in answers if each.answer is None]
    if failed:
        left_out = "left out" if shape is OutputShape.EVALUATE else "without an answer"
        typer.echo(f"{counted(len(failed), 'question')} {left_out}: {failed[0].error} ({failed[0].place})")
    kept = [each for each in answers if shape is OutputShape.EVAL or each.answer is not None]
    return iter([(each.place, each.row) for each in kept])


def _given(mapped: list[str]) -> dict[str, str]:
    from data_base.errors import InputError

    pairs = [text.partition("=") for text in mapped]
    for (role, equals, _), text in zip(pairs, mapped, strict=True):
        if not equals or not role:
            raise InputError(f"--map {text}: expected WHAT=FIELD, as in question=Prompt.")
    return {role: name for role, _, name in pairs}


def _show(mapping: "FieldMapping") -> None:
    typer.echo(f"read as {mapping.source.value}")
    for role, name in mapping.fields.items():
        typer.echo(f"  {name} -> {role}")
    if mapping.unused:
        typer.echo(f"  left out: {', '.join(mapping.unused)}")
