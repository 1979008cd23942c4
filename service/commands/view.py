"""``judge view``: the pages on one run file, arena folder or run store, without a server to set up."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple
from urllib.parse import quote

import typer

if TYPE_CHECKING:
    from eval.arena.result import ArenaResult
    from service.keys import Scope

_SQLITE = b"SQLite format 3\x00"


class _Shown(NamedTuple):
    """What is shown."""

    store: str
    scopes: "tuple[Scope, ...]"
    page: str
    arena: "ArenaResult | None" = None


def view(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="Run file, output of `judge evaluate --out`, arena folder, or run store (an "
            "SQLite file or a postgresql:// URL). `example` opens a recorded arena that ships "
            "with the project.",
        ),
    ],
    *,
    port: Annotated[
        int,
        typer.Option(min=0, max=65535, help="Port to listen on. [default: any free port]", metavar="PORT"),
    ] = 0,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address without opening a browser.")
    ] = False,
) -> None:
    """Open runs in the browser.

    The pages show scores, claims and the passages behind them.

    The pages are served only on this machine, to the browser that opens the printed address; the address
    works once. A run store is opened in place, and you can rate its answers. Files are read-only.

    Exit codes: 0 stopped by a signal; 2 the input, an option or the environment needs fixing.
    """
    from service.commands.terminal.missing_extra import required

    with required("service", "judge view"):
        from service.web.local_viewer import show_store

    def opened(address: str) -> None:
        typer.echo(f"Open {address} in a browser on this machine; it works once. Stop with Ctrl+C.")
        sys.stdout.flush()
        if not no_browser:
            _open(address)

    with _shown(path) as shown:
        show_store(
            shown.store,
            scopes=shown.scopes,
            port=port,
            path=shown.page,
            arena=shown.arena,
            opened=opened,
        )


@contextmanager
def _shown(path: str) -> Iterator[_Shown]:
    """What is at a path; a file's run is in a store of its own for as long as the block takes.

    Raises:
        InputError: there is no run and no store.
    """
    from tempfile import TemporaryDirectory

    from data_base.store.run_store import RunStore
    from eval.arena.example import EXAMPLE, example_arena
    from eval.compare.named_run import run_in_file

    if "://" in path or _is_sqlite(Path(path)):
        _require_store(path)
        yield _Shown(path, ("read", "rate"), "/runs")
        return
    with TemporaryDirectory(prefix="judge-view-") as folder:
        named = Path(path)
        if path == EXAMPLE and not named.exists():
            typer.echo("Unpacking the recorded arena; its address follows.", err=True)
            named = example_arena(Path(folder))
        run = run_in_file(named)
        store = f"{folder}/runs.sqlite"
        with RunStore(store) as made:
            made.import_run(run.manifest, run.items, run.pairs)
            made.finish(run.manifest.run_id, at=run.manifest.created_at)
            for rating in () if run.arena is None else run.arena.ratings:
                made.rate(run.manifest.run_id, rating)
        place = f"/{'runs' if run.arena is None else 'arenas'}/{quote(run.manifest.run_id, safe='')}"
        yield _Shown(store, ("read",), place, run.arena)


def _require_store(store: str) -> None:
    """Refuse what is no run store, before it is opened: that would make tables in another program's database.

    Raises:
        InputError: it is none, or cannot be used.
    """
    from data_base.errors import InputError
    from data_base.store.address import SQLITE, shown, store_url
    from data_base.store.engine import open_engine
    from data_base.store.schema_upgrade import is_there

    url = store_url(store)
    if url.drivername != SQLITE:
        # It says itself what is wrong with its address and its server.
        return
    engine = open_engine(url)
    try:
        if not is_there(engine):
            raise InputError(
                f"{shown(url)} is no run store; use a run file, an arena's folder or a run store."
            )
    finally:
        engine.dispose()


def _is_sqlite(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        # A folder, or nothing: said where its run is looked for.
        return False


def _open(address: str) -> None:
    """Open a browser; one that runs in the terminal would not return."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
