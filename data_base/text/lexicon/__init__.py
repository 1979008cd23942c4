"""Word lists as data: one YAML file a subject, words by language, no patterns."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

_FOLDER = Path(__file__).parent
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Node = str | dict[str, "_Node"]


@cache
def words(name: str) -> frozenset[str]:
    """The words of a list, of all its languages.

    Args:
        name: ``stop_words`` for the whole of that file, ``abstention.guess`` for a list in it,
            ``stop_words.en`` for one language.
    """
    file, *keys = name.split(".")
    node: _Node = yaml.load((_FOLDER / f"{file}.yaml").read_text(encoding="utf-8"), _Loader)  # noqa: S506
    for key in keys:
        node = node[key] if isinstance(node, dict) else ""
    return frozenset(_words(node))


def _words(node: _Node) -> list[str]:
    """What stands in a list; words of several parts are set apart by a stroke, others by white space."""
    if isinstance(node, dict):
        return [word for each in node.values() for word in _words(each)]
    return [" ".join(word.split()) for word in (node.split("|") if "|" in node else node.split())]
