"""Counts and names in messages."""

from collections.abc import Sequence


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: ``1 answer``, ``2 answers``, ``1,204 replies``.

    Args:
        number: how many there are.
        noun: what is counted, in the singular.
        plural: the plural, where an "s" at the end does not make it.
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def listed(names: Sequence[str]) -> str:
    """Names in a row: ``A``, ``A and B``, ``A, B and C``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
