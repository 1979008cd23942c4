"""Dates, parts of years and times of day in the four languages."""

from dataclasses import dataclass
from functools import lru_cache

from data_base.text.date_reading import page_of

_LEVELS = ("decade", "year", "until", "half", "quarter", "month", "day", "hour", "minute")


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date as far as it was said; what was not said is None.

    Attributes:
        year: of the common era; years of the Republic of China (民國) are converted.
        start: position in the text.
        end: position behind the last character.
        raw: as written.
        half: half of the year, 1 or 2.
        decade: first year of a decade ("the 1990s").
        hour: 0-23, of a time of day.
        until: the next year, of a span over two years ("2023/24").
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


def dates(text: str) -> list[DateMention]:
    """All dates in reading order, not overlapping.

    A bare number from 1900 to 2099 is a year unless a unit, a scale or a counted thing follows it.
    """
    return list(_dates(text))


def same_date(first: DateMention, second: DateMention) -> bool:
    """Whether two mentions agree in everything that both of them say, and both say something in common.

    "March 2023" and "2023-03-14" agree; "Q1 2023" and "2023" too; "2023" and "14 March" have nothing in
    common. A full hour has no minutes: "3 p.m." and "15:00" agree, "15:45" does not.
    """
    one, other = _known(first), _known(second)
    shared = one.keys() & other.keys()
    return bool(shared) and all(one[level] == other[level] for level in shared)


def contains(whole: DateMention, part: DateMention) -> bool:
    """Whether ``part`` says all that ``whole`` says, and agrees: 2023-03-14 lies in March 2023."""
    one, other = _known(whole), _known(part)
    # "2023" is as far as most texts go with the year that "2023/24" begins in.
    return all(other.get(level, value if level == "until" else None) == value for level, value in one.items())


@lru_cache(maxsize=2048)
def _dates(text: str) -> tuple[DateMention, ...]:
    return tuple(
        DateMention(
            start=start, end=end, raw=text[start:end], **{level: parts.get(level) for level in _LEVELS}
        )
        for start, end, parts in page_of(text).dates
    )


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
