"""What is in the run store of a run of some terms, and that it is complete."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.run import RunItem, RunManifest
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store


def kept_items(manifest: RunManifest, store: str | None = None, *, fresh: bool = False) -> list[RunItem]:
    """What an earlier process left of the run that :func:`eval.runs.suite.open_run` would resume.

    Nothing is written.

    Raises:
        InputError: the store cannot be used.
    """
    with _kept(manifest, store, fresh=fresh) as (kept, run_id):
        return [] if kept is None else kept.items(run_id)


def kept_pairs(manifest: RunManifest, store: str | None = None, *, fresh: bool = False) -> list[PairVerdict]:
    """As :func:`kept_items`, the verdicts on pairs."""
    with _kept(manifest, store, fresh=fresh) as (kept, run_id):
        return [] if kept is None else list(kept.pairs(run_id))


@contextmanager
def _kept(manifest: RunManifest, store: str | None, *, fresh: bool) -> Iterator[tuple[RunStore | None, str]]:
    place = chosen_store(store)
    file = place.removeprefix("sqlite:///")
    if "://" not in file and not Path(file).exists():
        yield None, manifest.run_id
        return
    with RunStore(place, must_exist=True) as opened:
        yield opened, opened.next_run_id(manifest.run_id, fresh=fresh)


def finish(run_id: str, store: str | None = None) -> None:
    """Mark a run as complete, once all its outputs are written: it is never reopened then.

    Raises:
        InputError: there is no such run, or the store cannot be used.
    """
    with RunStore(chosen_store(store)) as opened:
        opened.finish(run_id)
