"""Mends one damaged list or object with the json-repair library, within bounds."""

from __future__ import annotations

import ast
import re

MAX_CHARS = 20_000
MAX_DEPTH = 40
MAX_OPENINGS = 1_000
_BRACKET = re.compile(r"[\[\]{}]")


def mended(text: str) -> object:
    """A list or an object as a Python literal or as json-repair reads it; its text where neither can.

    json-repair takes seconds on a long run of opening brackets and recurses on nested ones: length and depth
    are bounded first.
    """
    if len(text) > MAX_CHARS or not _is_shallow(text):
        return text
    try:
        literal: object = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        pass
    else:
        return literal
    import json_repair  # noqa: PLC0415  (only needed for damaged replies)

    try:
        return json_repair.loads(text, skip_json_loads=True)
    except (ValueError, RecursionError, IndexError, TypeError, AttributeError):
        return text


def _is_shallow(text: str) -> bool:
    """Whether nesting and the number of openings are bounded; brackets in strings count too."""
    level = openings = 0
    for bracket in _BRACKET.findall(text):
        opens = bracket in "[{"
        level = level + 1 if opens else max(0, level - 1)
        openings += opens
        if level > MAX_DEPTH or openings > MAX_OPENINGS:
            return False
    return True
