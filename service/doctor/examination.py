"""All checks, in the order in which they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.doctor import installation
from service.doctor.providers import provider_findings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from service.doctor.finding import Finding


def examine(environment: Mapping[str, str], out: Path, *, online: bool) -> Iterator[Finding]:
    """Look at everything; what is found is yielded as it is found.

    Args:
        environment: the environment variables.
        out: the arena's output folder.
        online: ask the providers' own servers even where no key is set.
    """
    yield installation.python()
    yield from installation.packages()
    yield from installation.optional_parts()
    yield from provider_findings(environment, online=online)
    yield from _tried("fonts", lambda: [installation.fonts()])
    yield from _tried("storage", lambda: _storage(environment, out))
    yield from _tried("embedded arena", _rehearsed)


def _storage(environment: Mapping[str, str], out: Path) -> Iterable[Finding]:
    from service.doctor.storage import storage_findings  # noqa: PLC0415  (needs the project's packages)

    return storage_findings(environment, out)


def _rehearsed() -> Iterable[Finding]:
    from service.doctor.rehearsal import rehearsal  # noqa: PLC0415  (needs the project's packages)

    return [rehearsal()]


def _tried(name: str, check: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """A check that needs packages which may be what is missing."""
    from service.doctor.finding import missing  # noqa: PLC0415  (needs pydantic)

    try:
        yield from check()
    except ImportError as error:
        yield missing(
            name,
            f"cannot be looked at: the module {error.name} does not load",
            "install the project again: uv sync, or pip install -e .",
            needed=True,
        )
