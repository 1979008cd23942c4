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
_MAY_BEGIN_UNIT = "千百兆"
# Letters right behind the number: "5k", "3.2M", "$4b".
_LETTERS = {
    "k": Decimal(10**3),
    "K": Decimal(10**3),
    "M": Decimal(10**6),
    "B": Decimal(10**9),
    "T": Decimal(10**12),
}
MONEY_LETTERS: Mapping[str, Decimal] = _LETTERS | {
    "m": Decimal(10**6), "b": Decimal(10**9), "t": Decimal(10**12),
}  # fmt: skip
"""Letters that scale a sum of money."""


@cache
def scale_words() -> Mapping[str, Decimal]:
    """English and Russian words for a scale."""
    return {word: Decimal(scale) for word, scale in by_word("numbers", "scales").items()}


@cache
def chinese_scales() -> Mapping[str, Decimal]:
    """Chinese characters for a scale, in folded form."""
    return {word: Decimal(scale) for word, scale in by_word("numbers", "scales_zh").items()}


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
        found = _chinese_scale(page, numeral.end) or _letter_scale(page, numeral.end, money=money)
    found = found or _word_scale(page.low, numeral.end)
    if found is None:
        return numeral
    scale, end = found
    return numeral._replace(
        value=numeral.value * scale, quantum=numeral.quantum * scale, scale=scale, end=end
    )


def _chinese_scale(page: Folded, pos: int) -> tuple[Decimal, int] | None:
    start = pos + (page.low[pos : pos + 1] in {" ", "\u00a0", "\n"})
    first = page.low[start : start + 1]
    if first not in NUMERAL_CLASS or (first in _MAY_BEGIN_UNIT and read_unit(page, start)):
        return None
    for form in (page.low[start : start + 2], first):
        scale = chinese_scales().get(form)
        if scale is not None:
            return scale, start + len(form)
    return None


def _letter_scale(page: Folded, pos: int, *, money: bool) -> tuple[Decimal, int] | None:
    start = pos + (money and page.low[pos : pos + 1] == " ")
    scale = (MONEY_LETTERS if money else _LETTERS).get(page.cased[start : start + 1])
    following = page.low[start + 1 : start + 2]
    if scale is None or (following.isascii() and following.isalnum()):
        return None
    return scale, start + 1


def _word_scale(low: str, pos: int) -> tuple[Decimal, int] | None:
    match = _WORD.match(low, pos)
    scale = scale_words().get(match[1]) if match else None
    if match is None or scale is None:
        return None
    # "5 млн. руб.": the stop belongs to the abbreviation where something follows it.
    follows = low[match.end() : match.end() + 2] in {". ", ".\u00a0"}
    return scale, match.end() + (follows and match[1] in words("numbers.abbreviated"))
