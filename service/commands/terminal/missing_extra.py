"""Says which extra is missing where a command's libraries are not installed."""

from collections.abc import Iterator
from contextlib import contextmanager

from data_base.errors import InputError
from data_base.extras import how_to_install

_OURS = frozenset({"agents", "data_base", "deep_research_judge", "eval", "prompts", "scoring", "service"})


@contextmanager
def required(extra: str, command: str) -> Iterator[None]:
    """Import what an extra brings inside the block.

    Raises:
        InputError: it is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in _OURS:
            raise
        raise InputError(f"{command} needs {error.name}: {how_to_install(extra)}.") from error
