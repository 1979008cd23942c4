"""In which order a person rates answers: random, their own, and the same whenever they come back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

Place = tuple[str, str]
"""Case and system of an answer."""
_NAME_DIGITS = 20


def blind_order(run_id: str, rater: str, places: Iterable[Place]) -> list[Place]:
    """Answers in a random order of the rater's own, so that neither system nor fatigue go with it.

    Args:
        run_id: the run; with the rater's name it is the seed.
        rater: who rates.
        places: of the answers.
    """
    return sorted(places, key=lambda place: _hash(run_id, rater, *place))


def blind_name(run_id: str, place: Place) -> str:
    """What an answer is called while it is rated: it says nothing of the system."""
    return _hash(run_id, "", *place)[:_NAME_DIGITS]


def _hash(*parts: str) -> str:
    # Lengths keep ("a", "bc") and ("ab", "c") apart.
    text = "".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
