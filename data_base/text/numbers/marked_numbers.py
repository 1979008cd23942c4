"""Numbers in a text, each brought into one spelling and marked whole, so that two texts can be matched.

``1 234,5``, ``1,234.5`` and ``1234.50`` all become the same marked number, and no number is part of another:
a search for the marked 40 does not find the marked 2400. Nothing else in the text is read.
"""

import re
import unicodedata

from data_base.text.folding import Folded, fold
from data_base.text.language import Language
from data_base.text.markup import PAD
from data_base.text.normalise import normalise
from data_base.text.numbers.figures import figures
from data_base.text.numbers.number_qualifiers import has_sign
from data_base.text.numbers.numerals import DIGITS, YEARS, plain_digits
from data_base.text.page_references import PAGE_REFERENCE

OPEN, CLOSE = "\x02", "\x03"
"""Surround a marked number."""

_UNMARKED = str.maketrans({OPEN: " ", CLOSE: " ", PAD: ""})
# Written in full width, a comma is punctuation, unless the digits around it are full width too.
_WIDE_COMMA = re.compile("(?<![０-９])，|，(?![０-９])")
# A dash before a figure that is a mark of punctuation, where a hyphen or minus would be a sign.
_LONG_DASH = re.compile(r"(?<![0-9])[—―](?=[0-9])")
_TOKEN = re.compile(
    rf"(?P<page>{PAGE_REFERENCE.pattern})|-?(?P<number>(?:(?<![0-9])(?=[0-9])|(?<![\w.,])(?=[.][0-9]))"
    rf"(?:{DIGITS.pattern})(?![.,]?[0-9]))|-?(?<![0-9])(?P<several>[0-9]+(?:[.,][0-9]+)*)"
)
_LONGEST_ALONE = 60
_INTEGER = re.compile("-?[0-9]+")
_AROUND = re.compile(rf" ?({OPEN}[^{CLOSE}]*{CLOSE}) ?")


def mark_numbers(text: str, language: Language) -> str:
    """The text normalised, with every number in one spelling between ``OPEN`` and ``CLOSE``.

    A comma before exactly three digits groups them, but in Russian it is the decimal mark; before any other
    count of digits it is the decimal mark everywhere. Spaces of any width and apostrophes group threes of
    digits. Zeros at the end of a fraction are dropped, and ``.5`` is 0.5. A hyphen or minus right before the
    digits is their sign where nothing is before it that it could join to. Dates and versions (12.05.2023) are
    several numbers. White space next to a number is dropped.
    """
    parted = _LONG_DASH.sub(" - ", _WIDE_COMMA.sub(", ", text.translate(_UNMARKED)))
    # Normalising makes digits of ², ½ and ①; they must not become part of the number next to them.
    parted = "".join(f" {char} " if unicodedata.category(char) == "No" else char for char in parted)
    plain = normalise(fold(parted).cased.translate(_UNMARKED))
    page = Folded(plain, plain, plain)
    marked = _TOKEN.sub(lambda match: _marked(page, match, russian=language == "ru"), plain)
    return _AROUND.sub(r"\1", marked).strip()


def with_minus(text: str) -> str:
    """A text that is nothing but a figure in accounting form, (1,234) or △42, with a minus instead."""
    found = figures(text) if len(text) <= _LONGEST_ALONE else []
    if len(found) == 1 and found[0].value < 0 and "-" not in fold(text).low[: found[0].start + 1]:
        return re.sub(r"(?=\d)", "-", found[0].raw, count=1)
    return text


def _marked(page: Folded, match: re.Match[str], *, russian: bool) -> str:
    if match["page"]:
        return _INTEGER.sub(lambda digits: _mark(digits[0]), match["page"])
    first = match.start(match.lastgroup or 0)
    sign = "-" if has_sign(page, first) else ""
    dash = "-" if first > match.start() and not sign else ""
    if match["several"] or YEARS.fullmatch(match["number"]):
        return dash + _INTEGER.sub(
            lambda digits: _mark(digits[0]), sign + (match["several"] or match["number"])
        )
    return dash + _mark(sign + plain_digits(match["number"], russian=russian))


def _mark(number: str) -> str:
    whole, point, fraction = number.partition(".")
    fraction = fraction.rstrip("0")
    return f"{OPEN}{whole if whole.strip('-') else f'{whole}0'}{point if fraction else ''}{fraction}{CLOSE}"
