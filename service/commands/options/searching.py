"""The option ``--semantic`` of the commands that search documents."""

from typing import Annotated

import typer

SemanticOption = Annotated[
    bool,
    typer.Option(
        "--semantic",
        help="Find passages by what they mean, too, in other languages as well; needs the extra semantic.",
    ),
]
