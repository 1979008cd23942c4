"""The options of the commands that judge answers, the same in each."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

STOPPED = "What was judged is kept; the same command goes on from there."
"""What is said where a command is interrupted."""

JudgeOption = Annotated[
    str, typer.Option(help="The judge: embedded, openai:…, google:…, embedded+openai:…, or several.")
]
JudgeSettingsOption = Annotated[
    Path | None,
    typer.Option("--settings", help="A YAML or JSON file with weights, thresholds and a rubric of your own."),
]
LimitOption = Annotated[int | None, typer.Option(min=1, help="Only the first N answers.")]
DryRunOption = Annotated[
    bool,
    typer.Option("--dry-run", help="Say how many calls, tokens and dollars it would take, and stop."),
]
ConcurrencyOption = Annotated[int, typer.Option(min=1, help="Judgements under way at once.")]
NoCacheOption = Annotated[bool, typer.Option("--no-cache", help="Neither read nor keep the judge's replies.")]


def keys_for(*, dry_run: bool) -> AbstractContextManager[None]:
    """A dry run asks no model, and so needs no key."""
    from agents.models.keys import without_keys

    return without_keys() if dry_run else nullcontext()
