"""Judges that may favour a contestant: its own writer, one of the writer's family, one that steered it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from agents.models.options import SAME
from agents.models.registry import EMBEDDED, PANEL
from data_base.counted import listed
from data_base.schemas.run import RunItem
from eval.arena.families import family_of, stated_families
from eval.systems.choice import LOOP_JUDGE

if TYPE_CHECKING:
    from eval.arena.config import ArenaRules


def judged_by_its_own(
    rules: ArenaRules, models: Mapping[str, str], items: Iterable[RunItem]
) -> Iterator[str]:
    """A warning for each contestant that a judge writes, or a model of a judge's family.

    A contestant is written by the model that is asked, and by those that its answers name. The embedded model
    has no taste.

    Args:
        rules: with the contestants.
        models: of the run, by their roles.
        items: answers that are there.
    """
    written = {
        each.name: {models[each.name]} if each.model or each.research else set[str]()
        for each in rules.contestants
    }
    for item in items:
        if item.answer is not None and item.answer.model_id and item.system in written:
            written[item.system].add(item.answer.model_id)
    names, stated = {*models["judge"].split(PANEL)} - {EMBEDDED}, stated_families(rules)
    kin = {family: name for name in sorted(names) if (family := family_of(name))}
    for contestant, writers in written.items():
        if own := sorted(writers & names):
            yield (
                f"{contestant} is written by {listed(own)}, which also judges it, and models favour their "
                "own words; let another model judge."
            )
            continue
        of_writers = [stated[contestant]] if contestant in stated else map(family_of, sorted(writers))
        if family := next((each for each in of_writers if each in kin), None):
            yield (
                f"{contestant} is written by a model of the family {family}, as is its judge {kin[family]}, "
                "and models favour their family's words; let a model of another family judge."
            )


def steered_by_its_judge(rules: ArenaRules, models: Mapping[str, str]) -> Iterator[str]:
    """The contestants whose research goes on, or went on, until a judge that also scores them is content.

    A judge that scores by another prompt than the one that it steered by is not meant.
    """
    if rules.final_judge == SAME:
        return
    names = {*models["judge"].split(PANEL)}
    for each in rules.contestants:
        if names & {*models.get(f"{each.name}: {LOOP_JUDGE}", "").split(PANEL)}:
            yield each.name


def same_model_warning(rules: ArenaRules, models: Mapping[str, str]) -> Iterator[str]:
    """What a reader must know where the model that scores has steered by another prompt."""
    if rules.final_judge == SAME:
        yield (
            f"{models['judge']} scores here by another prompt and another order of passages than when it "
            "steered research; each contestant's optimism says what that changes. Another model as the final "
            "judge would share less of its taste."
        )


def steering_warning(name: str) -> str:
    """What a reader must know of such a contestant."""
    return (
        f"{name} went on until a judge that also scores it here was content, which favours it; let another "
        "model judge inside its loop (--loop-judge, or its judge in the arena's file or request), or another "
        "one score (--final-judge)."
    )
