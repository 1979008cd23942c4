"""Numerals of any kind in a folded text: digits, Chinese characters, English and Russian words."""

import re
from decimal import Decimal
from functools import cache
from typing import Literal, NamedTuple

from data_base.text.chinese_numerals import DIGIT_CLASS, FORMAL_CLASS, NUMERAL_CLASS, chinese_value
from data_base.text.figure_words import SCALES
from data_base.text.folding import Folded
from data_base.text.number_words import (
    ARTICLE_LIKE,
    number_word_initials,
    number_words_pattern,
    number_words_value,
)
from data_base.text.parts_of_powers import INITIALS, PART_OF_POWER, part_of_power

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
# No possessive repeat around the groups of a capture: Python 3.11.2 (Debian 12) then loses the match.
_DIGITS = re.compile(
    r"\.[0-9]++|[0-9](?:[0-9]{0,2}(?:"
    r"(?:,[0-9]{3}){1,12}+(?![0-9])(?:\.[0-9]{1,40}+)?"
    r"|(?:'[0-9]{3}){1,12}+(?![0-9])(?:[.,][0-9]{1,40}+)?"
    rf"|(?P<spaced>(?:{_SPACE}[0-9]{{3}}(?![0-9])){{1,12}})(?P<tail>[.,][0-9]{{1,40}}+)?"
    r"|(?:\.[0-9]{3}){1,12}+,[0-9]{1,40}+|(?:\.[0-9]{3}){2,12}+(?![.,0-9])"
    r"|(?:,[0-9]{2}){1,6},[0-9]{3}(?![0-9]))"
    r"|[0-9]*+(?:[.,][0-9]++)?)"
)
_INTEGER = re.compile(r"[0-9]++")
_POWER = re.compile(
    r"[ \u00a0]?[×x·*][ \u00a0]?10(?:\^(-?[0-9]{1,2})|([⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}))|e([+-]?[0-9]{1,2})(?![0-9a-z])"
)
# "10⁶", "10^6" without a factor before.
_POWER_OF_TEN = re.compile(r"\^(-?[0-9]{1,2})(?![0-9])|(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})")
_FRACTION = re.compile(
    r"(?P<half> and a half\b|[ \u00a0]с половиной\b|[ \u00a0]?½)"
    r"|(?P<quarter> and a quarter\b|[ \u00a0]с четвертью\b|[ \u00a0]?¼)"
    r"|(?P<three>[ \u00a0]?¾)"
)
# "9 1/2 hours"
_MIXED = re.compile(r"[ \u00a0]([1-9])/([2-9]|10|12|16)(?![0-9/.,-])")
_MOST_BEFORE_FRACTION = 1000
_HALF = Decimal("0.5")
_FRACTIONS = {"half": _HALF, "quarter": Decimal("0.25"), "three": Decimal("0.75")}
_BEGIN_FRACTION = frozenset(" \u00a0½¼¾")
_POWER_BEFORE = re.compile("(?:million|billion|trillion|миллион|миллиард|триллион)[а-я]{0,3}$")
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_CYRILLIC = re.compile("[а-я]")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_DIGITS = 40
# 兆 is a trillion, but before a unit it is the prefix mega.
# 半小時, 半個月 but not 上半年 or 半年報.
_HALVED = (
    "(?<![上下前后後大多零一二三四五六七八九十个])"
    "半(?=个?(?:小时|钟头|月(?!刊)|世纪)|天(?!然)|年(?![报度级刊])|公里|公斤|公升|公分|公尺)"
)
_BELOW_TRILLION = NUMERAL_CLASS.replace("兆", "")
_CONTEXT = 60
_CELL_MARGIN = 10
_CELL_END = re.compile(r"[ \u00a0]*+[^\s0-9|,.;]{0,12}+[ \u00a0]*+(?:\||(?=\n)|\Z)")
_GROUP = 3


