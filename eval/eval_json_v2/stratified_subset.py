"""A stratified subset of a question set, the same for a seed on every machine."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from data_base.errors import InputError
from eval.eval_json_v2.question_set import ObjectQuestion
from eval.tasks.near_duplicates import near_duplicates
from scoring.eval_json_v2.text_matching import squeezed

Stratum = tuple[str, str]


class StratifiedSubset(NamedTuple):
    """A chosen subset."""

    ids: tuple[str, ...]
    """Ids of the chosen questions, in the order of the set."""
    strata: Mapping[Stratum, int]
    """(target audience, main topic) to how many were chosen there, sorted."""
    distinct: int
    """How many of the whole set's questions are really distinct."""
    crossing: tuple[tuple[str, str], ...]
    """Pairs of a chosen question and one outside that says the same, by id."""


def choose(
    questions: Sequence[ObjectQuestion], size: int, *, seed: int = 0, allow_duplicates: bool = False
) -> StratifiedSubset:
    """Choose a subset, each stratum of target audience and main topic in proportion.

    Seats go to the strata by largest remainders; within one, questions come in the order of a hash over
    seed and id, so that neither the process nor the machine nor the order of the set matters.

    Args:
        questions: the full set.
        size: how many to choose.
        seed: another one chooses others.
        allow_duplicates: whether a chosen question may say the same as one that is not chosen.

    Raises:
        InputError: there are fewer questions than that, or such duplicates are there.
    """
    if not 1 <= size <= len(questions):
        raise InputError(
            f"--size {size}: the set has {len(questions)} questions; choose from 1 to that many."
        )
    strata: dict[Stratum, list[ObjectQuestion]] = {}
    for question in questions:
        strata.setdefault(_stratum(question), []).append(question)
    seats = _seats({name: len(found) for name, found in strata.items()}, size, seed)
    chosen = {
        question.id
        for name, found in strata.items()
        for question in sorted(found, key=lambda one: _rank(seed, one.id))[: seats[name]]
    }
    twins = _twins(questions)
    crossing = tuple(pair for pair in twins if (pair[0] in chosen) != (pair[1] in chosen))
    if crossing and not allow_duplicates:
        one, other = crossing[0]
        raise InputError(
            f"{len(crossing)} questions of the subset are in the rest again, the first {one!r} as "
            f"{other!r}; take the duplicates out, or allow them with --allow-duplicates."
        )
    repeated = {pair[1] for pair in twins}
    return StratifiedSubset(
        ids=tuple(question.id for question in questions if question.id in chosen),
        strata={name: seats[name] for name in sorted(seats)},
        distinct=len(questions) - len(repeated),
        crossing=crossing,
    )


def _stratum(question: ObjectQuestion) -> Stratum:
    example = question.expected.answer_example
    return example.target_audience, example.main_topic


def _seats(sizes: Mapping[Stratum, int], size: int, seed: int) -> dict[Stratum, int]:
    """Largest remainders (Hamilton's method), in whole numbers; ties by the hash of seed and name."""
    total = sum(sizes.values())
    seats = {name: count * size // total for name, count in sizes.items()}
    left = size - sum(seats.values())
    order = sorted(sizes, key=lambda name: (-(sizes[name] * size % total), _rank(seed, "\x1f".join(name))))
    for name in order[:left]:
        seats[name] += 1
    return seats


def _rank(seed: int, name: str) -> bytes:
    return hashlib.sha256(f"{seed}\x1e{name}".encode()).digest()


def _twins(questions: Sequence[ObjectQuestion]) -> list[tuple[str, str]]:
    """Pairs of questions, the earlier first, that are the same or nearly so."""
    ids = [question.id for question in questions]
    texts = [question.question for question in questions]
    first: dict[str, str] = {}
    same = ((first.setdefault(squeezed(text), name), name) for name, text in zip(ids, texts, strict=True))
    near = ((ids[earlier], ids[later]) for earlier, later, _ in near_duplicates(texts))
    return list(dict.fromkeys(pair for pair in (*same, *near) if pair[0] != pair[1]))
