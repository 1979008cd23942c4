"""Says which extra is missing where a command's libraries are not installed."""

from collections.abc import Iterator
from contextlib import contextmanager

from data_base.errors import InputError

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
        raise InputError(f"{command} needs {error.name}: install deep-research-judge[{extra}].") from error
