"""A text that is nothing but a number, read as that number."""

import re
import unicodedata
from decimal import Decimal, InvalidOperation
from functools import cache

from data_base.text.chinese_numerals import LONGEST, NUMERAL_CLASS, chinese_value
from data_base.text.folding import fold
from data_base.text.number_words import number_words_pattern, number_words_value

_DIGITS = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]{1,4})?")
_GROUPED = re.compile(r"[-+]?[0-9]{1,3}(?:(?:,[0-9]{3})+|(?: [0-9]{3})+)(?:\.[0-9]+)?")
_FRACTION = re.compile(r"([-+]?)(?:([0-9]{1,9}) )?([0-9]{1,15}) ?[/\u2044] ?([0-9]{1,15})")
_VULGAR = re.compile("[¼-¾⅐-⅞]")
_MINUS = re.compile(r"(?:minus |negative |минус |负)")
_CHINESE = re.compile(f"[{NUMERAL_CLASS}]+")
_POWERS_ALONE = frozenset("百千万亿兆")
_PARTS = {"десят": 1, "сот": 2, "тысячн": 3, "десятитысячн": 4, "миллионн": 6}
_HALVES = {
    **dict.fromkeys(("half", "a half", "one half", "половина", "половины", "пол", "半", "一半"), (1, 2)),
    **dict.fromkeys(("a third", "треть", "трети"), (1, 3)),
    **dict.fromkeys(("a quarter", "a fourth", "четверть", "четверти"), (1, 4)),
}
_BELOW = {
    **dict.fromkeys(("half", "halves"), 2),
    **dict.fromkeys(("third", "thirds", "треть", "трети", "третьих", "третья"), 3),
    **dict.fromkeys(("quarter", "quarters", "fourth", "fourths", "четверть", "четверти", "четвертей"), 4),
    **dict.fromkeys(("четвертых", "четвертая"), 4),
    **dict.fromkeys(("fifth", "fifths", "пятых", "пятая"), 5),
    **dict.fromkeys(("sixth", "sixths", "шестых", "шестая"), 6),
    **dict.fromkeys(("seventh", "sevenths", "седьмых", "седьмая"), 7),
    **dict.fromkeys(("eighth", "eighths", "восьмых", "восьмая"), 8),
    **dict.fromkeys(("ninth", "ninths", "девятых", "девятая"), 9),
    **dict.fromkeys(("tenth", "tenths"), 10),
    **dict.fromkeys(("hundredth", "hundredths"), 100),
    **dict.fromkeys(("thousandth", "thousandths"), 1000),
}
_AROUND = " \t\r\n.,;:!?。，；：！？\"'()[]（）【】「」*`"
_BEFORE = re.compile(rf"\A(?:[{re.escape(_AROUND.replace('.', ''))}]|\.(?![0-9]))*")
_LONGEST_WORDS = 200


def with_decimals(text: str) -> str:
    """A text with its Russian decimals in words written in digits.

    "двенадцать целых пять десятых" becomes 12.5, "три запятая четырнадцать" 3.14, "пять десятых" 0.5.
    """
    low = text.lower().replace("ё", "е")
    if len(low) != len(text) or not _MAY_BE_DECIMAL.search(low):
        return text
    parts, end = [], 0
    for match in _decimal_words().finditer(low):
        value = _decimal_in_words(match)
        if value is not None:
            parts += [text[end : match.start()], value]
            end = match.end()
    return "".join([*parts, text[end:]])


_MAY_BE_DECIMAL = re.compile(r"запятая|десят(?:ая|ых|ой|ую)|сот(?:ая|ых|ой|ую)\b|тысячн|миллионн")


@cache
def _decimal_words() -> re.Pattern[str]:
    words = number_words_pattern()
    places = "|".join(sorted(_PARTS, key=len, reverse=True))
    return re.compile(
        rf"(?:(?P<whole>{words}) (?:цел(?:ая|ых|ой|ую|ые) (?:и )?|(?P<comma>запятая )))?"
        rf"(?P<part>{words})(?(comma)(?P<more>(?: {words})*)|[ ](?P<place>{places})(?:ая|ых|ой|ую|ые))\b"
    )


def _decimal_in_words(match: re.Match[str]) -> str | None:
    whole = _in_words(match["whole"]) if match["whole"] else Decimal(0)
    if match["place"]:
        part, places = _in_words(match["part"]), _PARTS[match["place"]]
    else:
        # "ноль пять": the words are digits after the comma, zeros too.
        digits = _digits_in_words(match["part"])
        part, places = (Decimal(digits), len(digits)) if digits else (None, 0)
    if whole is None or part is None:
        return None
    return format(whole + part.scaleb(-places), "f")


def _digits_in_words(phrase: str) -> str:
    digits, left = "", phrase
    while left:
        value, length = number_words_value(left)
        if not length or value != int(value):
            return ""
        digits, left = digits + str(int(value)), left[length:].lstrip(" -")
    return digits


def bare_number(text: str) -> Decimal | None:
    """The number that a text is from end to end, None where it is anything else or more.

    Read are digits, years too, powers of ten (1e5), fractions (3/4, 1 1/2), Chinese numerals and English and
    Russian number words, also those that are words of other kinds inside a sentence ("one", "五", "один").
    """
    low = with_decimals(fold(text).low).replace("\u00a0", " ").rstrip(_AROUND)
    low = _BEFORE.sub("", low, count=1)
    if not low or len(low) > _LONGEST_WORDS:
        return None
    if _VULGAR.search(low):
        low = _VULGAR.sub(lambda match: f" {unicodedata.normalize('NFKC', match[0])}", low).strip()
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
    if low in _HALVES:
        above, below = _HALVES[low]
        return Decimal(above) / Decimal(below)
    if not _words().fullmatch(low):
        return _part_in_words(low)
    value, length = number_words_value(low)
    return value if length == len(low) else None


def _part_in_words(low: str) -> Decimal | None:
    """A fraction such as "two thirds" or "три четверти"."""
    above, _, below = low.replace("-", " ").rpartition(" ")
    if below not in _BELOW or not _words().fullmatch(above):
        return None
    value, length = number_words_value(above)
    return value / _BELOW[below] if length == len(above) else None


@cache
def _words() -> re.Pattern[str]:
    return re.compile(number_words_pattern())


def _decimal(digits: str) -> Decimal | None:
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None
