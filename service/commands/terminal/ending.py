"""How a command that asks or judges ends; docs/commands.md has the table of exit codes."""

import typer

from data_base.counted import counted

NOTHING_SCORED = 1


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
