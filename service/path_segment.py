"""Names of runs, cases and systems as parts of a path, which may contain slashes."""

from urllib.parse import quote


def segment(name: str) -> str:
    """A name as a part of a path."""
    return quote(name, safe="")
