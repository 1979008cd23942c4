"""Which run store a command works on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
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
    typer.Option(
        "--run", metavar="RUN", help="The run's id or name; by default the latest that has the item."
    ),
]


def existing_store(given: str | None) -> RunStore:
    """Open the store that is meant, to read it.

    Raises:
        InputError: there is none.
    """
    from data_base.store.run_store import RunStore
    from data_base.store.settings import chosen_store

    return RunStore(chosen_store(given), must_exist=True)
