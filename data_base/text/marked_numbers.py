"""Numbers in a text, each brought into one spelling and marked whole, so that two texts can be matched.

``1 234,5``, ``1,234.5`` and ``1234.50`` all become the same marked number, and no number is part of another:
a search for the marked 40 does not find the marked 2400. Nothing else in the text is read.
"""

import re
import unicodedata

from data_base.text.language import Language
from data_base.text.normalise import normalise
from data_base.text.page_references import PAGE_REFERENCE

OPEN, CLOSE = "\x02", "\x03"
"""Surround a marked number."""

_MARKS = str.maketrans({OPEN: " ", CLOSE: " "})
# Written in full width, a comma is punctuation, unless the digits around it are full width too.
_WIDE_COMMA = re.compile("(?<![０-９])，|，(?![０-９])")
# A dash before a figure that is a mark of punctuation, where a hyphen or minus would be a sign.
_LONG_DASH = re.compile(r"(?<![0-9])[—―](?=[0-9])")
_TOKEN = re.compile(
    rf"(?P<page>{PAGE_REFERENCE.pattern})|(?P<sign>-)?(?<![0-9])"
    r"(?P<number>[0-9]{1,3}(?:(?:[ ][0-9]{3})+|(?:'[0-9]{3})+)(?![0-9])(?:[.,][0-9]+)?"
    r"|(?<![\w.,])[.][0-9]+(?![.,]?[0-9])|[0-9]+(?:[.,][0-9]+)*)"
)
_DIGITS = re.compile("[0-9]+")
_AROUND = re.compile(rf" ?({OPEN}[^{CLOSE}]*{CLOSE}) ?")
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
    digits is their sign where nothing is before it that it could join to them. Dates and versions
    (12.05.2023) are several numbers. White space next to a number is dropped.
    """
    parted = _LONG_DASH.sub(" - ", _WIDE_COMMA.sub(", ", text.translate(_MARKS)))
    # Normalising makes digits of ², ½ and ①; they must not become part of the number next to them.
    parted = "".join(f" {char} " if unicodedata.category(char) == "No" else char for char in parted)
    marked = _TOKEN.sub(lambda match: _marked(match, grouping=language != "ru"), normalise(parted))
    return _AROUND.sub(r"\1", marked).strip()


def _marked(match: re.Match[str], *, grouping: bool) -> str:
    if match["page"]:
        return _DIGITS.sub(lambda digits: _mark(digits.group()), match["page"])
    written = f"0{match['number']}" if match["number"][0] == "." else match["number"]
    signed = "-" if _is_sign(match) else ""
    read = _read(written, grouping=grouping)
    if read is not None:
        marked = _mark(signed + read)
    else:
        marked = _DIGITS.sub(
            lambda digits: _mark(digits[0] if digits.start() else signed + digits[0]), written
        )
    return f"-{marked}" if match["sign"] and not signed else marked


def _is_sign(match: re.Match[str]) -> bool:
    """Whether the hyphen before a number is its sign, and not a dash that joins it to what comes before."""
    before = match.string[: match.start()]
    if not match["sign"] or not before:
        return bool(match["sign"])
    if before[-1] == " ":
        last = before.rstrip()[-1:]
        return not (last.isdigit() or last in {"%", CLOSE})
    return before[-1] in _OPENING or before[-1] in _CHINESE_BEFORE_SIGN


def _read(written: str, *, grouping: bool) -> str | None:
    """One number in digits with a point before its fraction; None where the digits are several numbers."""
    spaced = " " in written or "'" in written
    parts = re.split("[.,]", written.replace(" ", "").replace("'", ""))
    marks = re.findall("[.,]", written)
    if not marks or (spaced and len(marks) == 1):
        return ".".join(parts)
    first, last = parts[0], parts[-1]
    if len(marks) == 1:
        if marks == [","] and _YEAR.fullmatch(first) and _YEAR.fullmatch(last):
            return None
        groups = marks == [","] and grouping and len(last) == _GROUP and not first.startswith("0")
        return "".join(parts) if groups else ".".join(parts)
    alike = len(set(marks[:-1])) == 1 and 0 < len(first) <= _GROUP
    if not alike or any(len(part) != _GROUP for part in parts[1:-1]):
        return None
    if marks[-1] != marks[0]:
        return f"{''.join(parts[:-1])}.{last}"
    return "".join(parts) if len(last) == _GROUP else None


def _mark(number: str) -> str:
    whole, point, fraction = number.partition(".")
    fraction = fraction.rstrip("0")
    return f"{OPEN}{whole}{point if fraction else ''}{fraction}{CLOSE}"
