"""The option ``--semantic`` of the commands that search documents."""

from typing import Annotated

import typer

SemanticOption = Annotated[
    bool,
    typer.Option(
        "--semantic",
        help="Also search by meaning, across languages. Requires the `semantic` extra.",
    ),
]
