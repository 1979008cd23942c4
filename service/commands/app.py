"""The ``judge`` command line."""

import sys

import typer

from data_base.errors import InputError
from service.commands.arena import arena
from service.commands.evaluate import evaluate
from service.commands.research import research

app = typer.Typer(
    name="judge",
    help="An LLM judge for Deep Research: score answers, research documents, hold an arena.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("arena")(arena)
app.command("evaluate")(evaluate)
app.command("research")(research)

arena_app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
arena_app.command("run_arena.py")(arena)


def main() -> None:
    """Run ``judge``."""
    run(app)


def run(commands: typer.Typer) -> None:
    """Run a command line; bad input ends it with one sentence on stderr and exit code 2."""
    try:
        commands()
    except InputError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(2)
