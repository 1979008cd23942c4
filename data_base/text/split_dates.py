"""Dates told in two pieces, the day behind the month: "in late August 2021, on the 27th"."""

import re

from data_base.text.chinese_numerals import DIGIT_CLASS
from data_base.text.clock_reading import integer
from data_base.text.date_words import DAYS_ENGLISH, DAYS_RUSSIAN, ORDINAL_DAYS
from data_base.text.month_thirds import THIRDS

_SPACE = "[ \u00a0]"
_DAYS = range(1, 32)
_EXACTLY_EN = (
    r"(?:namely|that is|i\.e\.|to be (?:exact|precise)|specifically|precisely|exactly"
    r"|more (?:exactly|precisely)|and (?:exactly|precisely))"
)
# "In March 2023, the 2nd phase began": the ordinal must end what is said.
_ENDS_EN = (
    rf"(?={_SPACE}*(?:[.,;:!?)\]-]|$)|{_SPACE}(?:to be (?:exact|precise)|precisely|exactly"
    r"|of (?:that|the) month)\b)"
)
_ORDINAL_EN = "|".join(sorted(DAYS_ENGLISH, key=len, reverse=True))
_ENGLISH = re.compile(
    rf"(?:{_SPACE}?[,(:;-]{_SPACE}?(?:{_EXACTLY_EN}[,:]?{_SPACE})?(?:on )?"
    rf"|{_SPACE}(?:{_EXACTLY_EN}{_SPACE})?on )"
    rf"the (?:(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)|(?P<ordinal>{_ORDINAL_EN})){_ENDS_EN}"
)
_EXACTLY_RU = (
    rf"(?:а именно|именно|а точнее|точнее|если точнее|если быть точным|то есть|т\.{_SPACE}?е\.|конкретно)"
)
_ORDINAL_RU = "|".join(sorted(DAYS_RUSSIAN, key=len, reverse=True))
_RUSSIAN = re.compile(
    rf"{_SPACE}?[,(:;-]?{_SPACE}?(?:{_EXACTLY_RU}[,:]?{_SPACE})?"
    rf"(?:(?:(?P<day>[0-9]{{1,2}})(?:-?(?:о?го|о?е))?|(?P<ordinal>{_ORDINAL_RU})){_SPACE}числ[оа]\b"
    rf"|(?P<day2>[0-9]{{1,2}})-(?:го|е)(?={_SPACE}*(?:[.,;:!?)]|$)))"
)
_THIRD_ZH = rf"(?:{_SPACE}?(?:初|上旬|中旬|下旬|底|末|尾))"
# 5日内, 5日後: a time and no day.
_DAY_ZH = rf"(?P<day>[0-9]{{1,2}}|[{DIGIT_CLASS}十]{{1,3}}){_SPACE}?[日号](?![内後后前之间常程线])"
_LET_ME_SAY_ZH = (
    r"(?:也?即是?|也?就是|具[体體][来來說说]{0,2}[是为為]?|[确確]切(?:地?[說说])?[是为為]?"
    r"|[准準][确確](?:地?[說说])?[是为為]?)[,:]?"
)
_CHINESE = re.compile(
    rf"{_THIRD_ZH}?[\u4e00-\u9fff]{{0,6}}?[,、;]?{_SPACE}?(?:\(|--)?{_LET_ME_SAY_ZH}{_SPACE}?(?:[当當该該]月)?{_DAY_ZH}"
)
# "停工（5日）" is five days, "9月初（5日）" a day.
_BRACKETED_ZH = re.compile(
    rf"{_THIRD_ZH}[\u4e00-\u9fff]{{0,6}}?(?:\(|[,、]{_SPACE}?(?=[0-9]{{1,2}}[日号])){_DAY_ZH}"
)


def day_apart(low: str, end: int, third: int | None) -> tuple[int, int] | None:
    """The day that is told apart behind a month's name, and where it ends; None where none is.

    A day that does not lie in the third of the month that was said is no day of it.

    Args:
        low: the folded text.
        end: where the month's name ends, a year behind it included.
        third: which third of the month was said, see :func:`data_base.text.month_thirds.third_of`.
    """
    ways = (_ENGLISH, _RUSSIAN, _CHINESE, _BRACKETED_ZH)
    match = next(filter(None, (way.match(low, end) for way in ways)), None)
    if match is None:
        return None
    said = {name.rstrip("2"): value for name, value in match.groupdict().items() if value}
    day = ORDINAL_DAYS[said["ordinal"]] if "ordinal" in said else integer(said["day"])
    if day not in _DAYS or (third is not None and day not in THIRDS[third]):
        return None
    return day, match.end()
