"""Names of runs of the same terms: the first bears the terms' own name, later ones a number behind it."""

import re
from collections.abc import Mapping


def is_named_after(name: str, base: str) -> bool:
    """Whether a run's name is the base, or the base with a number behind it."""
    return _names_of(base).fullmatch(name) is not None


def number_of(name: str, base: str) -> int | None:
    """The how manieth run of a base bears a name, from 1; None where it is not of the base."""
    found = _names_of(base).fullmatch(name)
    return None if found is None else int(found[1] or 1)


def next_name(base: str, states: Mapping[str, str], *, fresh: bool = False) -> str:
    """The newest unfinished run of a base; where there is none, a name that no run of it has had.

    Args:
        base: the name that the terms give.
        states: the state of every run that may be of the base, by name.
        fresh: whether an unfinished run is left alone.
    """
    of_base = _names_of(base)
    matches = {of_base.fullmatch(name): state for name, state in states.items()}
    numbers = {int(match[1] or 1): state for match, state in matches.items() if match}
    unfinished = [number for number, state in numbers.items() if state != "finished" and not fresh]
    number = max(unfinished) if unfinished else max(numbers, default=0) + 1
    return base if number == 1 else f"{base}-{number}"


def _names_of(base: str) -> re.Pattern[str]:
    return re.compile(rf"{re.escape(base)}(?:-([2-9]|[1-9][0-9]+))?")
