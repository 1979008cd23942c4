"""The contestants that an arena's file names, as systems that can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.models.names import EMBEDDED, ModelOrJudge, model_id
from data_base.counted import counted
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.case import Case
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from eval.arena.config import ContestantConfig
from eval.systems.choice import LOOP_JUDGE, ChosenSystem, choose_system
from eval.systems.kept_answers import KeptAnswers
from eval.systems.recorded import RecordedAnswers


def entrant(
    config: ContestantConfig,
    *,
    judge: str,
    judging: Mapping[str, Any],
    index: Callable[[], PassageIndex] | None,
    checkpoints: Path,
    store: str | None,
) -> ChosenSystem:
    """The system that a contestant is; no one is asked.

    Args:
        config: the contestant.
        judge: judges the drafts of a loop that names no judge.
        judging: settings of that judge.
        index: of the arena's documents; None where there are none.
        checkpoints: where unfinished research is kept.
        store: where runs are looked up.

    Raises:
        InputError: it cannot be built.
    """
    if config.run is not None:
        with RunStore(chosen_store(store), must_exist=True) as opened:
            kept = KeptAnswers.of(config.run, opened.stream(config.run), config.name, config.system)
        return ChosenSystem(kept, {config.name: f"run {config.run}"}, {"run": config.run})
    try:
        return choose_system(config.choice(judge, judging), index=index, checkpoints=checkpoints)
    except InputError as error:
        raise InputError(f"{config.name}: {error}") from error


def roles(entrants: Iterable[ChosenSystem]) -> dict[str, ModelOrJudge | str]:
    """Role to model over all contestants; whatever takes part in one is named after it."""
    return {
        role if role == each.contestant.name else f"{each.contestant.name}: {role}": model
        for each in entrants
        for role, model in each.roles.items()
    }


def given_answers(entrant: ChosenSystem) -> Callable[[Case], object | None] | None:
    """Finds its answer to a question where its answers are given, else None: it will be asked."""
    if isinstance(entrant.contestant, KeptAnswers):
        items = entrant.contestant.items
        return lambda case: items.get(case.id)
    return entrant.recorded.find if isinstance(entrant.recorded, RecordedAnswers) else None


def may_find(entrant: ChosenSystem) -> bool:
    """Whether its answers may come with passages once it is asked: a model alone brings none."""
    return given_answers(entrant) is None and (LOOP_JUDGE in entrant.roles or not entrant.models)


def answers_missing(entrants: Iterable[ChosenSystem], cases: Sequence[Case]) -> Iterable[str]:
    """A sentence for each contestant whose answers are given and do not cover all questions.

    Raises:
        InputError: its answers are to none of them.
    """
    for each in entrants:
        given = given_answers(each)
        missing = 0 if given is None else sum(given(case) is None for case in cases)
        if missing == len(cases):
            raise InputError(
                f"{each.contestant.name}: its answers are to none of the questions; give them the questions' "
                f"ids, such as {cases[0].id!r}, and the same texts where the file says what was asked."
            )
        if missing:
            yield f"{each.contestant.name} has no answer to {counted(missing, 'question')}."


def steered_by_its_judge(entrants: Iterable[ChosenSystem], judges: Sequence[ModelOrJudge]) -> Iterable[str]:
    """The contestants whose research goes on until a judge that also scores them is content."""
    names = {name for judge in judges for name in model_id(judge).split(",")}
    for each in entrants:
        steering = each.roles.get(LOOP_JUDGE)
        if (
            steering is not None
            and not isinstance(steering, str)
            and names & set(model_id(steering).split(","))
        ):
            yield each.contestant.name


def steering_warning(name: str) -> str:
    """What a reader must know of such a contestant."""
    return (
        f"{name} went on until a judge that also scores it here was content, which favours it; let another "
        "model judge inside its loop (--loop-judge, or its judge in the arena's file)."
    )


def judged_by_itself(entrants: Iterable[ChosenSystem], judges: Sequence[ModelOrJudge]) -> Iterable[str]:
    """A warning for each contestant that is written by a model that judges; the embedded one has no taste."""
    names = {name for judge in judges for name in model_id(judge).split(",")} - {EMBEDDED}
    for each in entrants:
        writer = each.roles.get(each.contestant.name)
        if writer is not None and not isinstance(writer, str) and model_id(writer) in names:
            yield (
                f"{each.contestant.name} is written by {model_id(writer)}, which also judges it, and models "
                "favour their own words; let another model judge."
            )
