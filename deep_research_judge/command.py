"""The ``judge`` command; in this package, so that hidden packages are noticed before it begins."""

from service.commands.app import main

__all__ = ["main"]
