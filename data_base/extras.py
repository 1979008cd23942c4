"""What to say where a package is not installed that an extra brings."""

from collections.abc import Iterator
from contextlib import contextmanager

from data_base.errors import InputError

_EXTRA_OF = {
    "alembic": "store",
    "matplotlib": "report",
    "numpy": "report",
    "protego": "fetch",
    "pypdfium2": "documents",
    "rapidfuzz": "report",
    "sqlalchemy": "store",
}


def how_to_install(extra: str) -> str:
    """The commands that install an extra, as the end of a sentence that says what needs it."""
    return f"pip install 'deep-research-judge[{extra}]' (in a checkout: uv sync --extra {extra})"


@contextmanager
def extra_named(what: str, extra: str | None = None) -> Iterator[None]:
    """Name the extra where a package is missing that is imported inside the block.

    Args:
        what: needs the package.
        extra: the extra to install, the package's own if None.

    Raises:
        InputError: it is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _EXTRA_OF:
            raise
        wanted = extra or _EXTRA_OF[package]
        raise InputError(f"{what} needs {package}: {how_to_install(wanted)}.") from error
