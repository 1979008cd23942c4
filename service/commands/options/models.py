"""The options of models on the command line; they go wherever the model's name goes."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

AnsweringModel = typer.Option(help="The model that answers: embedded, openai:…, google:….")
JudgeOption = Annotated[str | None, typer.Option(help="Judges answers and drafts; --model by default.")]
ModelOptionsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--model-option",
        metavar="NAME=VALUE",
        help="An option of the model: temperature, reasoning_effort, max_output_tokens, seed, timeout, or "
        "what its provider knows. Nothing else is sent. May be repeated.",
    ),
]
JudgeOptionsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--judge-option",
        metavar="NAME=VALUE",
        help="An option of the judge's model, written in the same way. May be repeated.",
    ),
]


def with_given(model: str, given: list[str] | None, beneath: Mapping[str, Any] | None = None) -> str:
    """The model's name with the options of the command line behind it, over those of a settings file.

    Raises:
        InputError: an option is not written as NAME=VALUE, or there is no model that could take it.
    """
    from agents.models.options import read_options
    from agents.models.registry import with_model_options

    return with_model_options(model, read_options(given or ()), beneath)
