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
    file: Annotated[Path, typer.Argument(help="A file of questions, or of the data of a task.")],
    against: Annotated[
        Path | None, typer.Option(help="Another file that must not have the same questions.")
    ] = None,
    task: Annotated[
        Path | None, typer.Option(help="The task the data is for: finds scores that cannot be reached.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
    show: Annotated[int, typer.Option(min=1, help="How many findings of a kind to show as text.")] = 20,
) -> None:
    """Find duplicates, near-duplicates, overlap with another file, empty truths and unreachable scores.

    Exit code 0 says that nothing was found, 1 that something was, 2 that the input cannot be used.
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
