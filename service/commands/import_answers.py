"""``judge import``: data sets of ragas, deepeval and plain tables as files of ours."""

from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eval.files.imported_answers import Shape, Source

if TYPE_CHECKING:
    from eval.files.imported_answers import FieldMapping

_LOOKED_AT = 50


def import_answers(
    *,
    file: Annotated[Path, typer.Argument(help="The data set: .csv, .json or .jsonl.")],
    source: Annotated[
        Source | None,
        typer.Option("--from", help="The tool that wrote it; by default recognised by fields."),
    ] = None,
    shape: Annotated[
        Shape, typer.Option("--for", help="What it is written for: judge eval or judge evaluate.")
    ] = Shape.EVAL,
    mapped: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="WHAT=FIELD", help="question=Prompt, say; WHAT= for none. Repeatable."),
    ] = None,
    delimiter: Annotated[
        str | None, typer.Option(help="What separates passages in one cell; | for deepeval by default.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the mapping and write nothing.")] = False,
    out: Annotated[Path, typer.Option(help="The file to write, one JSON object per line.")],
) -> None:
    """Turn answers of another tool's data set into a file of ours, and show which field became what.

    Exit code 0: written. 2: something must be fixed first.
    """
    from data_base.counted import counted
    from data_base.errors import InputError
    from eval.files.atomic import write_lines
    from eval.files.imported_answers import convert, field_mapping, read_rows
    from eval.files.output_place import check_place

    check_place(out, [file])
    rows = read_rows(file)
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
