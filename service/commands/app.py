"""The ``judge`` command line."""

import logging
import re
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, NoReturn, cast

import typer

from data_base.errors import InputError
from data_base.extras import extra_named
from data_base.whole_text import whole_text
from service.commands.arena import arena
from service.commands.calibrate import calibrate
from service.commands.compare import compare
from service.commands.db import db_app
from service.commands.doctor import doctor
from service.commands.eval_json_v2 import eval_json_v2_app
from service.commands.eval_task import eval_task
from service.commands.evaluate import evaluate
from service.commands.exchange.export_questions import export_questions
from service.commands.exchange.import_answers import import_answers
from service.commands.harness import harness_app, run_benchmark_app, run_eval_app
from service.commands.init import init
from service.commands.keys import keys_app
from service.commands.legal import legal
from service.commands.lint import lint
from service.commands.mcp import mcp
from service.commands.report import report
from service.commands.research import research
from service.commands.runs import runs_app
from service.commands.schema import schema
from service.commands.serve import serve
from service.commands.show_item import show
from service.commands.stability import stability
from service.commands.terminal.stdout import NO_ROOM, drop_stdout, show_every_letter
from service.commands.view import view
from service.commands.worker import worker

__all__ = ["app", "arena_app", "compare_app", "legal_app", "main", "run", "run_benchmark_app", "run_eval_app"]

# Its own name for it is private in some versions.
_WRONG_USE: type[Exception] = typer.BadParameter.__mro__[1]

_WRITE_JSON = frozenset({"--json", "schema"})
"""Arguments with which programs read what is printed."""
_NUMBERS = re.compile(r"\b(?=[\w-]*\d)[\w-]{8,}\b|\d{4,}|\d+(?:\.\d+)?\s*m?s\b")
"""What differs between two errors of one cause: ids of requests, times."""
_TYPER: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("deep-research-judge"))
        raise typer.Exit


