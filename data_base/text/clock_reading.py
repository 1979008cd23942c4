"""What the matches of ``clock_patterns`` mean: hours of 24 and minutes."""

import re
from collections.abc import Iterator

from data_base.text.chinese_numerals import chinese_value
from data_base.text.clock_patterns import HOUR_STEMS_RU, clock_patterns_in
from data_base.text.folding import Folded
from data_base.text.number_words import number_words_value
from data_base.text.sign_search import matches_near, scripts_in

Clock = tuple[int, int, dict[str, int]]

# The longest time in words, its preposition included.
_REACH = 80
_NOON, _HOURS, _MINUTES = 12, 24, 60
_HALF, _QUARTER = 30, 15
# From this hour on, "at night" is before midnight; before it, after.
_LATE, _EVENING = 6, 4
_MORNING = frozenset({"a", "morning", "凌晨", "清晨", "早上", "早晨", "今早", "早", "上午", "утра"})
_NIGHT = frozenset({"night", "夜间", "夜里", "深夜", "半夜", "ночи"})
_LATE_DAY = frozenset({"晚上", "晚间", "晚", "今晚", "当晚", "當晚", "昨晚", "明晚"})
_MIDDAY = frozenset({"中午", "正午"})
_BEFORE_NOON = 3
_CALLED = {stem: hour for hour, stem in enumerate(HOUR_STEMS_RU, 1)}
_NIGHT_NAMES = ("midnight", "полноч", "полуноч")


def clock_times(page: Folded) -> Iterator[Clock]:
    """Times of day as (start, end, parts), in no order, possibly overlapping.

    The parts are hour (0-23), minute where it was said, and ``half_day_open`` where an hour up to 12 may be
    in either half of the day.
    """
    for pattern in clock_patterns_in(scripts_in(page.low)):
        for match in matches_near(pattern.regex, page.low, pattern.signs, _REACH):
            said = {name.rstrip("23"): value for name, value in match.groupdict().items() if value}
            if parts := _parts(said, open_half=pattern.open_half):
                yield *match.span("core" if "core" in said else 0), parts


def _parts(said: dict[str, str], *, open_half: bool) -> dict[str, int] | None:
    if "name" in said:
        return {"hour": 0 if said["name"].startswith(_NIGHT_NAMES) else _NOON, "minute": 0}
    hour, minute = _hour(said), _minute(said)
    if _lasts(said):
        return None
    if not 0 <= hour <= _HOURS or not 0 <= minute < _MINUTES:
        return None
    if _counts_back(said) and minute:
        hour, minute = hour - 1, _MINUTES - minute
    day = said.get("day")
    parts = {"hour": _in_day(hour, day) % _HOURS}
    if minute or "minute" in said:
        parts["minute"] = minute
    if open_half and day is None and hour <= _NOON:
        parts["half_day_open"] = 1
    return parts


def _lasts(said: dict[str, str]) -> bool:
    """Whether a range of hours is a duration: "6-8 h" is one, "22-6 h" and "08-17 h" are times of day."""
    pair = said.get("first", said.get("hour", "")), said.get("last", said.get("hour", ""))
    if not {"first", "last"} & said.keys():
        return False
    return not any(hour.startswith("0") for hour in pair) and int(pair[0]) <= int(pair[1])


def _counts_back(said: dict[str, str]) -> bool:
    """Whether the minutes are taken from the hour: a quarter to two, без четверти два."""
    return said.get("side") == "to" or "before" in said


def _hour(said: dict[str, str]) -> int:
    if "called" in said:
        return _CALLED[said["called"]] - 1
    return 1 if "one" in said else integer(said["hour"])


def _minute(said: dict[str, str]) -> int:
    if "half" in said:
        return _HALF
    if "quarter" in said:
        return 3 * _QUARTER if said["quarter"] in {"三", "3"} else _QUARTER
    return integer(said["minute"]) if "minute" in said else 0


def _in_day(hour: int, day: str | None) -> int:
    """The hour of 24 for one that may be said in a part of the day."""
    if day is None or hour > _NOON:
        return hour
    if day in _NIGHT:
        return hour % _NOON + (_NOON if _LATE <= hour < _NOON else 0)
    if day in _LATE_DAY:
        return hour % _NOON + (_NOON if _EVENING <= hour < _NOON else 0)
    if day in _MIDDAY:
        return hour + _NOON if hour <= _BEFORE_NOON else hour
    return hour % _NOON + (0 if day in _MORNING else _NOON)


def integer(written: str) -> int:
    """The whole number that digits, a Chinese numeral or number words say; -1 where they are no number."""
    if written.isdigit():
        return int(written)
    value = chinese_value(written)
    if value is None and re.match("[a-zа-я]", written):
        value, length = number_words_value(written)
        return int(value) if length == len(written) else -1
    return -1 if value is None else int(value)
