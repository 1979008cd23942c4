"""What to say where a package is not installed that an extra brings."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, distribution

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
    """The command that adds an extra to how the package is installed, as the end of a sentence.

    A name alone would be looked for in an index of packages, which may have another project of that name.
    """
    wanted, by = f"deep-research-judge[{extra}]", ""
    with suppress(PackageNotFoundError):
        installed = distribution("deep-research-judge")
        origin = json.loads(installed.read_text("direct_url.json") or "{}")
        if not origin.get("dir_info", {}).get("editable"):
            by = (installed.read_text("INSTALLER") or "pip").strip()
        if vcs := origin.get("vcs_info"):
            wanted += f" @ {vcs['vcs']}+{origin['url']}@{vcs['commit_id']}"
        elif "url" in origin:
            wanted += f" @ {origin['url']}"
    if not by:
        return f"uv sync --inexact --extra {extra}"
    return (
        f"uv add '{wanted}' (uv pip install … outside of a project)"
        if by == "uv"
        else f"pip install '{wanted}'"
    )


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
