"""Judges that may favour a contestant: its own writer, one of the writer's family, one that steered it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from agents.models.registry import EMBEDDED, PANEL, ModelOrJudge, model_id
from data_base.counted import listed
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from eval.arena.entrants import given_answers
from eval.arena.families import family_of
from eval.systems.choice import LOOP_JUDGE, ChosenSystem

Authors = Mapping[str, set[str]]
"""Contestant to the models that write its answers, as far as they are known."""


def authors(
    entrants: Iterable[ChosenSystem], cases: Sequence[Case], items: Iterable[RunItem] = ()
) -> Authors:
    """Who writes each contestant's answers: the model that is asked, and those that answers name.

    Args:
        entrants: the contestants.
        cases: the questions, to which recorded and kept answers are looked up.
        items: answers that are there.
    """
    found: dict[str, set[str]] = {each.contestant.name: set() for each in entrants}
    for item in items:
        if item.answer is not None and item.answer.model_id and item.system in found:
            found[item.system].add(item.answer.model_id)
    for each in entrants:
        name = each.contestant.name
        writer = each.roles.get(name)
        if writer is not None and not isinstance(writer, str):
            found[name].add(model_id(writer))
        if (given := given_answers(each)) is not None:
            answers = (_answer(given(case)) for case in cases)
            found[name] |= {answer.model_id for answer in answers if answer and answer.model_id}
    return found


def judged_by_its_own(
    authors: Authors, stated: Mapping[str, str], judges: Sequence[ModelOrJudge]
) -> Iterator[str]:
    """A warning for each contestant that a judge writes, or a model of a judge's family.

    The embedded model has no taste.

    Args:
        authors: who writes the answers.
        stated: contestant to the family that it is said to be of.
        judges: who judge.
    """
    names = {name for judge in judges for name in model_id(judge).split(PANEL)} - {EMBEDDED}
    kin = {family: name for name in sorted(names) if (family := family_of(name))}
    for contestant, writers in authors.items():
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


def steered_by_its_judge(entrants: Iterable[ChosenSystem], judges: Sequence[ModelOrJudge]) -> Iterator[str]:
    """The contestants whose research goes on, or went on, until a judge that also scores them is content."""
    names = {name for judge in judges for name in model_id(judge).split(PANEL)}
    for each in entrants:
        steering = each.roles.get(LOOP_JUDGE)
        if steering is not None and names & set(_name(steering).split(PANEL)):
            yield each.contestant.name


def steering_warning(name: str) -> str:
    """What a reader must know of such a contestant."""
    return (
        f"{name} went on until a judge that also scores it here was content, which favours it; let another "
        "model judge inside its loop (--loop-judge, or its judge in the arena's file)."
    )


def _name(judge: ModelOrJudge | str) -> str:
    return judge if isinstance(judge, str) else model_id(judge)


def _answer(given: object) -> Answer | None:
    given = given.answer if isinstance(given, RunItem) else given
    return given if isinstance(given, Answer) else None
