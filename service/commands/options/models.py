"""The options of models on the command line; they go wherever the model's name goes."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

AnsweringModel = typer.Option(help="Model that answers: embedded, openai:…, google:….", metavar="NAME")
JudgeOption = Annotated[
    str | None, typer.Option(help="Judge for answers and drafts. [default: same as --model]", metavar="NAME")
]
FinalJudgeOption = Annotated[
    str | None,
    typer.Option(
        "--final-judge",
        help="Judge that does not steer the research and scores what it returns; `same` for the same judge "
        "by another prompt and another order of passages.",
        metavar="NAME",
    ),
]
ModelOptionsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--model-option",
        metavar="NAME=VALUE",
        help="Option to send to the model: temperature, reasoning_effort, max_output_tokens, "
        "seed, timeout, or any option of its provider. Options you do not set are not "
        "sent. Repeatable.",
    ),
]
JudgeOptionsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--judge-option",
        metavar="NAME=VALUE",
        help="Option to send to the judge's model, as NAME=VALUE. Repeatable.",
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
