"""Which models served a run: as their replies name them, not as they were asked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from data_base.errors import InputError

if TYPE_CHECKING:
    from data_base.schemas.run import RunItem, RunManifest
    from data_base.schemas_deep_research import DeepResearchResult, FineGrainedEvaluationResult
    from data_base.store.run_store import RunStore

Served = dict[str, dict[str, int]]
"""Model as asked to the models that served it, each with its number of answers and evaluations."""


def served_in(items: Iterable[RunItem]) -> Served:
    """Which models served the answers and evaluations of a run, those inside research among them."""
    return _counted(pair for item in items for pair in _replies(item))


def served_to(evaluations: Iterable[FineGrainedEvaluationResult]) -> Served:
    """Which models served some evaluations."""
    return _counted(pair for evaluation in evaluations for pair in _judges(evaluation))


def with_served(manifest: RunManifest, items: Iterable[RunItem]) -> RunManifest:
    """A manifest that says which models served the run; the store, which only grows, keeps it without."""
    return manifest.model_copy(update={"models_served": served_in(items)})


def served_manifest(store: RunStore, run_id: str) -> RunManifest:
    """The manifest of a stored run with the models that served it.

    Raises:
        InputError: the store has no such run, or cannot be read.
    """
    return with_served(store.manifest(run_id), store.stream(run_id))


def changes(served: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """A sentence for every model that was not the same one throughout."""
    for asked, by in served.items():
        if len(by) > 1:
            counts = ", ".join(f"{name} ({count} times)" for name, count in by.items())
            yield f"{asked} was served by different models within this run: {counts}."


def differences(
    base: Mapping[str, Mapping[str, int]], cand: Mapping[str, Mapping[str, int]]
) -> Iterator[str]:
    """A sentence for every name under which two runs were served by different models."""
    for asked in base.keys() & cand.keys():
        if base[asked].keys() != cand[asked].keys():
            before, after = (", ".join(sorted(by[asked])) for by in (base, cand))
            yield f"{asked} was served by {before} in the baseline and by {after} in the candidate."


def require_same(base: Sequence[RunManifest], cand: Sequence[RunManifest]) -> None:
    """Make sure that two runs were served by the same models under every name they share.

    Raises:
        InputError: they were not, or one of them does not say by which model at a server it was served.
    """
    if different := sorted(differences(summed_served(base), summed_served(cand))):
        raise InputError(f"The runs cannot be compared with --same-model: {different[0]}")
    for which, manifests in (("baseline", base), ("candidate", cand)):
        for manifest in manifests:
            asked = {
                name for names in manifest.models.values() for name in re.split("[,+]", names) if ":" in name
            }
            if silent := sorted(asked - manifest.models_served.keys()):
                raise InputError(
                    f"The runs cannot be compared with --same-model: the {which} does not say which model "
                    f"served {silent[0]}; make it again, or leave --same-model out."
                )


def summed_served(manifests: Iterable[RunManifest]) -> Served:
    """What several runs say of the models that served them."""
    return summed_up(manifest.models_served for manifest in manifests)


def summed_up(counts: Iterable[Mapping[str, Mapping[str, int]]]) -> Served:
    """Several counts as one."""
    together: dict[str, Counter[str]] = {}
    for each in counts:
        for asked, by in each.items():
            together.setdefault(asked, Counter()).update(by)
    return {asked: dict(by.most_common()) for asked, by in sorted(together.items())}


def served_in_research(research: DeepResearchResult) -> Served:
    """Which models served the drafts of a research and their judgements."""
    return _counted(_drafts(research))


def _counted(replies: Iterable[tuple[str | None, str | None]]) -> Served:
    return summed_up({asked: {by: 1}} for asked, by in replies if asked and by)


def _replies(item: RunItem) -> Iterator[tuple[str | None, str | None]]:
    if item.research is not None:
        yield from _drafts(item.research)
    elif item.answer is not None:
        yield item.answer.model_id, item.answer.model_served
    if item.evaluation is not None:
        yield from _judges(item.evaluation)


def _drafts(research: DeepResearchResult) -> Iterator[tuple[str | None, str | None]]:
    for attempt in research.attempts:
        yield attempt.answer.model_id, attempt.answer.model_served
        if attempt.evaluation is not None:
            yield from _judges(attempt.evaluation)


def _judges(evaluation: FineGrainedEvaluationResult) -> Iterator[tuple[str | None, str | None]]:
    if evaluation.panel is None:
        yield evaluation.model_id, evaluation.model_served
        return
    for member in evaluation.panel.members:
        yield member.model_id, member.model_served
