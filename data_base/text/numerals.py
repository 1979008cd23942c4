"""Numerals of any kind in a folded text: digits, Chinese characters, English and Russian words."""

import re
from decimal import Decimal
from functools import cache
from typing import Literal, NamedTuple

from data_base.text.chinese_numerals import DIGIT_CLASS, FORMAL_CLASS, NUMERAL_CLASS, chinese_value
from data_base.text.folding import Folded
from data_base.text.number_words import ARTICLE_LIKE, number_words_pattern, number_words_value

Script = Literal["digits", "chinese", "words"]


class Numeral(NamedTuple):
    """A number as written, without sign, scale and unit.

    Attributes:
        start: position of its first character.
        end: position behind its last one.
        value: exact.
        precision: decimal places as written.
        quantum: worth of the last written digit; for words the last power of ten that was said.
        script: how it is written.
        bare: one word or character that is a number only where a unit or a counter follows.
    """

    start: int
    end: int
    value: Decimal
    precision: int
    quantum: Decimal
    script: Script
    bare: bool = False


_SPACE = "[ \u00a0]"
# Repeats are bounded, so that no text of digits and commas takes more than linear time.
_DIGITS = re.compile(
    r"\.[0-9]++|[0-9](?:[0-9]{0,2}(?:"
    r"(?:,[0-9]{3}){1,12}+(?![0-9])(?:\.[0-9]{1,40}+)?"
    r"|(?:'[0-9]{3}){1,12}+(?![0-9])(?:[.,][0-9]{1,40}+)?"
    rf"|(?P<spaced>(?:{_SPACE}[0-9]{{3}}(?![0-9])){{1,12}}+)(?P<tail>[.,][0-9]{{1,40}}+)?"
    r"|(?:\.[0-9]{3}){1,12}+,[0-9]{1,40}+|(?:\.[0-9]{3}){2,12}+(?![.,0-9])"
    r"|(?:,[0-9]{2}){1,6},[0-9]{3}(?![0-9]))"
    r"|[0-9]*+(?:[.,][0-9]++)?)"
)
_INTEGER = re.compile(r"[0-9]++")
_POWER = re.compile(
    r"[ \u00a0]?[×x·*][ \u00a0]?10(?:\^(-?[0-9]{1,2})|([⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}))|e([+-]?[0-9]{1,2})(?![0-9a-z])"
)
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_CYRILLIC = re.compile("[а-я]")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_DIGITS = 40
# 兆 is a trillion, but before a unit it is the prefix mega.
_BELOW_TRILLION = NUMERAL_CLASS.replace("兆", "")
_CONTEXT = 60
_GROUP = 3


@cache
def numeral_pattern() -> re.Pattern[str]:
    """Finds where a numeral may begin; what it is, ``read_numeral`` tells."""
    return re.compile(
        rf"(?P<digits>(?<![\w.)\]])\.(?=[0-9])|[0-9])|(?P<formal>[{FORMAL_CLASS}][{FORMAL_CLASS}零万亿]++)"
        rf"|(?P<chinese>(?:[{_BELOW_TRILLION}]|兆(?![瓦赫帕字]))++(?:点[{DIGIT_CLASS}]++(?![十百千]))?)|(?P<words>{number_words_pattern()})"
    )


def read_numeral(page: Folded, match: re.Match[str]) -> Numeral | None:
    """The numeral at a match of ``numeral_pattern``; None where the characters are no number."""
    if match.lastgroup == "digits":
        return read_digits(page.low, match.start())
    if match.lastgroup == "words":
        return _words(match)
    return _chinese(match)


def _words(match: re.Match[str]) -> Numeral:
    value, length = number_words_value(match[0])
    written = match[0][:length]
    precision = max(-int(value.as_tuple().exponent), 0)
    return Numeral(
        match.start(),
        match.start() + length,
        value,
        precision,
        _last_place(value),
        "words",
        written in ARTICLE_LIKE,
    )


def _chinese(match: re.Match[str]) -> Numeral | None:
    value = chinese_value(match[0])
    if value is None:
        return None
    precision = max(-int(value.as_tuple().exponent), 0)
    return Numeral(*match.span(), value, precision, _last_place(value), "chinese", bare=len(match[0]) == 1)


def _last_place(value: Decimal) -> Decimal:
    """The largest power of ten that divides the value."""
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(int(exponent)) if value else Decimal(1)


def read_digits(low: str, start: int) -> Numeral | None:
    """The numeral in digits that begins at ``start``; None where it is longer than 40 characters."""
    match = _DIGITS.match(low, start)
    if match is None or match.end() - start > _MOST_DIGITS:
        return None
    written, end = match[0], match.end()
    columns = match["spaced"] and not _groups_by_space(low, match)
    if columns or _in_list(low, start, written, end):
        written, end = _first_group(low, start)
    plain = _plain(low, start, end, written)
    precision = len(plain.partition(".")[2])
    value, quantum = Decimal(plain), Decimal(1).scaleb(-precision)
    if power := _POWER.match(low, end):
        exponent = int((power[1] or power[3] or power[2].translate(_SUPERSCRIPTS)) or 0)
        value, quantum, end = value.scaleb(exponent), quantum.scaleb(exponent), power.end()
    return Numeral(start, end, value, precision, quantum, "digits")


def _first_group(low: str, start: int) -> tuple[str, int]:
    match = _INTEGER.match(low, start)
    return (match[0], match.end()) if match else ("", start)


def _in_list(low: str, start: int, written: str, end: int) -> bool:
    """Whether a comma parts two numbers: "1,2,3" is three of them, not 1.2 and 3."""
    if written.count(",") != 1 or "." in written:
        return False
    goes_on = low[end : end + 1] == "," and low[end + 1 : end + 2].isdigit()
    return goes_on or (low[max(start - 1, 0) : start] == "," and low[max(start - 2, 0) : start - 1].isdigit())


def _groups_by_space(low: str, match: re.Match[str]) -> bool:
    """Whether spaces between groups of three digits belong to one number, not to columns of a table."""
    return " " not in match[0] or bool(match["tail"]) or _in_russian(low, *match.span())


def _in_russian(low: str, start: int, end: int) -> bool:
    """Whether most letters around a number are Russian."""
    around = low[max(start - _CONTEXT, 0) : start] + low[end : end + _CONTEXT]
    return 2 * len(_CYRILLIC.findall(around)) > len(_LETTER.findall(around))


def _plain(low: str, start: int, end: int, written: str) -> str:
    """The digits with a point before the decimals and nothing else."""
    compact = written.replace(" ", "").replace("\u00a0", "").replace("'", "")
    if "," in compact and "." in compact:
        decimal_mark = max(",", ".", key=compact.rindex)
        grouping = "," if decimal_mark == "." else "."
        return compact.replace(grouping, "").replace(",", ".")
    if "," in compact:
        return compact.replace(",", "." if _is_decimal_comma(low, start, end, compact) else "")
    return compact.replace(".", "") if compact.count(".") > 1 else compact


def _is_decimal_comma(low: str, start: int, end: int, compact: str) -> bool:
    """A comma before three digits groups them in English and Chinese, in Russian it begins the decimals."""
    whole, _, rest = compact.partition(",")
    if "," in rest:
        return False
    if len(rest) != _GROUP or whole == "0" or len(whole) > _GROUP:
        return True
    return _in_russian(low, start, end)
