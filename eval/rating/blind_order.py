"""In which order a person rates answers: random, their own, and the same whenever they come back."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence

Place = tuple[str, str]
"""Case and system of an answer."""
_NAME_DIGITS = 20


def blind_order(run_id: str, rater: str, places: Iterable[Place]) -> list[Place]:
    """Answers in a random order of the rater's own, so that neither system nor fatigue go with it.

    It is the order of their names.

    Args:
        run_id: the run; with the rater's name it is the seed.
        rater: who rates.
        places: of the answers.
    """
    return sorted(places, key=lambda place: blind_name(run_id, rater, place))


def blind_name(run_id: str, rater: str, place: Place) -> str:
    """What an answer is called while a person rates it: it says nothing of the system."""
    return _hash(run_id, rater, *place)[:_NAME_DIGITS]


def place_named(name: str, run_id: str, rater: str, order: Sequence[Place]) -> Place | None:
    """The answer of a name in a :func:`blind_order`, None where there is none."""
    at = bisect_left(order, name, key=lambda place: blind_name(run_id, rater, place))
    found = order[at] if at < len(order) else None
    return found if found is not None and blind_name(run_id, rater, found) == name else None


def _hash(*parts: str) -> str:
    # Lengths keep ("a", "bc") and ("ab", "c") apart.
    text = "".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
