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
        help="Run store: an SQLite file or a postgresql:// URL. [env var: JUDGE_STORE; "
        "default: .judge/runs.sqlite]",
    ),
]
FreshOption = Annotated[
    bool, typer.Option("--fresh", help="Start a new run instead of resuming an unfinished one.")
]
RunOption = Annotated[
    str | None,
    typer.Option("--run", metavar="RUN", help="Run ID or name. [default: the latest run that has the item]"),
]


def existing_store(given: str | None) -> RunStore:
    """Open the store that is meant, to read it.

    Raises:
        InputError: there is none.
    """
    from data_base.store.run_store import RunStore
    from data_base.store.settings import chosen_store

    return RunStore(chosen_store(given), must_exist=True)
