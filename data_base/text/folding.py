"""A copy of a text that is easier to match and keeps every position.

``normalise`` changes the length of a text, so nothing found in its result can be pointed at. Here each
character is replaced by at most one other, and position ``i`` of the copy is position ``i`` of the text.
"""

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from data_base.text.markup import without_markup
from data_base.text.word_lists import word_list

# A space that does not break: it groups digits ("1 234") and never parts two numbers.
HARD_SPACE = "\u00a0"
_HARD_SPACES = dict.fromkeys("\u00a0\u2007\u2009\u200a\u202f\u2060", HARD_SPACE)
_SOFT_SPACES = dict.fromkeys("\t\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u205f\u3000", " ")
_DASHES = dict.fromkeys("‐‑‒–—―−﹣－", "-")
_MARKS = dict.fromkeys("’‘ʼ＇", "'") | dict.fromkeys("～〜∼", "~") | {"○": "〇", "﹪": "%", "٪": "%"}
_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)")
_ARABIC = {"٫": ".", "٬": ","}


class Folded(NamedTuple):
    """A text, a copy with widths, spaces, dashes and numerals unified, and that in lower case."""

    text: str
    cased: str
    low: str


def fold(text: str) -> Folded:
    """Copies of the text in which every character has kept its position."""
    plain = without_markup(text)
    cased = plain if plain.isascii() and "\t" not in plain else plain.translate(_table())
    low = cased.lower()
    if len(low) != len(cased):
        low = "".join(map(_lower_of_same_length, cased))
    return Folded(text, cased, low)


def spaces_as_groups(text: str) -> str:
    """The text with "41 200" as one number, where it may be two columns of a table; positions stay."""
    return _SPACED.sub(lambda found: HARD_SPACE.join(found[0].split()), text)


def _lower_of_same_length(char: str) -> str:
    lower = char.lower()
    return lower if len(lower) == 1 else char


class _Table(dict[int, str]):
    """What characters are replaced by; digits of every script are looked up when they are first met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = found = str(unicodedata.decimal(char, char))
        return found


@cache
def _table() -> _Table:
    han = {pair[0]: pair[1] for pair in word_list("folding.han")}
    same_place = _FULL_WIDTH | _HARD_SPACES | _SOFT_SPACES | _DASHES | _MARKS | _ARABIC | han
    return _Table(str.maketrans(same_place | {"\u00b5": "\u03bc", "ё": "е", "Ё": "Е"}))
