"""How much a command does, and how fast: the options that bear the same words in every command."""

from typing import Annotated

import typer

LimitOption = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="Only the first N questions or answers.")
]
DryRunOption = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="Say how many calls, tokens and dollars it would take, and stop; needs no key."
    ),
]
ConcurrencyOption = Annotated[int, typer.Option(min=1, help="Questions or answers under way at once.")]
SeedOption = Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")]
MinScoredOption = Annotated[
    float,
    typer.Option(
        min=0, max=1, help="Least share of items that must be scored for a verdict; below it the code is 2."
    ),
]
