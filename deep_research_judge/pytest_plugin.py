"""The pytest plugin; in this package, for no host has a package of this name."""

from service.pytest_plugin import *  # noqa: F403  (its hooks and fixtures)
