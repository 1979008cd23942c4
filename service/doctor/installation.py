"""Python, packages, optional parts and fonts."""

from __future__ import annotations

import platform
import re
import shutil
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from service.doctor.finding import Finding, attention, missing, ok

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PROJECT = "deep-research-judge"
OLDEST_PYTHON = (3, 11)
_ROOT = Path(__file__).resolve().parent.parent.parent
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Extra to the package by which it is known, and what is not to be had without it.
_EXTRAS = {
    "google": ("google-genai", "only google: models need it"),
    "postgres": ("psycopg", "only what is kept in PostgreSQL needs it"),
    "telemetry": ("opentelemetry-api", "only traces need it"),
}
# Providers of models that come with an extra of their own, to the package that each needs.
_PROVIDERS = {
    "anthropic": "langchain-anthropic",
    "ollama": "langchain-ollama",
    "mistralai": "langchain-mistralai",
    "groq": "langchain-groq",
    "bedrock": "langchain-aws",
}
_SAMPLE = "Accuracy Точность 準確 准确"
_SYNC = "install the project again: uv sync, or pip install -e ."


def python(running: Sequence[int] = sys.version_info[:2]) -> Finding:
    """Whether Python is new enough."""
    oldest = ".".join(map(str, OLDEST_PYTHON))
    if tuple(running) < OLDEST_PYTHON:
        shown = ".".join(map(str, running))
        return _lack("Python", shown, f"install Python {oldest} or later")
    return ok("Python", f"{platform.python_version()} on {sys.platform}", needed=True)


def packages(names: Sequence[str] | None = None) -> Iterator[Finding]:
    """The packages the project stands on in one finding, and one for each that is not as it should be.

    Args:
        names: requirements to look at; those the installed project declares if None.
    """
    declared = list(names) if names is not None else _declared()
    if declared is None:
        yield attention(
            "packages", f"{PROJECT} runs without being installed, so what it needs is not known here", _SYNC
        )
        return
    good = []
    for requirement in declared:
        problem = _problem(requirement)
        if problem is None:
            good.append(f"{_name(requirement)} {version(_name(requirement))}")
        else:
            yield problem
    yield ok("packages", f"{len(good)} of {len(declared)}: {', '.join(good)}", needed=True)


def optional_parts() -> Iterator[Finding]:
    """What the extras bring and, in a checkout, the browser that opens the report in tests."""
    for extra, (package, use) in _EXTRAS.items():
        advice = f"pip install '{PROJECT}[{extra}]', or uv sync --extra {extra}"
        yield _optional(package, _version(package), use, advice)
    yield _providers()
    maintained, retired = _version("google-genai"), _version("google-generativeai")
    if retired:
        used = "passed over, since google-genai is installed" if maintained else "serves google: models"
        yield Finding(
            name="google-generativeai",
            status="ok" if maintained else "attention",
            detail=f"{retired}, {used}",
            advice="" if maintained else "its makers have retired it; install the google extra in its place",
        )
    if (_ROOT / "tests").is_dir():
        yield _browser()


def _providers() -> Finding:
    """Which further providers' models can be asked."""
    lacking = [name for name, package in _PROVIDERS.items() if _version(package) is None]
    here = [name for name in _PROVIDERS if name not in lacking]
    if _version("langchain") is None:
        here, lacking = [], list(_PROVIDERS)
    detail = f"installed: {', '.join(here) or 'none'}"
    if not lacking:
        return ok("other providers", detail)
    advice = f"pip install langchain {_PROVIDERS[lacking[0]]} and the like, or uv sync --extra {lacking[0]}"
    return missing(
        "other providers",
        f"{detail}; not installed: {', '.join(lacking)} (only models of these names need it)",
        advice,
    )


def fonts() -> Finding:
    """Whether the still charts can write Chinese and Cyrillic."""
    try:
        from eval.reports.chart_fonts import missing_glyphs  # noqa: PLC0415  (is itself looked for)

        lacking = missing_glyphs(_SAMPLE)
    except (ImportError, OSError, RuntimeError) as error:
        return _lack("fonts", f"the charts' fonts cannot be read ({type(error).__name__})", _SYNC)
    if lacking:
        return attention("fonts", f"no font draws {lacking}", _SYNC, needed=True)
    return ok("fonts", "Latin, Cyrillic and Chinese labels can be drawn", needed=True)


def _declared() -> list[str] | None:
    try:
        return [line for line in requires(PROJECT) or () if "extra ==" not in line]
    except PackageNotFoundError:
        return None


def _problem(requirement: str) -> Finding | None:
    from packaging.requirements import Requirement  # noqa: PLC0415  (only here)

    wanted = Requirement(requirement)
    if wanted.marker is not None and not wanted.marker.evaluate():
        return None
    found = _version(wanted.name)
    if found is None:
        return _lack(wanted.name, "not installed", _SYNC)
    if not wanted.specifier.contains(found, prereleases=True):
        return attention(wanted.name, f"{found}, wanted {wanted.specifier}", _SYNC, needed=True)
    return None


def _name(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    return match[0] if match else requirement


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _browser() -> Finding:
    found = next((path for name in _BROWSERS if (path := shutil.which(name))), None)
    driven = find_spec("playwright") is not None
    detail = f"{found or 'no browser'}, playwright {'installed' if driven else 'not installed'}"
    if found and driven:
        return ok("browser", detail)
    return missing(
        "browser",
        f"{detail}; only the tests that open the report need it",
        "install chromium with the system's packages and playwright with uv sync",
    )


def _optional(name: str, found: str | None, use: str, advice: str) -> Finding:
    if found:
        return ok(name, found)
    return missing(name, use, advice)


def _lack(name: str, detail: str, advice: str) -> Finding:
    return missing(name, detail, advice, needed=True)
