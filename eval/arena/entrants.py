"""The contestants that an arena's file names, as systems that can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.models.registry import ModelOrJudge
from agents.research.settings import ResearchSettings
from data_base.counted import counted
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from eval.arena.config import ContestantConfig
from eval.systems.choice import LOOP_JUDGE, ChosenSystem, SystemChoice, choose_system
from eval.systems.kept_answers import KeptAnswers
from eval.systems.recorded import RecordedAnswers


def entrant(  # noqa: PLR0913  (each says something else of it)
    config: ContestantConfig,
    *,
    judge: str,
    loop: Mapping[str, Any],
    retrievers: Sequence[str] = (),
    searches: Sequence[str] = (),
    judging: Mapping[str, Any],
    index: Callable[[], PassageIndex] | None,
    checkpoints: Path,
    store: str | None,
) -> ChosenSystem:
    """The system that a contestant is; no one is asked.

    Args:
        config: the contestant.
        judge: judges the drafts of a loop that names no judge.
        loop: settings of a loop that says nothing of them.
        retrievers: further ones that a loop searches, by name.
        searches: further searches, by the addresses of their MCP servers.
        judging: settings of those judges.
        index: of the arena's documents; None where there are none.
        checkpoints: where unfinished research is kept.
        store: where runs are looked up.

    Raises:
        InputError: it cannot be built.
    """
    if config.run is not None:
        with RunStore(chosen_store(store), must_exist=True) as opened:
            run = opened.run_id_of(config.run)
            models = opened.manifest(run).models
            kept = KeptAnswers.of(run, opened.stream(run), config.name, config.system)
        steering = models.get(f"{kept.system}: {LOOP_JUDGE}", models.get(LOOP_JUDGE))
        judged_by = {} if steering is None else {LOOP_JUDGE: steering}
        asked = {"run": run, "system": kept.system}
        return ChosenSystem(kept, {config.name: f"run {run}", **judged_by}, asked)
    if config.research is not None and index is None and not retrievers and not searches:
        raise InputError(
            f"{config.name}: Deep Research has nothing to read; name documents, retrievers or searches in "
            "the arena's file."
        )
    try:
        choice = choice_of(config, judge, judging)
        if config.research is not None:
            more = {"retrievers": tuple(retrievers), "searches": tuple(searches)}
            settings = in_arena(config.research.settings, loop)
            choice = choice.model_copy(update={"research": settings, **more})
        return choose_system(choice, index=index, checkpoints=checkpoints)
    except InputError as error:
        raise InputError(f"{config.name}: {error}") from error


def choice_of(config: ContestantConfig, judge: str, judging: Mapping[str, Any]) -> SystemChoice:
    """The system that a contestant names; not for a run in the store, and without what is the arena's.

    Args:
        config: the contestant.
        judge: judges the drafts of a loop that names no judge.
        judging: settings of that judge.
    """
    research = config.research
    return SystemChoice(
        name=config.name,
        system="pure_llm" if research is None else "deep_research",
        model=config.model if research is None else research.model,
        judge=None if research is None else research.judge or judge,
        research=None if research is None else research.settings,
        judging=judging,
        answers=config.recorded,
        answers_of=config.system,
        http=config.http,
        callable=config.callable,
        timeout=config.timeout,
    )


def in_arena(settings: ResearchSettings, loop: Mapping[str, Any]) -> ResearchSettings:
    """The settings of a loop, with those of the arena where they say nothing."""
    unsaid = {name: value for name, value in loop.items() if name not in settings.model_fields_set}
    unsaid |= {name: value for name, value in loop.items() if getattr(settings, name) is None}
    return settings.model_copy(update=unsaid)


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


def given_items(entrants: Iterable[ChosenSystem], cases: Sequence[Case]) -> Iterable[RunItem]:
    """The answers to these questions that are given, and not asked for."""
    for each in entrants:
        given = given_answers(each)
        for case in () if given is None else cases:
            found = given(case) if given is not None else None
            answer = found.answer if isinstance(found, RunItem) else found
            if isinstance(answer, Answer):
                yield RunItem(case_id=case.id, system=each.contestant.name, answer=answer)


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
