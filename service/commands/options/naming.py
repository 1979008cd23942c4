"""The option ``--name`` of the commands that make a run."""

from __future__ import annotations

from typing import Annotated

import typer


def _checked(name: str | None) -> str | None:
    """The name as it is kept; one that cannot be used is refused before anything is read."""
    from data_base.schemas.runs.run_name import checked_name

    try:
        return None if name is None else checked_name(name)
    except ValueError as error:
        raise typer.BadParameter(f"{error}; choose another one") from error


NameOption = Annotated[
    str | None,
    typer.Option(
        "--name",
        metavar="NAME",
        callback=_checked,
        help="Name of the run in lists and reports. [default: its kind, subject and date]",
    ),
]