def _options(
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """An LLM judge for Deep Research: score answers, research documents, run an arena."""


app = typer.Typer(name="judge", no_args_is_help=True, **_TYPER)
app.callback()(_options)
app.command("init")(init)
app.command("arena")(arena)
app.command("compare")(compare)
app.command("evaluate")(evaluate)
app.command("calibrate")(calibrate)
app.command("eval")(eval_task)
app.add_typer(eval_json_v2_app, name="eval-json-v2")
app.command("report")(report)
app.command("research")(research)
app.command("stability")(stability)
app.command("import")(import_answers)
app.command("export")(export_questions)
app.command("lint")(lint)
app.command("schema")(schema)
app.command("doctor")(doctor)
app.add_typer(runs_app, name="runs")
app.add_typer(harness_app, name="harness")
app.command("legal")(legal)
app.command("show")(show)
app.command("view")(view)
app.command("serve")(serve)
app.command("mcp")(mcp)
app.command("worker")(worker)
app.add_typer(db_app, name="db")
app.add_typer(keys_app, name="keys")

arena_app = typer.Typer(**_TYPER)
arena_app.command("run_arena.py")(arena)

compare_app = typer.Typer(**_TYPER)
compare_app.command("compare_runs.py")(compare)


legal_app = typer.Typer(**_TYPER)
legal_app.command("test_runner.py")(legal)


class EachOnce(logging.Filter):
    """Lets the first message of each cause through, so that what fails alike for every answer is one line."""

    def __init__(self) -> None:
        super().__init__()
        self._first: dict[tuple[str, str], str] = {}
        self._counts: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        # What is said of one item among many ends in the cause; requests have a number each.
        cause = str(record.args[-1]) if isinstance(record.args, tuple) and record.args else ""
        what = str(record.msg), _NUMBERS.sub("#", cause)
        # Any thread may log.
        with self._lock:
            self._counts[what] += 1
            is_first = self._counts[what] == 1
            if is_first:
                self._first[what] = record.getMessage()
            return is_first

    def say_counts(self) -> None:
        """Say on stderr how often each cause came that came again."""
        with self._lock:
            counted = [(self._counts[what], said) for what, said in self._first.items()]
        for count, said in counted:
            if count > 1:
                typer.echo(f"{count:,} times in all: {said}", err=True)


def main() -> None:
    """Run ``judge``."""
    run(app)


def run(commands: typer.Typer) -> None:
    """Run a command line; bad input ends it with one sentence on stderr and exit code 2."""
    arguments = sys.argv[1:]
    show_every_letter(as_json=not _WRITE_JSON.isdisjoint(arguments))
    # The handler that prints warnings to stderr where logging is not configured.
    warned = EachOnce()
    if logging.lastResort is not None:
        logging.lastResort.addFilter(warned)
    try:
        _require_utf8(arguments)
        try:
            with extra_named("this command", "all"):
                code = commands(standalone_mode=False)
        finally:
            warned.say_counts()
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.exit(code)
    except SystemExit as ended:
        # Typer ends a program whose output is not read with 1, which says something about the answers here.
        if not isinstance(ended.__context__, BrokenPipeError):
            raise
        _end_unread()
    except BrokenPipeError:
        _end_unread()
    except InputError as error:
        _end_with(_option_of(error, arguments) + str(error))
    except _WRONG_USE as error:
        _end_with_usage(cast("typer.BadParameter", error))
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        drop_stdout()
        where = error.filename or "the output"
        _end_with(
            f"{where} cannot be written ({error.strerror}); free some space and run the same command again."
        )


def _end_unread() -> NoReturn:
    drop_stdout()
    _end_with("the output was not read to its end; what was finished is stored")


def _require_utf8(arguments: Sequence[str]) -> None:
    """Refuse arguments that no file of results could contain.

    Raises:
        InputError: the bytes of one are not UTF-8.
    """
    for before, argument in pairwise(("", *arguments)):
        if argument.isascii() or (shown := whole_text(argument)) == argument:
            continue
        name, sign, value = shown.partition("=")
        if not sign or not name.startswith("--"):
            name, value = "", shown
        of = name or (before if before.startswith("-") else "An argument")
        raise InputError(
            f"{of}: {value!r} is not UTF-8; write it in UTF-8, and rename a file that is called that."
        )


def _option_of(error: InputError, arguments: Sequence[str]) -> str:
    """The option that gave the name of a model which there is none of, empty where no option did."""
    from agents.models.options import UnknownModelError

    name = next((each.name for each in (error, error.__cause__) if isinstance(each, UnknownModelError)), None)
    words = [word for each in arguments for word in each.split("=", each.startswith("--"))]
    given = (option for option, value in pairwise(words) if name in re.split("[,+?]", value))
    return next((f"{option}: " for option in given if option.endswith(("model", "judge"))), "")


def _end_with_usage(error: typer.BadParameter) -> NoReturn:
    """End with what is wrong and how to get help; a group without a command, with the help itself."""
    where = error.ctx.command_path if error.ctx else Path(sys.argv[0]).name
    if error.ctx and error.message == error.ctx.get_help():
        typer.echo(error.message, err=True)
        sys.exit(2)
    error.message = (
        error.message.removeprefix("Value error, ")
        .replace("Input should be", "must be")
        .replace("a valid boolean", "true or false")
    )
    _end_with(f"{error.format_message().rstrip('.')}; see {where} --help.")


def _end_with(sentence: str) -> NoReturn:
    """End with one line, whatever characters a file name or a server's message in it contains."""
    line = "".join(char if char.isprintable() else " " for char in sentence).rstrip()
    end = "" if line.endswith((".", "!", "?", "…")) else "."
    # Where stderr is full too, the exit code is all that can be said.
    with suppress(OSError):
        typer.echo(f"error: {' '.join(line.split())}{end}", err=True)
    sys.exit(2)
