"""Scale words behind a numeral: thousand, 億, млн, "bn"; also several parts, as in 1億2,000萬."""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache

from data_base.text.chinese_numerals import NUMERAL_CLASS
from data_base.text.folding import Folded
from data_base.text.numerals import ONE, Numeral, read_digits
from data_base.text.units import read_unit
from data_base.text.word_lists import by_word, words

_WORD = re.compile(r"[ \u00a0-]?([a-zа-я]{2,12})(?![a-zа-я0-9])")
# "投入1億 2023年完工", "3 萬 5%": what follows is a year, a share, or a number of its own.
_OF_ANOTHER = re.compile("[ \u00a0]?(?:年|月|%|[/:-][0-9])")
# Characters that begin a scale and a unit alike: 千 in 千瓦, 百 in 百分點, 兆 in 兆瓦.
_MAY_BEGIN_UNIT = frozenset("千百兆")
_GOES_ON = re.compile("[a-z0-9]")


@cache
def scale_words() -> Mapping[str, Decimal]:
    """English and Russian words for a scale."""
    return {word: Decimal(scale) for word, scale in by_word("numbers.scales").items()}


@cache
def chinese_scales() -> Mapping[str, Decimal]:
    """Chinese characters for a scale, in folded form."""
    return {word: Decimal(scale) for word, scale in by_word("numbers.scales_zh").items()}


@cache
def scale_letters(*, money: bool) -> Mapping[str, Decimal]:
    """Letters right behind a number, or a sum of money, that scale it: "5k", "3.2M", "$4b"."""
    listed = by_word("numbers.letters") | (by_word("numbers.money_letters") if money else {})
    return {letter: Decimal(scale) for letter, scale in listed.items()}


def with_scale(page: Folded, numeral: Numeral, *, money: bool) -> Numeral:
    """The numeral with the scale words that follow it.

    Args:
        page: the folded text.
        numeral: as ``read_numeral`` gives it.
        money: whether a currency stands before it, which makes "m" a million and no metre.
    """
    total = _scaled(page, numeral, money=money)
    last = total
    while last.scale != ONE and not last.precision and last.script == "digits":
        part = _next_part(page, total.end, last.scale)
        if part is None:
            break
        total = total._replace(value=total.value + part.value, quantum=part.quantum, end=part.end)
        last = part
    return total


def _next_part(page: Folded, end: int, larger: Decimal) -> Numeral | None:
    """A further numeral with a smaller scale, or right behind a Chinese scale with none."""
    start = end + (page.low[end : end + 1] in {" ", "\u00a0"})
    numeral = read_digits(page.low, start) if page.low[start : start + 1].isdigit() else None
    if numeral is None:
        return None
    part = _scaled(page, numeral, money=False)
    if part.value >= larger or part.scale >= larger:
        return None
    return part if part.scale != ONE or _adjoins(page.low, end, numeral, larger) else None


def _adjoins(low: str, end: int, numeral: Numeral, larger: Decimal) -> bool:
    """Whether a numeral without a scale goes on a Chinese one: 1萬8940, and with spaces "1 萬 8,940".

    Behind a space it fills all the places that the scale has left, or the scale has a space before it too.
    """
    fills = numeral.start == end or low[end - 2 : end - 1] in {" ", "\u00a0"} or numeral.value * 10 >= larger
    return fills and low[end - 1] in NUMERAL_CLASS and not _OF_ANOTHER.match(low, numeral.end)


def _scaled(page: Folded, numeral: Numeral, *, money: bool) -> Numeral:
    found = None
    if numeral.script == "digits" or numeral.precision:
        found = _scale_of_digits(page, numeral.end, money=money)
    scale, end = found or _word_scale(page.low, numeral.end)
    if scale == ONE:
        return numeral
    value, quantum = numeral.value * scale, numeral.quantum * scale
    return numeral._replace(value=value, quantum=quantum, scale=scale, end=end)


def _scale_of_digits(page: Folded, pos: int, *, money: bool) -> tuple[Decimal, int] | None:
    """A scale in Chinese, or a letter."""
    low = page.low
    start = pos + (low[pos : pos + 1] in {" ", "\u00a0", "\n"})
    if low[start : start + 1] not in _MAY_BEGIN_UNIT or not read_unit(page, start):
        for form in (low[start : start + 2], low[start : start + 1]):
            if form in chinese_scales():
                return chinese_scales()[form], start + len(form)
    start = pos + (money and low[pos : pos + 1] == " ")
    scale = scale_letters(money=money).get(page.cased[start : start + 1])
    return (scale, start + 1) if scale and not _GOES_ON.match(low, start + 1) else None


def _word_scale(low: str, pos: int) -> tuple[Decimal, int]:
    match = _WORD.match(low, pos)
    if match is None or match[1] not in scale_words():
        return ONE, pos
    # "5 млн. руб.": the stop belongs to the abbreviation where something follows it.
    stop = match[1] in words("numbers.abbreviated") and low[match.end() : match.end() + 2] in {
        ". ",
        ".\u00a0",
    }
    return scale_words()[match[1]], match.end() + stop
