"""Dates in digits that only their company tells from other numbers: 113/3/27, 3/18至3/28."""

import re

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
    return bool(_BEFORE.search(low[max(start - _LOOK_BACK, 0) : start]) or _AFTER.match(low, end))
