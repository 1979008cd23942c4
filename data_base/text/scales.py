"""Scale words behind a numeral: thousand, 億, млн, "bn"; also several parts, as in 1億2,000萬."""

import re
from decimal import Decimal
from typing import NamedTuple

from data_base.text.chinese_numerals import NUMERAL_CLASS
from data_base.text.figure_words import (
    ABBREVIATED_SCALES,
    CHINESE_SCALES,
    LETTER_SCALES,
    MONEY_LETTER_SCALES,
    SCALES,
)
from data_base.text.folding import Folded
from data_base.text.numerals import Numeral, read_digits
from data_base.text.units import read_unit

_ONE = Decimal(1)
_MOST_PARTS = 4
_LONGEST_CHINESE = 2
_WORD = re.compile(r"[ \u00a0-]?([a-zа-я]{2,12})(?![a-zа-я0-9])")
# "投入1億 2023年完工", "3 萬 5%": what follows is a year, a share, or a number of its own.
_OF_ANOTHER = re.compile("[ \u00a0]?(?:年|月|%|[/:-][0-9])")
# Characters that begin a scale and a unit alike: 千 in 千瓦, 百 in 百分點, 兆 in 兆瓦.
_MAY_BEGIN_UNIT = "千百兆"


class Scaled(NamedTuple):
    """A numeral with its scale words.

    Attributes:
        value: numeral times scale, all parts added up.
        scale: what the first part was multiplied with.
        quantum: worth of the last written digit.
        end: position behind the last scale word.
    """

    value: Decimal
    scale: Decimal
    quantum: Decimal
    end: int


def read_scale(page: Folded, numeral: Numeral, *, money: bool) -> Scaled:
    """The numeral with the scale words that follow it.

    Args:
        page: the folded text.
        numeral: as ``read_numeral`` gives it.
        money: whether a currency stands before it, which makes "m" a million and no metre.
    """
    scale, end = _scale_at(page, numeral, money=money)
    total = Scaled(numeral.value * scale, scale, numeral.quantum * scale, end)
    for _ in range(_MOST_PARTS):
        if numeral.precision or scale == _ONE or numeral.script != "digits":
            break
        part = _next_part(page, total.end, scale)
        if part is None:
            break
        numeral, scale = part[0], part[1].scale
        total = Scaled(total.value + part[1].value, total.scale, part[1].quantum, part[1].end)
    return total


def _next_part(page: Folded, end: int, larger: Decimal) -> tuple[Numeral, Scaled] | None:
    """A further numeral with a smaller scale, or right behind a Chinese scale with none."""
    start = end + (page.low[end : end + 1] in {" ", "\u00a0"})
    numeral = read_digits(page.low, start) if page.low[start : start + 1].isdigit() else None
    if numeral is None:
        return None
    scale, stop = _scale_at(page, numeral, money=False)
    if scale >= larger or numeral.value * scale >= larger:
        return None
    if scale == _ONE and not _adjoins(page.low, end, start, numeral, larger):
        return None
    return numeral, Scaled(numeral.value * scale, scale, numeral.quantum * scale, stop)


def _adjoins(low: str, end: int, start: int, numeral: Numeral, larger: Decimal) -> bool:
    """Whether a numeral without a scale goes on a Chinese one: 1萬8940, and with spaces "1 萬 8,940".

    Behind a space it fills all the places that the scale has left, or the scale has a space before it too.
    """
    if low[end - 1] not in NUMERAL_CLASS:
        return False
    if start == end:
        return True
    spaced = low[end - 2 : end - 1] in {" ", "\u00a0"}
    return (spaced or numeral.value * 10 >= larger) and not _OF_ANOTHER.match(low, numeral.end)


def _scale_at(page: Folded, numeral: Numeral, *, money: bool) -> tuple[Decimal, int]:
    pos = numeral.end
    found = None
    if numeral.script == "digits" or numeral.precision:
        found = _chinese_scale(page, pos) or _letter_scale(page, pos, money=money)
    return found or _word_scale(page.low, pos) or (_ONE, pos)


def _chinese_scale(page: Folded, pos: int) -> tuple[Decimal, int] | None:
    start = pos + (page.low[pos : pos + 1] in {" ", "\u00a0", "\n"})
    if page.low[start : start + 1] in _MAY_BEGIN_UNIT and read_unit(page, start):
        return None
    for length in range(_LONGEST_CHINESE, 0, -1):
        form = page.low[start : start + length]
        scale = CHINESE_SCALES.get(form)
        if scale is not None:
            return Decimal(scale), start + len(form)
    return None


def _letter_scale(page: Folded, pos: int, *, money: bool) -> tuple[Decimal, int] | None:
    start = pos + (money and page.low[pos : pos + 1] == " ")
    scale = (MONEY_LETTER_SCALES if money else LETTER_SCALES).get(page.cased[start : start + 1])
    following = page.low[start + 1 : start + 2]
    if scale is None or (following.isascii() and following.isalnum()):
        return None
    return Decimal(scale), start + 1


def _word_scale(low: str, pos: int) -> tuple[Decimal, int] | None:
    match = _WORD.match(low, pos)
    scale = SCALES.get(match[1]) if match else None
    if match is None or scale is None:
        return None
    # "5 млн. руб.": the stop belongs to the abbreviation where something follows it.
    stop = match[1] in ABBREVIATED_SCALES and low[match.end() : match.end() + 2] in {". ", ".\u00a0"}
    return Decimal(scale), match.end() + stop
