"""How a command that asks models ends: what is said on stderr, and its exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agents.calls.estimate import CallEstimate

NOTHING_SCORED = 1
"""The exit code of a command that asked or judged and has no score to show for it."""


def end(scored: int, notes: Iterable[str] = ()) -> None:
    """Say what a reader of the scores must know; end with exit code 1 where there are no scores.

    Args:
        scored: how many scores there are.
        notes: sentences for stderr.
    """
    for note in notes:
        typer.echo(note, err=True)
    if not scored:
        raise typer.Exit(NOTHING_SCORED)


def show_estimate(
    estimate: CallEstimate, what: str, judge: str, *, as_json: bool = False, more: str = ""
) -> None:
    """Print what a run would take, for ``--dry-run``.

    Args:
        estimate: the calls.
        what: what the calls are for: ``3 answers``.
        judge: the judge that would be asked.
        as_json: print the figures as one JSON object.
        more: what else may come on top: ``2 more judgements of a close verdict``.
    """
    from service.commands.terminal.estimate_line import estimate_line

    if as_json:
        typer.echo(estimate.model_dump_json())
        return
    extra = f"Retries, hedges, repairs and {more}" if more else "Retries, hedges and repairs"
    line = estimate_line(estimate)
    typer.echo(f"{what} to be judged by {judge}: {line} {extra} come on top. No model was asked.")
