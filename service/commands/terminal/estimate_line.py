"""What a run will take, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from agents.models.options import CHECKER
from agents.models.registry import first_judges
from data_base.counted import counted

if TYPE_CHECKING:
    from agents.calls.estimate import CallEstimate


def estimate_line(estimate: CallEstimate) -> str:
    """Calls, replies in the cache, tokens and dollars."""
    cost = "cost unknown" if estimate.cost_usd is None else f"about ${estimate.cost_usd:.4f}"
    cached = f" ({counted(estimate.cached, 'reply', 'replies')} in the cache)" if estimate.cached else ""
    return (
        f"{counted(estimate.calls, 'call')}{cached}: about {estimate.input_tokens:,} tokens sent, "
        f"{estimate.output_tokens:,} received, {cost}."
    )


def cascade_note(judge: str, *, answers_given: bool) -> str:
    """A sentence on what an estimate of a cascade's judgements means; empty for another judge.

    Args:
        judge: the judge's name, or words that contain it.
        answers_given: whether the answers to judge are there, so that the embedded judge could be asked.
    """
    firsts = first_judges(judge)
    if not firsts:
        return ""
    if any(first.startswith(CHECKER) for first in firsts):
        return " What the first judge of the cascade will decide is counted for the second, too."
    if answers_given:
        return " The embedded judge was asked: only what it cannot decide is counted."
    return " What the embedded judge will decide is counted, too, and costs nothing."


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
    if as_json:
        typer.echo(estimate.model_dump_json())
        return
    extra = f"Retries, hedges, repairs and {more}" if more else "Retries, hedges and repairs"
    line = f"{estimate_line(estimate)}{cascade_note(judge, answers_given=True)}"
    typer.echo(f"{what} to be judged by {judge}: {line} {extra} come on top. No model was asked.")
