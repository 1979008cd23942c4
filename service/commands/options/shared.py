"""Options that several commands share: declared once, as the fields of a dataclass, listed in one order."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

ORDER = (
    *("system", "model", "model_option", "judge", "judge_option", "loop_judge", "final_judge"),
    *("answers", "http", "callable", "timeout", "retriever", "mcp_search"),
    *("settings", "panel", "as_of", "claims", "sources", "fetch", "fetch_host", "retry_failed"),
    *("score_map", "blind", "semantic"),
    *("limit", "dry_run", "concurrency", "engine", "address", "workers", "requests_per_minute", "max_usd"),
    *(
        "seed",
        "min_scored",
        "no_cache",
        "name",
        "store",
        "fresh",
        "out",
        "shards",
        "as_json",
        "markdown_file",
        "junit_file",
        "progress",
    ),
)
"""The order in which ``--help`` lists them, after the command's own."""

MoreDocumentsArgument = Annotated[
    list[Path] | None,
    typer.Argument(
        help="Additional document paths, for when the shell expands `--documents *.pdf`.",
        readable=False,
        metavar="PATH",
    ),
]


def takes_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of the dataclass that its parameter ``options`` is annotated with.

    They are listed in the order of :data:`ORDER`. A command that words one of them in its own way declares it
    again in a subclass.
    """
    hints = get_type_hints(command, include_extras=True)
    shared = hints["options"]
    shared_hints = get_type_hints(shared, include_extras=True)
    parameters = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(command).parameters.items()
        if name != "options"
    ] + [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=shared_hints[field.name],
        )
        for field in fields(shared)
    ]

    parameters.sort(key=lambda each: ORDER.index(each.name) if each.name in ORDER else -1)

    @functools.wraps(command)
    def with_options(**given: Any) -> None:  # noqa: ANN401  (whatever the command takes)
        said = {field.name: given.pop(field.name) for field in fields(shared)}
        options = shared(**said)
        if getattr(options, "dry_run", False):
            _run_dry(partial(command, **given, options=options))
        else:
            command(**given, options=options)

    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {each.name: each.annotation for each in parameters}
    return with_options


def _run_dry(command: Callable[[], None]) -> None:
    """A dry run asks no model: it needs no key, and no provider's package, but says which one a run needs."""
    from agents.models.required_keys import without_keys

    with without_keys() as missing:
        command()
    for sentence in dict.fromkeys(map(str, missing)):
        typer.echo(f"Not installed yet: {sentence}.")
