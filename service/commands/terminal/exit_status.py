"""How a command that asks or judges ends; docs/reference.md has the table of exit codes."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import typer

from agents.models.registry import EMBEDDED
from agents.research.events import one_line
from data_base.counted import counted
from data_base.errors import InputError
from data_base.extras import extra_named
from data_base.schemas.embedded_caveat import EMBEDDED_NOTE
from data_base.schemas.score_card import ROUNDING
from service.commands.terminal.estimate_line import cascade_note, estimate_line
from service.commands.terminal.stdout import NO_ROOM, drop_stdout

if TYPE_CHECKING:
    from eval.runs.suite import Plan
    from eval.runs.unscored import Unscored

NOTHING_SCORED = 1
NO_VERDICT = 2


def end_with_scored(
    scored: int, total: int, noun: str = "question", first: "Unscored | None" = None, *, judge: str = ""
) -> None:
    """Say on stderr how many items are unscored; end with 1 where nothing is scored.

    Args:
        scored: items with a score.
        total: items.
        noun: what an item is called.
        first: the first one without a score.
        judge: by which the items were judged, where the answers themselves were given; what the embedded
            judge cannot score, it cannot score the next time either.

    Raises:
        Exit: nothing was scored.
    """
    if unscored := total - scored:
        one = unscored == 1
        named = "" if first is None else f" ({'' if one else 'the first: '}{_named(first)})"
        share = f"{counted(unscored, noun)} of {total:,} {'is' if one else 'are'} unscored{named}"
        remedy = f"the same command asks {'it' if one else 'them'} again"
        if judge == EMBEDDED:
            remedy = "the embedded judge needs documents, or name a model with --judge"
        typer.echo(f"{share}; {remedy}.", err=True)
    if not total:
        typer.echo("There was nothing to score.", err=True)
    if not scored:
        raise typer.Exit(NOTHING_SCORED)


def _named(item: "Unscored") -> str:
    from data_base.text.language import LANGUAGES
    from scoring.embedded.wording import say

    asked = f" {one_line(item.question)}" if item.question else ""
    # What the embedded judge says is in the answer's language, what a command says in English.
    without = {say("no_documents", language): say("no_documents", "en") for language in LANGUAGES}
    reason = without.get(item.reason, item.reason)
    return f"[{item.id}]{asked}; reason: {one_line(reason).rstrip('.')}"


def show_run(run_id: str, store: str | None, *, as_json: bool = False, noted: bool = False) -> None:
    """Close what a command prints with the name and the id of the run that it wrote, and what to trust of it.

    Args:
        run_id: as ``judge runs`` and ``judge compare`` take it.
        store: the run store that the command was given.
        as_json: whether stdout has JSON alone, so that the lines go to stderr.
        noted: whether the command has shown the notes of the run.
    """
    from data_base.store.run_store import RunStore
    from data_base.store.settings import chosen_store

    with suppress(InputError), RunStore(chosen_store(store), must_exist=True) as opened:
        manifest = opened.manifest(run_id)
        if EMBEDDED_NOTE in manifest.notes and not noted:
            typer.echo(f"Note: {EMBEDDED_NOTE}", err=True)
        typer.echo(f"Run: {manifest.title}", err=as_json)
    typer.echo(f"Run ID: {run_id}", err=as_json)


def show_plan(plan: "Plan", name: str = "") -> None:
    """Print what a run would ask, for ``--dry-run``; ``name`` is the run's among others."""
    costs = ""
    if plan.estimate is not None:
        note = cascade_note(plan.system, answers_given=False)
        costs = f" {estimate_line(plan.estimate)}{note} Further attempts come on top."
    typer.echo(f"{name}{': ' if name else ''}{plan}{costs} No model was asked.")


def require_scored(scored: int, total: int, least: float) -> None:
    """Refuse a verdict over too few scores.

    Raises:
        InputError: a smaller share than ``least`` is scored.
    """
    if scored < least * total - ROUNDING:
        raise InputError(
            f"Only {scored:,} of {counted(total, 'question')} {'is' if scored == 1 else 'are'} scored and "
            f"--min-scored is {least:g}, so there is no verdict; run the same command again."
        )


@contextmanager
def verdict_meant() -> Iterator[None]:
    """An exit code of 1 says something about the answers, so that a failing program must end with another."""
    try:
        with extra_named("this command", "all"):
            yield
    except (InputError, typer.Exit, typer.Abort):
        raise
    except BrokenPipeError as error:
        # Typer would end the program with 1 where its output is not read.
        drop_stdout()
        with suppress(OSError):
            typer.echo("error: the output was not read to its end; the outcome is in the run file.", err=True)
        raise typer.Exit(NO_VERDICT) from error
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            raise
        import traceback

        traceback.print_exc()
        typer.echo(f"error: no outcome was reached ({type(error).__name__}).", err=True)
        raise typer.Exit(NO_VERDICT) from error
