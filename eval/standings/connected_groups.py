"""Which systems are compared with each other, directly or by way of others."""

from collections.abc import Iterable


def connected_groups(systems: Iterable[str], pairs: Iterable[tuple[str, str]]) -> list[set[str]]:
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
