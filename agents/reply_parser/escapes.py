"""Turns the escapes of a damaged string into characters, and leaves LaTeX alone."""

from __future__ import annotations

import re

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
