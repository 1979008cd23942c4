"""Packages of providers that are not installed: reported last, and in a dry run only noted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from data_base.errors import InputError


class MissingPackageError(InputError):
    """A provider's package is not installed."""


_noted: ContextVar[list[MissingPackageError] | None] = ContextVar("missing_packages", default=None)


def package_is_missing(error: MissingPackageError) -> None:
    """Raise the error, or note it where that is put off."""
    noted = _noted.get()
    if noted is None:
        raise error
    noted.append(error)


@contextmanager
def noting_packages() -> Iterator[list[MissingPackageError]]:
    """Build models whose packages are missing, and list what they lack."""
    noted: list[MissingPackageError] = []
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


@contextmanager
def packages_last() -> Iterator[None]:
    """Report missing packages only once all else was found in order.

    What is wrong with a request, or what a model costs, is worth knowing before something is installed.

    Raises:
        MissingPackageError: at the end of the block, of the first model that lacks one.
    """
    with noting_packages() as noted:
        yield
    for error in noted:
        package_is_missing(error)
