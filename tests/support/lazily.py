"""Large libraries that few tests use: looked for at collection, loaded by the first test that uses one."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest


class Lazily:
    """A module that is loaded with the first look at what it contains."""

    def __init__(self, name: str) -> None:
        """Load nothing yet.

        Args:
            name: of the module, with its packages.
        """
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


def optional(name: str, reason: str) -> Any:
    """The module, as :func:`pytest.importorskip` gives it to a module of tests, loaded with its first use."""
    if find_spec(name.partition(".")[0]) is None:
        pytest.skip(reason, allow_module_level=True)
    return Lazily(name)
