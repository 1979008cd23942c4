"""Whether models are built to be asked, or only to be described, as in a dry run."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from agents.models.missing_packages import MissingPackageError, noting_packages

NO_KEY = "no-key-needed"
"""Stands for a key at servers that need none."""
_needed: ContextVar[bool] = ContextVar("keys_needed", default=True)


@contextmanager
def without_keys() -> Iterator[list[MissingPackageError]]:
    """Build models that will not be asked: a missing key, region or package is no error inside the block.

    Yields:
        The packages that asking them would need, as they are found to be missing.
    """
    token = _needed.set(False)
    try:
        with noting_packages() as missing:
            yield missing
    finally:
        _needed.reset(token)


def keys_needed() -> bool:
    """Whether a model without its key is refused when it is built."""
    return _needed.get()


def from_environment(*names: str) -> str | None:
    """The first of these variables that is set to something."""
    return next(filter(None, map(os.environ.get, names)), None)
