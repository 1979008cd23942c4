"""What a question of ours does not say of the task that it was made from, and the task with it again."""

from collections.abc import Mapping
from typing import TypeGuard

Objects = list[Mapping[str, object]]


def kept_fields(task: Mapping[str, object], known: Mapping[str, object]) -> dict[str, object]:
    """What ``known`` lacks of ``task``, or says otherwise.

    Args:
        task: a JSON object.
        known: the part of it that can be made again; it has no field that ``task`` has not.

    Returns:
        An object from which :func:`with_kept` makes the task again; objects in lists stay at their places.
    """
    return {
        name: _kept(value, known[name]) if name in known else value
        for name, value in task.items()
        if name not in known or not _same(value, known[name])
    }


def with_kept(known: Mapping[str, object], kept: Mapping[str, object]) -> dict[str, object]:
    """The task again: ``known`` with what was kept, which wins where the two differ."""
    both = {name: _with(known[name], value) for name, value in kept.items() if name in known}
    return {**known, **kept, **both}


def _kept(value: object, known: object) -> object:
    if isinstance(value, Mapping) and isinstance(known, Mapping):
        return kept_fields(value, known)
    if _objects(value) and _objects(known) and len(value) == len(known):
        return [kept_fields(*pair) for pair in zip(value, known, strict=True)]
    return value


def _with(known: object, kept: object) -> object:
    if isinstance(known, Mapping) and isinstance(kept, Mapping):
        return with_kept(known, kept)
    if _objects(known) and _objects(kept) and len(known) == len(kept):
        return [with_kept(*pair) for pair in zip(known, kept, strict=True)]
    return kept


def _objects(value: object) -> TypeGuard[Objects]:
    return isinstance(value, list) and all(isinstance(each, Mapping) for each in value)


def _same(one: object, other: object) -> bool:
    """Whether two values are one in JSON, where neither true nor 1.0 is 1."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(_same(*pair) for pair in zip(one, other, strict=True))
    return type(one) is type(other) and one == other
