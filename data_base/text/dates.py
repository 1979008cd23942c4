"""Dates, parts of years and times of day in the four languages."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from data_base.text.date_reading import Parts
from data_base.text.month_thirds import THIRDS
from data_base.text.pages import page_of

_LEVELS = ("decade", "year", "until", "half", "quarter", "month", "day", "hour", "minute")
_HALF_DAY = 12
_LONGEST_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date as far as it was said; what was not said is None.

    Attributes:
        year: of the common era; years of the Republic of China (民國) are converted.
        month: 1-12.
        day: 1-31.
        half: half of the year, 1 or 2.
        quarter: 1-4.
        decade: first year of a decade ("the 1990s").
        hour: 0-23, of a time of day.
        minute: 0-59.
        until: the next year, of a span over two years ("2023/24").
        half_day_open: whether the hour may be in either half of the day ("half past six").
        third: of a month without its day, 1-3 ("early", "mid", "late").
        start: position in the text.
        end: position behind the last character.
        raw: as written.
    """

    year: int | None
    month: int | None
    day: int | None
    start: int
    end: int
    raw: str
    half: int | None = None
    quarter: int | None = None
    decade: int | None = None
    hour: int | None = None
    minute: int | None = None
    until: int | None = None
    half_day_open: bool = False
    third: int | None = None


def dates(text: str) -> list[DateMention]:
    """All dates in reading order, not overlapping.

    A bare number from 1900 to 2099 is a year unless a unit, a scale or a counted thing follows it.
    """
    return list(_kept(text) if len(text) <= _LONGEST_KEPT else _dates(text))


def same_date(first: DateMention, second: DateMention) -> bool:
    """Whether two mentions agree in everything that both of them say, and both say something in common.

    "March 2023" and "2023-03-14" agree; "Q1 2023" and "2023" too; "2023" and "14 March" have nothing in
    common. A full hour has no minutes: "3 p.m." and "15:00" agree, "15:45" does not.
    """
    one, other = _compared(first, second)
    shared = one.keys() & other.keys()
    return bool(shared) and all(one[level] == other[level] for level in shared)


def contains(whole: DateMention, part: DateMention) -> bool:
    """Whether ``part`` says all that ``whole`` says, and agrees: 2023-03-14 lies in March 2023.

    It must lie in the third of the month that ``whole`` says, if it says where in the month it lies.
    """
    if whole.year not in (None, part.year) or whole.month not in (None, part.month):
        return False
    if not _lies_in_third(whole, part):
        return False
    one, other = _compared(whole, part)
    # "2023" is as far as most texts go with the year that "2023/24" begins in.
    one = {level: value for level, value in one.items() if level != "until" or level in other}
    return one.keys() <= other.keys() and all(other[level] == value for level, value in one.items())


def _lies_in_third(whole: DateMention, part: DateMention) -> bool:
    """Whether what a date says of where in its month it lies does not gainsay the third that another says."""
    if whole.third is None:
        return True
    return part.day in THIRDS[whole.third] if part.day else part.third in {None, whole.third}


@lru_cache(maxsize=2048)
def _kept(text: str) -> Sequence[DateMention]:
    return _dates(text)


def _dates(text: str) -> tuple[DateMention, ...]:
    return tuple(_mention(text, *found) for found in page_of(text).dates)


def _mention(text: str, start: int, end: int, parts: Parts) -> DateMention:
    fields = {level: parts.get(level) for level in _LEVELS}
    open_half = "half_day_open" in parts
    raw, third = text[start:end], parts.get("third")
    return DateMention(start=start, end=end, raw=raw, half_day_open=open_half, third=third, **fields)


def _compared(first: DateMention, second: DateMention) -> tuple[dict[str, int], dict[str, int]]:
    """What both say, hours by the half day where one of them leaves the half open."""
    one, other = _known(first), _known(second)
    if (first.half_day_open or second.half_day_open) and "hour" in one and "hour" in other:
        one["hour"] %= _HALF_DAY
        other["hour"] %= _HALF_DAY
    return one, other


def _known(mention: DateMention) -> dict[str, int]:
    """What is said, and what follows from it: the quarter from the month, the decade from the year."""
    said = {level: value for level in _LEVELS if (value := getattr(mention, level)) is not None}
    if "month" in said:
        said["quarter"] = (said["month"] + 2) // 3
    if "quarter" in said:
        said["half"] = (said["quarter"] + 1) // 2
    if "year" in said:
        said["decade"] = said["year"] // 10 * 10
    if "hour" in said:
        said.setdefault("minute", 0)
    return said
