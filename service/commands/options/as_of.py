"""The option ``--as-of``, the same for every command that judges, and for those that research, too."""

from typing import Annotated

import typer

AsOfOption = Annotated[
    str | None,
    typer.Option(
        help="Judge as of this date (YYYY-MM-DD): what is newer is undecidable. today: the day on which the "
        "run began.",
        metavar="DATE",
    ),
]
ResearchAsOfOption = Annotated[
    str | None,
    typer.Option(
        help='Research and judge as of this date (YYYY-MM-DD): "now" and "next" are counted from it, and '
        "what is newer is undecidable. today: the day on which the run began.",
        metavar="DATE",
    ),
]
