"""How often something happens, in the four languages: "at most once a day", 每週三次, раз в две недели."""

import re
from functools import lru_cache
from typing import NamedTuple

from data_base.text.clock_reading import integer
from data_base.text.folding import fold
from data_base.text.number_words import word_forms

_GAP = "[ \u00a0]"
_COUNTS = {"once": 1, "twice": 2, "thrice": 3, "раз": 1, "дважды": 2, "трижды": 3}
_EN = rf"(?:[0-9]{{1,3}}|{word_forms(1, 31, 'en')})"
_RU = rf"(?:[0-9]{{1,3}}|{word_forms(1, 31, 'ru')})"
_ZH = "(?:[0-9]{1,3}|[一二两三四五六七八九十]{1,3})"
_PERIOD_EN = "hour|day|week|fortnight|month|quarter|year"
_PERIOD_RU = r"(?:час|д(?:ень|ня|ней)|сут|недел|месяц|квартал|год|лет)[а-я]{0,3}"
_PERIOD_ZH = "小时|钟头|天|日|周|星期|礼拜|季|月|年"
_TIMES_EN = rf"(?:(?P<word>once|twice|thrice)|(?P<count>{_EN}) times?)"
_TIMES_RU = rf"(?:(?P<word>дважды|трижды)|(?:(?P<count>{_RU}){_GAP})?(?<![а-я])раза?)"
_ENGLISH = (
    rf"\b{_TIMES_EN}(?: at most| at the most)?"
    rf" (?:(?:in )?(?:an?|per|each|every)(?: (?P<every>{_EN}))? (?P<period>{_PERIOD_EN})s?\b"
    r"|(?P<daily>hourly|daily|weekly|fortnightly|monthly|quarterly|yearly|annually)\b)"
)
_RUSSIAN = (
    rf"(?<![а-я]){_TIMES_RU}{_GAP}(?:в|за|каждые|каждый|каждую){_GAP}"
    rf"(?:(?P<every>{_RU}){_GAP})?(?P<period>{_PERIOD_RU})(?![а-я])"
)
_CHINESE = (
    rf"(?:每(?P<every>{_ZH})?|(?<![第0-9零一二两三四五六七八九十])一){_GAP}?个?(?P<period>{_PERIOD_ZH})"
    rf"[^0-9一二两三四五六七八九十,.;:。、\s]{{0,10}}?{_GAP}?(?P<count>{_ZH}){_GAP}?[次回遍趟]"
)
# Each with what every match of it contains, for most texts hold none of that.
_PATTERNS = tuple(
    (signs.split(), re.compile(source))
    for signs, source in (
        ("once twice thrice time", _ENGLISH),
        ("раз дважды трижды", _RUSSIAN),
        ("次 回 遍 趟", _CHINESE),
    )
)
_UNITS = (
    (("hour", "час", "小时", "钟头"), "day", 1 / 24),
    (("day", "dai", "д", "сут", "天", "日"), "day", 1),
    (("week", "недел", "周", "星期", "礼拜"), "day", 7),
    (("fortnight",), "day", 14),
    (("month", "месяц", "月"), "month", 1),
    (("quarter", "квартал", "季"), "month", 3),
    (("year", "annual", "год", "лет", "年"), "month", 12),
)


class Frequency(NamedTuple):
    """So many times in so long.

    Attributes:
        start: where it begins.
        end: where it ends (exclusive).
        times: how many times.
        unit: what the time is counted in, day or month.
        length: how many of them.
    """

    start: int
    end: int
    times: int
    unit: str
    length: float

    def same(self, other: "Frequency") -> bool:
        """Whether two say the same: three times a quarter and once a month."""
        return self.unit == other.unit and self.times * other.length == other.times * self.length


@lru_cache(maxsize=2048)
def frequencies(text: str) -> tuple[Frequency, ...]:
    """All that a text says of how often something happens, by a number of times in a time."""
    low = fold(text).low
    found = (
        _read(match)
        for signs, pattern in _PATTERNS
        if any(sign in low for sign in signs)
        for match in pattern.finditer(low)
    )
    return tuple(sorted(each for each in found if each is not None))


def _read(match: re.Match[str]) -> Frequency | None:
    said = {name: value for name, value in match.groupdict().items() if value}
    times = _COUNTS.get(said.get("word", "")) or integer(said.get("count", "1"))
    every = integer(said.get("every", "1"))
    period = said.get("period") or said["daily"]
    unit, length = next((unit, size) for names, unit, size in _UNITS if period.startswith(names))
    return Frequency(*match.span(), times, unit, every * length) if times > 0 and every > 0 else None
