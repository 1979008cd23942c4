"""Python, the extras and the fonts of the charts."""

import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, metadata, requires, version

from packaging.requirements import Requirement

from data_base.extras import how_to_install
from service.doctor.finding import Finding, attention, missing, ok

PROJECT = "deep-research-judge"
_LEAST_PATCHES = {(3, 11): 10, (3, 12): 6}
_RETIRED = "google-legacy"
_OF_THE_COMMAND = "all"
"""The extra with the packages that the command needs; extras with some of them are part of it."""
_SAMPLE = "Accuracy Точность 準確 准确"


def installation_findings() -> Iterator[Finding]:
    """Python, each extra with its packages, and whether charts can show Chinese and Cyrillic labels."""
    yield python(sys.version_info[:3])
    yield from extras()
    yield fonts()


def python(found: tuple[int, int, int]) -> Finding:
    """Whether this Python reads cookies in a time that does not grow with the square of their length.

    Args:
        found: its version.
    """
    said = f"{'.'.join(map(str, found))} on {sys.platform}"
    least = _LEAST_PATCHES.get(found[:2], 0)
    if found[2] >= least:
        return ok("Python", said)
    return attention(
        "Python",
        f"{said}, whose standard library lets a cookie hold a server up (CVE-2024-7592)",
        f"install Python {found[0]}.{found[1]}.{least} or later; the server takes no long cookies meanwhile",
    )


def extras() -> Iterator[Finding]:
    """The extras that the installed project declares, each with the packages that it needs."""
    try:
        declared = [Requirement(line) for line in requires(PROJECT) or ()]
    except PackageNotFoundError:
        yield attention("extras", f"{PROJECT} is not installed, so they are not known", "install it: uv sync")
        return
    of_the_command = {*_packages(declared, _OF_THE_COMMAND)}
    for extra in metadata(PROJECT).get_all("Provides-Extra") or ():
        if extra == _OF_THE_COMMAND:
            continue
        names = [*dict.fromkeys(_packages(declared, extra))]
        installed = {name: found for name in names if (found := _version(name))}
        if len(installed) == len(names):
            yield ok(f"extra {extra}", ", ".join(f"{name} {found}" for name, found in installed.items()))
        elif extra != _RETIRED:
            lacking = ", ".join(name for name in names if name not in installed)
            advice = f"to use it: {how_to_install(extra)}"
            yield missing(
                f"extra {extra}", f"without {lacking}", advice, needed=of_the_command.issuperset(names)
            )


def fonts() -> Finding:
    """Whether the charts' fonts are there and have Latin, Cyrillic and Chinese characters."""
    try:
        from eval.reports.chart_fonts import missing_glyphs  # noqa: PLC0415  (loads matplotlib)
    except ModuleNotFoundError as error:
        advice = f"to use it: {how_to_install('report')}"
        return missing("fonts", f"without {error.name} no charts are drawn", advice)

    advice = "install the project again: uv sync --reinstall"
    try:
        lacking = missing_glyphs(_SAMPLE)
    except (OSError, RuntimeError) as error:
        return missing(
            "fonts", f"the charts' fonts cannot be read ({type(error).__name__})", advice, needed=True
        )
    if lacking:
        return attention("fonts", f"no font has {lacking}", advice)
    return ok("fonts", "charts can show Latin, Cyrillic and Chinese labels", needed=True)


def _packages(declared: Sequence[Requirement], extra: str) -> Iterator[str]:
    """What an extra installs, with what the extras install that it names."""
    for wanted in declared:
        if not _belongs(wanted, extra):
            continue
        if wanted.name != PROJECT:
            yield wanted.name
        for each in wanted.extras if wanted.name == PROJECT else ():
            yield from _packages(declared, each)


def _belongs(wanted: Requirement, extra: str) -> bool:
    marker = wanted.marker
    return marker is not None and marker.evaluate({"extra": extra}) and not marker.evaluate({"extra": ""})


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
