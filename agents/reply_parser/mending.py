"""Mends what stands inside a damaged object: the escapes of a string, and one list or object."""

from __future__ import annotations

import ast
import re

MAX_CHARS = 20_000
MAX_DEPTH = 40
MAX_OPENINGS = 1_000
_BRACKET = re.compile(r"[\[\]{}]")
_ESCAPE = re.compile(r"\\(?:u(?P<hex>[0-9a-fA-F]{4})|(?P<char>.))", re.DOTALL)
_CHARACTERS = {'"': '"', "'": "'", "/": "/", "\\": "\\", "n": "\n", "t": "\t", "r": "\r", "\n": "\n"}
_LATEX = re.compile(
    r"\\(?:n(?:eq?|u|abla|ot|eg|i|geq|leq|mid)|t(?:ext\w*|imes|heta|an|au|o|frac|riangle\w*|ilde)"
    r"|r(?:ight\w*|ho|m|angle|ceil|floor)|b\w+|f\w+|u(?![0-9a-fA-F]{4})\w*)(?![a-z])"
)
_SURE_LATEX = re.compile(r"(?<!\\)\\(?:[()\[\]{}$%&_^,;!a-mo-qsv-zA-Z]|[bf][a-z]{2,})")


def unescape(text: str) -> str:
    r"""Decode ``\n``, ``\"``, ``\u4e00`` and their like; unknown escapes keep their backslash."""
    if "\\" not in text:
        return text
    latex = _SURE_LATEX.search(text) is not None

    def replace(match: re.Match[str]) -> str:
        if match["hex"]:
            return chr(int(match["hex"], 16))
        if latex and _LATEX.match(text, match.start()):
            return match[0]
        return _CHARACTERS.get(match["char"], match[0])

    decoded = _ESCAPE.sub(replace, text)
    return decoded.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


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
