"""The options of claim tables, the same for every command that judges answers."""

from pathlib import Path
from typing import Annotated, Any

import typer

from data_base.errors import InputError

ClaimsOption = Annotated[
    bool,
    typer.Option(
        "--claims",
        help="Also check each claim of an answer against the sources that it cites (a call or two per source "
        "with a model).",
    ),
]
SourcesOption = Annotated[
    Path | None,
    typer.Option(
        help="With --claims: folder with the pages that answers cite (index.jsonl and their texts).",
        readable=False,
        metavar="FOLDER",
    ),
]


def claims_settings(sources: Path | None, *, claims: bool) -> dict[str, Any]:
    """The options as settings of the evaluator; those that are not given are left to a settings file.

    Raises:
        InputError: sources are given that nothing would be checked by.
    """
    if sources is not None and not claims:
        raise InputError("--sources requires --claims.")
    return {"claims": True, **({} if sources is None else {"sources": sources})} if claims else {}
