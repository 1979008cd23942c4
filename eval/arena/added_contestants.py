"""A finished arena with further contestants: what was answered and judged before is taken over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pydantic import JsonValue

from data_base.errors import InputError
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.run import RunItem, RunManifest
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store

if TYPE_CHECKING:
    from eval.arena.result import CaseResult

_FREE = ("contestants", "model_options", "pairs", "reference", "extends", "rejudge")
"""Settings in which an arena may differ from the one it extends."""


def earlier_arena(run_id: str, manifest: RunManifest, store: str | None) -> RunManifest:
    """The terms of the arena that another extends.

    Args:
        run_id: its run.
        manifest: the terms of the arena that extends it.
        store: where runs are kept.

    Raises:
        InputError: there is no such run, or questions, documents, judges, settings or scoring rules differ.
    """
    with RunStore(chosen_store(store), must_exist=True) as opened:
        earlier = opened.manifest(run_id)
    ours, theirs = _terms(manifest), _terms(earlier)
    if differing := [name for name, value in ours.items() if value != theirs[name]]:
        raise InputError(
            f"the run {run_id} cannot be extended: it differs in {' and '.join(differing)}; leave "
            "--extends out, or take its answers as a contestant (run: in the arena's file)."
        )
    return earlier


def unchanged(names: Iterable[str], manifest: RunManifest, earlier: RunManifest) -> tuple[str, ...]:
    """The contestants that both arenas have, with the same models and settings."""
    own = {name: _contestant(name, manifest) for name in names}
    return tuple(name for name, terms in own.items() if terms and terms == _contestant(name, earlier))


def taken_over(
    store: RunStore, earlier: RunManifest, names: Iterable[str], case_ids: Iterable[str]
) -> Iterator[RunItem]:
    """What an earlier arena keeps of these contestants and questions."""
    wanted, asked = set(names), set(case_ids)
    for item in store.stream(earlier.run_id):
        if item.system in wanted and item.case_id in asked and item.answer is not None:
            yield item


def take_over(
    store: RunStore, run_id: str, earlier: RunManifest, names: Iterable[str], case_ids: Iterable[str]
) -> None:
    """Enter into a run what an earlier arena keeps of these contestants, unless it is there.

    Raises:
        InputError: the store cannot be written.
    """
    names, case_ids = set(names), set(case_ids)
    there = {(item.case_id, item.system) for item in store.stream(run_id)}
    for item in taken_over(store, earlier, names, case_ids):
        if (item.case_id, item.system) not in there:
            calls = store.calls_of(earlier.run_id, item.case_id, item.system)
            store.extend(run_id, [item], calls)
    if not store.count_pairs(run_id):
        store.extend(run_id, [], pairs=list(pairs_of_both(store, earlier, names, case_ids)))


def pairs_of_both(
    store: RunStore, earlier: RunManifest, names: Iterable[str], case_ids: Iterable[str]
) -> Iterator[PairVerdict]:
    """The verdicts of an earlier arena on two of these contestants and on these questions."""
    wanted, asked = set(names), set(case_ids)
    for pair in store.pairs(earlier.run_id):
        if {pair.first, pair.second} <= wanted and pair.case_id in asked:
            yield pair


def stale(results: Iterable[CaseResult]) -> int:
    """How many answers were judged on other passages than are shared now."""
    return sum(
        item.evaluation is not None
        and item.evaluation.scored
        and {*item.evaluation.passages_shown, *item.evaluation.passages_left_out}
        != {passage.id for passage in result.shared_passages}
        for result in results
        for item in result.items
    )


def _terms(manifest: RunManifest) -> dict[str, object]:
    settings = {name: value for name, value in manifest.settings.items() if name not in _FREE}
    return {
        "questions or documents": manifest.data_hashes,
        "judges": _models(manifest).get("judge"),
        "settings": settings,
        "scoring rules": manifest.scorer_version,
        "prompts": manifest.prompts,
    }


def _contestant(name: str, manifest: RunManifest) -> dict[str, object]:
    known = _of(manifest, "contestants").get(name)
    models = {
        role: model
        for role, model in _models(manifest).items()
        if role == name or role.startswith(f"{name}: ")
    }
    index = manifest.index_version if isinstance(known, dict) and "research" in known else None
    return {"settings": known, "index": index, "models": models} if models else {}


def _models(manifest: RunManifest) -> dict[str, object]:
    """Role to the model's name and its options."""
    options = _of(manifest, "model_options")
    return {role: (model, options.get(role)) for role, model in manifest.models.items()}


def _of(manifest: RunManifest, setting: str) -> dict[str, JsonValue]:
    found = manifest.settings.get(setting)
    return found if isinstance(found, dict) else {}
