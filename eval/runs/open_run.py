"""Beginning, resuming and finishing a run in the store that all commands share."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.run import RunItem, RunManifest
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store


class OpenRun(NamedTuple):
    """A run that is under way, or about to begin.

    Attributes:
        store: where it is kept.
        manifest: its terms, as they were kept when it was begun. A new run is not in the store yet:
            :meth:`RunStore.create` enters it, once all checks have passed.
    """

    store: RunStore
    manifest: RunManifest


@contextmanager
def open_run(
    manifest: RunManifest, store: str | None = None, *, fresh: bool = False, alone: bool = True
) -> Iterator[OpenRun]:
    """The run of these terms: what an earlier process left of it, or a new one that can be entered.

    A finished run is never reopened: the same terms then give a new run, with a number behind its id. A run
    that is resumed under another name is renamed.

    Args:
        manifest: the terms.
        store: an SQLite file or a database's URL; ``JUDGE_STORE``, else ``.judge/runs.sqlite``, if None.
        fresh: begin a new run, whatever was left unfinished.
        alone: whether the run is kept from other processes; not where the caller has done so.

    Raises:
        InputError: the store cannot be used, or another command is at work on the run.
    """
    with RunStore(chosen_store(store)) as opened, ExitStack() as held:
        run_id = opened.next_run_id(manifest.run_id, fresh=fresh)
        if alone:
            held.enter_context(opened.sole_worker(run_id))
        named = manifest.model_copy(update={"run_id": run_id})
        yield OpenRun(opened, _taken_up(opened, named) if opened.contains(run_id) else named)


def kept_items(manifest: RunManifest, store: str | None = None, *, fresh: bool = False) -> list[RunItem]:
    """What an earlier process left of the run that :func:`open_run` would resume; nothing is written.

    Raises:
        InputError: the store cannot be used.
    """
    with _kept(manifest, store, fresh=fresh) as kept:
        return [] if kept is None else kept.store.items(kept.manifest.run_id)


def kept_pairs(manifest: RunManifest, store: str | None = None, *, fresh: bool = False) -> list[PairVerdict]:
    """As :func:`kept_items`, the verdicts on pairs."""
    with _kept(manifest, store, fresh=fresh) as kept:
        return [] if kept is None else list(kept.store.pairs(kept.manifest.run_id))


@contextmanager
def _kept(manifest: RunManifest, store: str | None, *, fresh: bool) -> Iterator[OpenRun | None]:
    place = chosen_store(store)
    file = place.removeprefix("sqlite:///")
    if "://" not in file and not Path(file).exists():
        yield None
        return
    with RunStore(place, must_exist=True) as opened:
        run_id = opened.next_run_id(manifest.run_id, fresh=fresh)
        yield OpenRun(opened, manifest.model_copy(update={"run_id": run_id}))


def _taken_up(store: RunStore, manifest: RunManifest) -> RunManifest:
    """The manifest of a run that is resumed, as it was begun, but under the name that it is given now."""
    kept = store.create(manifest)
    if manifest.name in {None, kept.title}:
        return kept
    store.rename(manifest.run_id, str(manifest.name))
    return kept.model_copy(update={"name": manifest.name})


def finish(run_id: str, store: str | None = None) -> None:
    """Mark a run as complete, once all its outputs are written: it is never reopened then.

    Raises:
        InputError: there is no such run, or the store cannot be used.
    """
    with RunStore(chosen_store(store)) as opened:
        opened.finish(run_id)
