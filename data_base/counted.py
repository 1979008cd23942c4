"""Counts in messages, in the singular or the plural."""


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: ``1 answer``, ``2 answers``, ``1,204 replies``.

    Args:
        number: how many there are.
        noun: what is counted, in the singular.
        plural: the plural, where an "s" at the end does not make it.
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
