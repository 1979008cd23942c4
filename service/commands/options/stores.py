"""Which run store a command works on, and which of its runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from data_base.schemas.run import RunManifest
    from data_base.store.run_store import RunStore

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="PATH|URL",
        help="The run store: an SQLite file or postgresql://…; JUDGE_STORE if it is not given, else "
        ".judge/runs.sqlite.",
    ),
]
FreshOption = Annotated[
    bool, typer.Option("--fresh", help="Begin a new run, even where an unfinished one could be resumed.")
]
RunOption = Annotated[
    str | None,
    typer.Option("--run", metavar="RUN", help="The run's id; not needed where there is only one."),
]


def existing_store(given: str | None) -> RunStore:
    """Open the store that is meant, to read it.

    Raises:
        InputError: there is none.
    """
    from data_base.store.run_store import RunStore
    from data_base.store.settings import chosen_store

    return RunStore(chosen_store(given), must_exist=True)


def chosen_run(store: RunStore, given: str | None) -> RunManifest:
    """The run that is meant: the one that is named, else the only one there is.

    Raises:
        InputError: no such run, or none is named and there is not exactly one.
    """
    from data_base.errors import InputError

    if given is not None:
        return store.manifest(given)
    runs = store.runs()
    if len(runs) == 1:
        return runs[0]
    if not runs:
        raise InputError(f"{store.name} contains no runs.")
    names = ", ".join(run.run_id for run in runs[-5:])
    raise InputError(f"{store.name} contains {len(runs)} runs; name one with --run (the latest: {names}).")
