"""Dates in digits that only their company tells from other numbers: 113/3/27, 3/18至3/28."""

import re
from collections.abc import Iterator

from data_base.text.unit_table import COUNTERS

_HAN = re.compile("[\u4e00-\u9fff]")
_OTHER_LETTER = re.compile("[a-zа-я]")
_MONTH_AND_DAY = r"(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12][0-9]|3[01])(?![0-9/])"
_JOINT = "[ \u00a0]?[-~至到][ \u00a0]?"
_BEFORE = re.compile(
    rf"(?:[自由從从於于在至到截迄]|日期?[:：]?)[ \u00a0]?$|(?<![0-9/]){_MONTH_AND_DAY}{_JOINT}$"
)
# 3/18前, 3/18起, 3/18(一), 3/18至3/28; "3/4以上" and "1/3起火" are shares of something.
_AFTER = re.compile(
    rf"[ \u00a0]?(?:起(?![火源])|止|[前後后](?![面方者])|[開开][始幕]|截止|[舉举]行"
    r"|\([一二三四五六日]\))|"
    rf"{_JOINT}{_MONTH_AND_DAY}"
)
_A_SHARE = re.compile("[ \u00a0]?(?:的|以[上下内內]|强|強|弱|左右|多)")
_LOOK_BACK = 14
# 7/18除息, 8/9發放: the words behind are of what happens then, of no part (1/12以上) or measure (5/16吋).
_HAPPENS = re.compile(
    "[ \u00a0]?(?![吋寸尺英磅杯匙拍里哩度成倍%到強强弱左右以的之多])[\u4e00-\u9fff][ \u00a0]?[\u4e00-\u9fff]"
)
# 占1/20, 得分7/18, 比例為3/16
_SHARE_BEFORE = re.compile("[占佔約约近逾超達达分率例比減减增為为僅仅剩餘余过過][ \u00a0]?$")
_PAIR = re.compile("(?<![0-9/.])(0?[1-9]|1[0-2])/(0?[1-9]|[12][0-9]|3[01])(?![0-9/.%])")
_SENTENCE = re.compile(r"[。！？!?\n|]")
# Shares with larger numbers below the stroke are hardly written so.
_LARGEST_SHARE = 12


def among_chinese(low: str) -> bool:
    """Whether a text is Chinese, or nothing but figures."""
    return bool(_HAN.search(low)) or not _OTHER_LETTER.search(low)


def is_month_and_day(low: str, start: int, end: int) -> bool:
    """Whether two numbers with a slash between are a month and its day rather than a share.

    The words about them speak of when, or another such pair ends the time that they begin.

    Args:
        low: the folded text.
        start: where the first number begins.
        end: where the second ends.
    """
    if _A_SHARE.match(low, end):
        return False
    if _BEFORE.search(low[max(start - _LOOK_BACK, 0) : start]) or _AFTER.match(low, end):
        return True
    return _says_when(low, start, end) and any(
        _is_no_share(pair) and _says_when(low, *pair.span()) for pair in _pairs_beside(low, start, end)
    )


def _says_when(low: str, start: int, end: int) -> bool:
    """Whether words of what happens follow a pair, and no counter, unit or part of something."""
    counted = low[end : end + 2].lstrip(" \u00a0")[:1] in COUNTERS
    if counted or _SHARE_BEFORE.search(low[max(start - 2, 0) : start]):
        return False
    return bool(_HAPPENS.match(low, end))


def _is_no_share(pair: re.Match[str]) -> bool:
    """Whether two numbers are written as a share hardly is: 7/18, 8/2."""
    above, below = int(pair[1]), int(pair[2])
    return below > _LARGEST_SHARE or above > below > 1


def _pairs_beside(low: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The pairs in the sentence of one, itself included."""
    begin = max((match.end() for match in _SENTENCE.finditer(low, 0, start)), default=0)
    stop = _SENTENCE.search(low, end)
    return _PAIR.finditer(low, begin, stop.start() if stop else len(low))
