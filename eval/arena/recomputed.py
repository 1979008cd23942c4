"""The figures of an arena that is over, worked out again with the ratings that people have given since."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from data_base.schemas.rating import Rating
from data_base.schemas_deep_research import Weighing
from data_base.store.database import NotStoredError
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from eval.arena.rating_corrections import people, read_ratings
from eval.arena.result import ArenaResult
from eval.arena.standings import arena_standings
from eval.stats.measure import ClusterSettings


def arena_again(result: ArenaResult, *, store: str | None = None, ratings: Path | None = None) -> ArenaResult:
    """An arena with its figures as people's ratings correct them; nobody is asked, and nothing is written.

    Args:
        result: the arena as its folder has it.
        store: the run store that may contain ratings of its answers.
        ratings: a file of ratings, besides those in the store and those of an earlier file, which the arena
            keeps.

    Raises:
        InputError: the ratings cannot be used.
    """
    if ratings is not None:
        further = read_ratings(ratings, result.items)
        result = result.model_copy(update={"ratings": (*result.ratings, *further)})
    return with_ratings(result, _in_store(result.manifest.run_id, store))


def with_ratings(result: ArenaResult, in_store: Sequence[Rating]) -> ArenaResult:
    """The arena with its figures corrected by ratings, and with standings where a file had none yet.

    Args:
        result: the arena, which keeps the ratings that came from files.
        in_store: those of its run.
    """
    summary = result.summary
    settings = ClusterSettings(seed=summary.bootstrap.seed)
    standings = summary.standings or arena_standings(
        result.items, result.pairs, by_pairs=bool(result.pairs), settings=settings
    )
    weighing = Weighing.stated(result.manifest.settings)
    found = people(result.items, (*in_store, *result.ratings), weighing)
    changed = summary.model_copy(update={"standings": standings, "people": found})
    return result.model_copy(update={"summary": changed})


def _in_store(run_id: str, store: str | None) -> list[Rating]:
    try:
        with RunStore(chosen_store(store), must_exist=True) as opened:
            opened.state(run_id)
            return opened.ratings(run_id)
    except NotStoredError:
        return []
