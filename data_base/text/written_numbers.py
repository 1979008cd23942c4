"""Numbers in a text, each brought into one spelling and marked whole, so that two texts can be matched.

``1 234,5``, ``1,234.5`` and ``1234.50`` all become the same marked number, and no number is part of another:
a search for the marked 40 does not find the marked 2400. Nothing else in the text is read.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from data_base.text.normalise import normalise
from data_base.text.page_references import PAGE_REFERENCE

if TYPE_CHECKING:
    from data_base.text.language import Language

OPEN, CLOSE = "\x02", "\x03"
"""Stand around a marked number."""
MARKED = rf"{OPEN}[^{CLOSE}]*{CLOSE}"
"""Matches a marked number."""

_MARKS = str.maketrans({OPEN: " ", CLOSE: " "})
# Written in full width, a comma is punctuation, unless the digits around it are full width too.
_WIDE_COMMA = re.compile("(?<![０-９])，|，(?![０-９])")
# A dash before a figure that is a mark of punctuation, where a hyphen or minus would be a sign.
_LONG_DASH = re.compile(r"(?<![0-9])[—―](?=[0-9])")
_NUMBER = re.compile(
    r"""
    (?P<sign>-)?(?<![0-9])
    (?: (?P<grouped>[0-9]{1,3}(?:(?:[ ][0-9]{3})+|(?:'[0-9]{3})+)(?![0-9])) (?:[.,](?P<fraction>[0-9]+))?
      | (?P<bare>(?<![\w.,])[.][0-9]+(?![.,]?[0-9]))
      | (?P<chain>[0-9]+(?:[.,][0-9]+)*) )
    """,
    re.VERBOSE,
)
_TOKEN = re.compile(rf"(?P<page>{PAGE_REFERENCE.pattern})|{_NUMBER.pattern}", re.VERBOSE)
_DIGITS = re.compile("[0-9]+")
_AROUND = re.compile(rf" ?({MARKED}) ?")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_GROUP = 3
_OPENING = frozenset("([{:=<>≥≤~≈/,;|*+$€£¥₽\"'")
# Chinese is written without spaces: behind these a hyphen is a minus, behind a counter it is a range's dash.
_CHINESE_BEFORE_SIGN = frozenset("為为是達达至到約约於于負负長长率減减降升")


def mark_numbers(text: str, language: Language) -> str:
    """The text normalised, with every number in one spelling between ``OPEN`` and ``CLOSE``.

    A comma before exactly three digits groups them, but in Russian it is the decimal mark; before any other
    count of digits it is the decimal mark everywhere. Spaces of any width and apostrophes group threes of
    digits. Zeros at the end of a fraction are dropped, and ``.5`` is 0.5. A hyphen or minus right before the
    digits is their sign where nothing stands before it that it could join to them. Dates and versions
    (12.05.2023) are several numbers. White space next to a number is dropped, so that ``5 %`` and ``5%`` are
    the same.

    Args:
        text: any text.
        language: of the question, which says how commas are read.
    """
    plain = normalise(_parted(text))
    marked = _TOKEN.sub(lambda match: _marked(match, grouping_comma=language != "ru"), plain)
    return _AROUND.sub(r"\1", marked).strip()


def _parted(text: str) -> str:
    text = _WIDE_COMMA.sub(", ", text.translate(_MARKS))
    text = _LONG_DASH.sub(" - ", text)
    return text if text.isascii() else "".join(map(_without_joining, text))


def _without_joining(char: str) -> str:
    """Normalising makes digits of ², ½ and ①; they must not become part of the number beside them."""
    return f" {char} " if unicodedata.category(char) == "No" else char


def _marked(match: re.Match[str], *, grouping_comma: bool) -> str:
    if match["page"]:
        return _DIGITS.sub(lambda digits: _mark(digits.group()), match["page"])
    if match["grouped"]:
        written = _mark(_digits(match["grouped"]), match["fraction"] or "", signed=_is_sign(match))
    else:
        chain = match["chain"] or f"0{match['bare']}"
        written = _chain(chain, grouping_comma=grouping_comma, signed=_is_sign(match))
    return f"-{written}" if match["sign"] and not _is_sign(match) else written


def _is_sign(match: re.Match[str]) -> bool:
    """Whether the hyphen before a number is its sign, and not a dash that joins it to what stands before."""
    if not match["sign"]:
        return False
    before = match.string[: match.start()]
    if not before:
        return True
    if before[-1] == " ":
        last = before.rstrip()[-1:]
        return not (last.isdigit() or last in {"%", CLOSE})
    return before[-1] in _OPENING or before[-1] in _CHINESE_BEFORE_SIGN


def _chain(chain: str, *, grouping_comma: bool, signed: bool) -> str:
    parts, marks = re.split("[.,]", chain), re.findall("[.,]", chain)
    read = _read(parts, marks, grouping_comma=grouping_comma)
    if read is not None:
        return _mark(*read, signed=signed)
    first = _mark(parts[0], signed=signed)
    return first + "".join(mark + _mark(part) for mark, part in zip(marks, parts[1:], strict=True))


def _read(parts: list[str], marks: list[str], *, grouping_comma: bool) -> tuple[str, str] | None:
    """Whole and fraction of one number; None where the parts are several numbers."""
    if not marks:
        return parts[0], ""
    if len(marks) == 1:
        return _read_pair(parts[0], parts[1], comma=marks[0] == ",", grouping_comma=grouping_comma)
    alike = len(set(marks[:-1])) == 1 and _are_groups(parts[:-1])
    if alike and marks[-1] != marks[0]:
        return "".join(parts[:-1]), parts[-1]
    if alike and len(parts[-1]) == _GROUP:
        return "".join(parts), ""
    return None


def _read_pair(whole: str, rest: str, *, comma: bool, grouping_comma: bool) -> tuple[str, str] | None:
    if comma and _YEAR.fullmatch(whole) and _YEAR.fullmatch(rest):
        return None
    if comma and grouping_comma and len(rest) == _GROUP and not whole.startswith("0"):
        return whole + rest, ""
    return whole, rest


def _are_groups(parts: list[str]) -> bool:
    return 0 < len(parts[0]) <= _GROUP and all(len(part) == _GROUP for part in parts[1:])


def _digits(text: str) -> str:
    return "".join(_DIGITS.findall(text))


def _mark(whole: str, fraction: str = "", *, signed: bool = False) -> str:
    fraction = fraction.rstrip("0")
    return f"{OPEN}{'-' * signed}{whole}{'.' if fraction else ''}{fraction}{CLOSE}"
