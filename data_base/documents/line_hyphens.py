"""Words that the end of a printed line breaks: put together again, a compound with its hyphen."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

BROKEN = "\ufffe"
"""Ends a line whose last word goes on at the beginning of the next one; no text contains it."""

# pdfium has two marks for a hyphen that ends a line, and leaves some hyphens as they are.
_MARK = re.compile(r"[\x02\ufffe]\s*")
_LINE_END = re.compile(r"(?<=\w)[-\u2010\u00ad][ \t]*\n\s*(?=\w)")
_LETTERS = r"[^\W\d_]+"
_WORD = re.compile(rf"{_LETTERS}(?:[-\u2010\u2011]{_LETTERS})*")
_HYPHEN = re.compile(r"[-\u2010\u2011]")
_TOKEN_BEFORE, _TOKEN_BEHIND = re.compile(r"[^\s\ufffe]+\Z"), re.compile(r"[^\s\ufffe]+")
_ADDRESS = re.compile(r"[/\\@_=]|\.\w|^-|^www\.", re.IGNORECASE)
_LAST, _FIRST = re.compile(rf"{_LETTERS}\Z"), re.compile(_LETTERS)
_LONGEST_TOKEN = 200
# Shorter ones are words and syllables alike ("in-form").
_SHORTEST_LEFT, _SHORTEST_COMPOUND = 3, 6


def marked_breaks(text: str) -> str:
    """The text with one mark, :data:`BROKEN` and a line's end, in place of every hyphen that ends a line."""
    return _LINE_END.sub(f"{BROKEN}\n", _MARK.sub("-\n", text))


@dataclass(slots=True)
class DocumentWords:
    """The words of a document, by which broken ones are judged."""

    _whole: set[str] = field(default_factory=set)

    def add(self, text: str) -> None:
        """Learn the words of a text with marked breaks; those that are broken are none."""
        for line in _without_broken(text.split("\n")):
            for word in _WORD.findall(line.casefold()):
                parts = _HYPHEN.split(word)
                self._whole.update(("-".join(parts), *parts))

    def mended(self, text: str) -> str:
        """The text with each hyphen that is part of its word before the mark of the break."""
        lines = text.split("\n")
        for place, line in enumerate(lines[:-1]):
            if line.endswith(BROKEN) and self._is_compound(line[:-1], lines[place + 1]):
                lines[place] = f"{line[:-1]}-{BROKEN}"
        return "\n".join(lines)

    def _is_compound(self, line: str, below: str) -> bool:
        before = _TOKEN_BEFORE.search(line[-_LONGEST_TOKEN:])
        behind = _TOKEN_BEHIND.match(below[:_LONGEST_TOKEN])
        last, first = _LAST.search(line[-_LONGEST_TOKEN:]), _FIRST.match(below[:_LONGEST_TOKEN])
        # A figure, an address and a name with capitals are never broken within: their hyphens are their own.
        if not (before and behind and last and first) or _ADDRESS.search(before[0]):
            return True
        left, right = last[0], first[0]
        if len(left) == 1 or _changes_case(left, right):
            return True
        one, two = left.casefold(), right.casefold()
        if one + two in self._whole:
            return False
        long = len(left) >= _SHORTEST_LEFT and len(right) > 1 and len(left + right) >= _SHORTEST_COMPOUND
        return f"{one}-{two}" in self._whole or (long and {one, two} <= self._whole)


def _without_broken(lines: Iterable[str]) -> Iterable[str]:
    """The lines without the words that begin or end in another one."""
    goes_on = False
    for line in lines:
        whole = _TOKEN_BEHIND.sub("", line, count=1) if goes_on else line
        goes_on = line.endswith(BROKEN)
        yield _TOKEN_BEFORE.sub("", whole.rstrip(BROKEN)) if goes_on else whole


def _changes_case(left: str, right: str) -> bool:
    """Whether a hyphen is between capitals and small letters: ``Jean-Pierre``, ``USB-stick``."""
    capitals = left.isupper() and left.lower() != left
    return (right[0].isupper() and not (capitals and right.isupper())) or (capitals and right.islower())
