"""``judge schema``: the JSON Schemas of files and of what is stored."""

from pathlib import Path
from typing import Annotated

import typer


def schema(
    *,
    name: Annotated[
        str | None,
        typer.Argument(
            help="Schema to print: score_card, run_file …. Without it, the names are listed.", metavar="NAME"
        ),
    ] = None,
    write: Annotated[
        Path | None, typer.Option(help="Write all schemas to this folder.", metavar="PATH")
    ] = None,
) -> None:
    """Print or write the published JSON Schemas.

    `--write eval/schemas` updates the files of the repository.
    """
    from data_base.errors import InputError
    from eval.published_schemas import SCHEMAS, write_schemas

    if write is not None:
        for path in write_schemas(write):
            typer.echo(path)
        return
    if name is None:
        for published in SCHEMAS:
            typer.echo(f"{published.name} (version {published.version.removeprefix('v')})")
        return
    found = [published for published in SCHEMAS if published.name == name]
    if not found:
        names = ", ".join(published.name for published in SCHEMAS)
        raise InputError(f"There is no schema {name!r}; the schemas are {names}.")
    typer.echo(found[0].text(), nl=False)
