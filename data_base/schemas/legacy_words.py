"""Words that earlier versions stored, read as the words of today."""

from collections.abc import Callable, Mapping


def read_as(former: Mapping[str, str]) -> Callable[[object], object]:
    """A validator that replaces a former word and leaves any other value as it is.

    Args:
        former: word that was stored to the word of today.
    """
    return lambda value: former.get(value, value) if isinstance(value, str) else value
