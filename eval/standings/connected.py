"""Which systems are compared with each other, directly or by way of others."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

System = TypeVar("System", bound=Hashable)


def islands(systems: Iterable[System], pairs: Iterable[tuple[System, System]]) -> list[set[System]]:
    """The systems in groups that no comparison joins; strengths of different groups cannot be compared.

    Args:
        systems: all of them; one without any pair is a group of its own.
        pairs: who was compared with whom.
    """
    home = {system: {system} for system in systems}
    for first, second in pairs:
        if home[first] is not home[second]:
            home[first] |= home[second]
            for member in home[second]:
                home[member] = home[first]
    return list({id(group): group for group in home.values()}.values())