@cache
def numeral_pattern() -> re.Pattern[str]:
    """Finds where a numeral may begin; what it is, ``read_numeral`` tells."""
    # What stands first in every match lets the engine pass over all other characters quickly.
    first = f"0-9.半{NUMERAL_CLASS}{FORMAL_CLASS}{number_word_initials()}{INITIALS}"
    return re.compile(
        rf"(?=[{first}])(?:(?P<digits>(?<![\w.)\]])\.(?=[0-9])|[0-9])|(?P<halved>{_HALVED})|(?P<formal>[{FORMAL_CLASS}][{FORMAL_CLASS}零万亿]++)"
        rf"|(?P<chinese>(?:[{_BELOW_TRILLION}]|兆(?![瓦赫帕字]))++(?:点[{DIGIT_CLASS}]++(?![十百千]))?)"
        rf"|(?P<part>{PART_OF_POWER})|(?P<words>{number_words_pattern()}))"
    )


def read_numeral(page: Folded, match: re.Match[str]) -> Numeral | None:
    """The numeral at a match of ``numeral_pattern``; None where the characters are no number."""
    if match.lastgroup == "halved":
        return Numeral(*match.span(), _HALF, 1, Decimal("0.1"), "chinese", bare=True)
    if match.lastgroup == "part":
        value = part_of_power(match[0])
        return Numeral(*match.span(), value, 0, _last_place(value), "words")
    if match.lastgroup in {"chinese", "formal"}:
        return _chinese(match)
    numeral = _words(match) if match.lastgroup == "words" else read_digits(page.low, match.start())
    return _with_fraction(page.low, numeral) if numeral else None


def _with_fraction(low: str, numeral: Numeral) -> Numeral:
    """The numeral with what is added to it behind: "31 and a half", "две с половиной", "2½"."""
    if numeral.precision or low[numeral.end : numeral.end + 1] not in _BEGIN_FRACTION:
        return numeral
    match = _FRACTION.match(low, numeral.end)
    if match is None:
        return _mixed(low, numeral)
    part = next(value for name, value in _FRACTIONS.items() if match[name])
    if numeral.script == "words" and (power := _POWER_BEFORE.search(low, numeral.start, numeral.end)):
        # "a million and a half" is one and a half million.
        more = part * SCALES[power[0]]
        return numeral._replace(
            end=match.end(), value=numeral.value + more, quantum=_last_place(more), bare=False
        )
    places = -int(part.as_tuple().exponent)
    return numeral._replace(
        end=match.end(),
        value=numeral.value + part,
        precision=places,
        quantum=Decimal(1).scaleb(-places),
        bare=False,
    )


def _mixed(low: str, numeral: Numeral) -> Numeral:
    """The numeral with the fraction in digits that follows a space, if one does: 9 1/2."""
    match = _MIXED.match(low, numeral.end) if numeral.script == "digits" else None
    if match is None or int(match[1]) >= int(match[2]) or numeral.value >= _MOST_BEFORE_FRACTION:
        return numeral
    value = numeral.value + Decimal(match[1]) / Decimal(match[2])
    return numeral._replace(end=match.end(), value=value, precision=2, quantum=Decimal("0.01"))


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
    if plain == "10" and (power := _POWER_OF_TEN.match(low, end)):
        exponent = int(power[1] or power[2].translate(_SUPERSCRIPTS))
        value, quantum, end = Decimal(1).scaleb(exponent), Decimal(1).scaleb(exponent), power.end()
    elif power := _POWER.match(low, end):
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
    if " " not in match[0] or match["tail"]:
        return True
    return _fills_cell(low, *match.span()) or _in_russian(low, *match.span())


def _fills_cell(low: str, start: int, end: int) -> bool:
    """Whether nothing but a number, its sign and its unit stand in the cell of a Markdown table."""
    after = _CELL_END.match(low, end)
    if after is None:
        return False
    before = low[max(start - _CELL_MARGIN, 0) : start].rstrip(" \u00a0-+$€£¥₽")
    begins = not before or before[-1] in "|\n"
    return begins and ("|" in {after[0][-1:], before[-1:]})


def _in_russian(low: str, start: int, end: int) -> bool:
    """Whether most letters around a number are Russian."""
    around = low[max(start - _CONTEXT, 0) : start] + low[end : end + _CONTEXT]
    if not _CYRILLIC.search(around):
        return False
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
