"""How much a command does, and how fast: the options that bear the same words in every command."""

from typing import Annotated

import typer

LimitOption = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="Process only the first N questions or answers.")
]
DryRunOption = Annotated[
    bool,
    typer.Option("--dry-run", help="Estimate calls, tokens and cost, then exit. Needs no API key."),
]
ConcurrencyOption = Annotated[
    int, typer.Option(min=1, help="Number of questions or answers to process at the same time.", metavar="N")
]
SeedOption = Annotated[int, typer.Option(min=0, help="Random seed for confidence intervals.", metavar="N")]
MinScoredOption = Annotated[
    float,
    typer.Option(
        min=0,
        max=1,
        help="Smallest share of items that must have a score. Below it, the command exits with 2.",
        metavar="NUMBER",
    ),
]
