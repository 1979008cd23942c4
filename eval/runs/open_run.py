"""Taking up a run in the store that all commands share."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from data_base.schemas.run import RunManifest


class OpenRun(NamedTuple):
    """A run that is under way.

    Attributes:
        store: holds it.
        manifest: its terms, as they were entered when it was begun.
    """

    store: RunStore
    manifest: RunManifest


@contextmanager
def open_run(manifest: RunManifest, store: str | None = None, *, fresh: bool = False) -> Iterator[OpenRun]:
    """The run of these terms: what an earlier process left of it, or a new one.

    A finished run is never reopened: the same terms then give a new run, with a number behind its name.

    Args:
        manifest: the terms.
        store: an SQLite file or a database's URL; ``JUDGE_STORE``, else ``.judge/runs.sqlite``, if None.
        fresh: begin a new run, whatever was left unfinished.

    Raises:
        InputError: the store cannot be used.
    """
    with RunStore(chosen_store(store)) as opened:
        run_id = opened.next_run_id(manifest.run_id, fresh=fresh)
        yield OpenRun(opened, opened.create(manifest.model_copy(update={"run_id": run_id})))


def finish(run_id: str, store: str | None = None) -> None:
    """Say that a run is complete, once all that it was to leave is written: it is never reopened then.

    Raises:
        InputError: there is no such run, or the store cannot be used.
    """
    with RunStore(chosen_store(store)) as opened:
        opened.finish(run_id)
