"""``judge lint``: a data file checked before it is used."""

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

FOUND = 1


def lint(
    *,
    file: Annotated[Path, typer.Argument(help="Question file, or data file of a task.", metavar="FILE")],
    against: Annotated[
        Path | None, typer.Option(help="File that must not contain the same questions.", metavar="FILE")
    ] = None,
    task: Annotated[
        Path | None,
        typer.Option(
            help="Task that the data is for. Also finds scores that cannot be reached.", metavar="FILE"
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")] = False,
    show: Annotated[
        int, typer.Option(min=1, help="Number of findings of each kind to show as text.", metavar="N")
    ] = 20,
) -> None:
    """Check a question or task file for duplicates and gaps.

    Finds duplicates, near-duplicates, overlap with another file, missing reference answers and unreachable
    scores.

    Exit codes: 0 nothing found; 1 something found; 2 the input is invalid.
    """
    from eval.tasks.file import read_task
    from eval.tasks.lint import lint as findings

    counts: Counter[str] = Counter()
    asked = read_task(task) if task else None
    for finding in findings(file, against=against, task=asked):
        counts[finding.fault.value] += 1
        if as_json:
            typer.echo(json.dumps(asdict(finding), ensure_ascii=False))
        elif counts[finding.fault.value] <= show:
            typer.echo(f"{finding.place}: {finding.fault.value}: {finding.detail}")
    if not as_json:
        typer.echo(", ".join(f"{fault}: {count}" for fault, count in counts.items()) or "nothing found")
    if counts:
        raise typer.Exit(FOUND)
