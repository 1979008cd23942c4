"""Whether models are built to be asked, or only to be described, as in a dry run."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pydantic import SecretStr

from agents.models.missing_packages import MissingPackageError, noting_packages
from data_base.errors import InputError

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
    """The first of these variables that is set to something, without spaces around it."""
    return next(filter(None, (os.environ.get(name, "").strip() for name in names)), None)


def key_of(given: str | SecretStr | None, *names: str) -> str | None:
    """The key that is given, or else of the first of these variables that is set.

    Raises:
        InputError: no HTTP header can carry it.
    """
    own = given.get_secret_value() if isinstance(given, SecretStr) else given
    found = {"api_key": own.strip()} if isinstance(own, str) else {}
    found |= {name: os.environ.get(name, "").strip() for name in names}
    name, key = next(((name, key) for name, key in found.items() if key), ("", None))
    if key is not None and not (key.isascii() and key.isprintable()):
        raise InputError(
            f"{name} contains a character that no key has, such as a line break or a curly quotation mark; "
            "set it again without it"
        )
    return key
