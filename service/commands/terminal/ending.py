"""How a command that asks or judges ends; docs/commands.md has the table of exit codes."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import typer

from data_base.counted import counted
from data_base.errors import InputError
from service.commands.terminal.stdout import NO_ROOM, drop_stdout, show_every_letter

NOTHING_SCORED = 1
NO_VERDICT = 2
_ROUNDING = 1e-9


def end_with_scored(scored: int, total: int, noun: str = "question") -> None:
    """Say on stderr how many items are unscored; end with 1 where all are.

    Raises:
        Exit: nothing was scored.
    """
    if unscored := total - scored:
        which = "is" if unscored == 1 else "are"
        typer.echo(
            f"{counted(unscored, noun)} of {total:,} {which} unscored; the same command asks "
            f"{'it' if unscored == 1 else 'them'} again.",
            err=True,
        )
    if total and not scored:
        raise typer.Exit(NOTHING_SCORED)


def require_scored(scored: int, total: int, least: float) -> None:
    """Refuse a verdict over too few scores.

    Raises:
        InputError: a smaller share than ``least`` is scored.
    """
    if scored < least * total - _ROUNDING:
        raise InputError(
            f"Only {scored:,} of {counted(total, 'question')} {'is' if scored == 1 else 'are'} scored and "
            f"--min-scored is {least:g}, so there is no verdict; give the same command again."
        )


@contextmanager
def verdict_meant() -> Iterator[None]:
    """An exit code of 1 says something about the answers, so that a failing program must end with another."""
    show_every_letter()
    try:
        yield
    except (InputError, typer.Exit, typer.Abort):
        raise
    except BrokenPipeError as error:
        # Typer would end the program with 1 where nobody reads its output.
        drop_stdout()
        with suppress(OSError):
            typer.echo("error: nobody read the outcome to its end; it stands in the run file.", err=True)
        raise typer.Exit(NO_VERDICT) from error
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            raise
        import traceback

        traceback.print_exc()
        typer.echo(f"error: no outcome was reached ({type(error).__name__}).", err=True)
        raise typer.Exit(NO_VERDICT) from error
