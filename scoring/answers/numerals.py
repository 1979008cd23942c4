"""A text that is nothing but a number, read as that number."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from data_base.text.chinese_numerals import LONGEST, NUMERAL_CLASS, chinese_value
from data_base.text.folding import fold
from data_base.text.number_words import number_words_pattern, number_words_value

_DIGITS = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]{1,4})?")
_GROUPED = re.compile(r"[-+]?[0-9]{1,3}(?:(?:,[0-9]{3})+|(?: [0-9]{3})+)(?:\.[0-9]+)?")
_FRACTION = re.compile(r"([-+]?)(?:([0-9]{1,9}) )?([0-9]{1,15}) ?[/\u2044] ?([0-9]{1,15})")
_MINUS = re.compile(r"(?:minus |negative |минус |负)")
_CHINESE = re.compile(f"[{NUMERAL_CLASS}]+")
_POWERS_ALONE = frozenset("百千万亿兆")
_AROUND = " \t\r\n.,;:!?。，；：！？\"'()[]（）【】「」*`"
_LONGEST_WORDS = 200


def bare_number(text: str) -> Decimal | None:
    """The number that a text is from end to end, None where it is anything else or more.

    Read are digits, years too, powers of ten (1e5), fractions (3/4, 1 1/2), Chinese numerals and English and
    Russian number words, also those that are words of other kinds inside a sentence ("one", "五", "один").
    """
    low = fold(text).low.replace("\u00a0", " ").strip(_AROUND)
    if not low or len(low) > _LONGEST_WORDS:
        return None
    if _DIGITS.fullmatch(low):
        return _decimal(low)
    if _GROUPED.fullmatch(low):
        return _decimal(low.replace(",", "").replace(" ", ""))
    if match := _FRACTION.fullmatch(low):
        return _fraction(match)
    if match := _MINUS.match(low):
        value = _in_words(low[match.end() :])
        return -value if value is not None else None
    return _in_words(low)


def _fraction(match: re.Match[str]) -> Decimal | None:
    sign, whole, above, below = match.groups()
    if not int(below):
        return None
    value = Decimal(whole or 0) + Decimal(above) / Decimal(below)
    return -value if sign == "-" else value


def _in_words(low: str) -> Decimal | None:
    if len(low) <= LONGEST and low not in _POWERS_ALONE and _CHINESE.fullmatch(low):
        return chinese_value(low)
    if not re.fullmatch(number_words_pattern(), low):
        return None
    value, length = number_words_value(low)
    return value if length == len(low) else None


def _decimal(digits: str) -> Decimal | None:
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None
