"""Dates, parts of years and times of day in the four languages."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from data_base.text.date_patterns import YEAR, DatePattern, date_patterns
from data_base.text.folding import Folded, fold
from data_base.text.masks import Span, end_of_mask, named_number_end, reference_spans
from data_base.text.numbers.chinese_numerals import DIGITS, chinese_value
from data_base.text.numbers.number_words import number_words_value, rank_in_words
from data_base.text.numbers.units import counts, read_unit
from data_base.text.word_lists import by_word, values, words
from data_base.text_cache import text_cache

Parts = dict[str, int]
Found = tuple[int, int, Parts]

_ERAS = {"民国": 1911, "明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
"""The year before the first one of an era."""
_BARE_YEARS, _OLD_YEARS = range(1900, 2100), range(1500, 2100)
_LIMITS = {"month": range(1, 13), "day": range(1, 32), "hour": range(25), "minute": range(60)}
_SHORT_YEAR, _NOON, _DAY = 100, 12, 24
_KINDS = {"季": "quarter", "q": "quarter", "к": "quarter", "半": "half", "h": "half", "п": "half"}
# From this hour on, "at night" is before midnight; before it, after.
_TURNS = {"morning": 13, "night": 6, "evening": 4, "afternoon": 0}
_PREPOSITION = re.compile(
    r"\b(?:in|since|by|until|till|during|of|from|to|last|next|early|mid|late|this|each|every)[ -]$"
)
_YEAR_PREPOSITION = re.compile(
    r"(?:\b(?:in|since|until|by|before|after|during|from|year|в|с|до|после|на|за)[ \u00a0]|[于在自至到])$"
)
_AMOUNT_BEFORE = re.compile(
    r"(?:about|around|roughly|nearly|almost|over|than|least|most|total of|some"
    r"|minus|минус|负|около|более|менее|свыше|约|逾|近|共|有|达|超过)[ \u00a0]?$"
)
_WORD = re.compile(r"[ \u00a0]([a-zа-я]+)")
# What joins the first and the last of a range of days.
_JOINT = re.compile(
    r"[ \u00a0]?(?:[-~至到、及和或]|to|till|until|through|and|or|по|до|и|или)[ \u00a0]?(?:the )?$"
)
_AMOUNT_BEHIND = re.compile("[ \u00a0]?[十百千万亿兆余多]|[a-z]")
_PIECE_BEFORE = re.compile(r"[0-9A-Za-z$€£¥₽_]\Z|[0-9][.,:/]\Z|[A-Z]-\Z")
_PIECE_BEHIND = re.compile(r"[0-9%_°]|[.,:/][0-9]")
_YEAR = re.compile(YEAR)
# "March: 640; May 125": a month with what it gives; of "Theresa May (59)" it is a name.
_GIVES = re.compile(r"[ \u00a0]?(?:(?:[:(=]|- )\s*[$€£+-]?[0-9]|[$€£]?-?[0-9]{2})")
_GIVEN_NAME = re.compile(r"[A-Z][a-z'’-]+[ \u00a0]$")
_LOOK_BACK = 14
_LEVELS = ("decade", "year", "until", "half", "quarter", "month", "day", "hour", "minute")


class DateMention(NamedTuple):
    """A date as far as it was said, and where it is; what was not said is None."""

    year: int | None
    """The year of the common era; years of the Republic of China (民國) are converted."""
    month: int | None
    day: int | None
    start: int
    end: int
    raw: str
    half: int | None = None
    quarter: int | None = None
    decade: int | None = None
    """First year of a decade ("the 1990s")."""
    hour: int | None = None
    minute: int | None = None
    until: int | None = None
    """The next year, of a span over two years ("2023/24")."""


def dates(text: str) -> list[DateMention]:
    """All dates in reading order, not overlapping.

    A bare number from 1900 to 2099 is a year unless a unit, a scale or a counted thing follows it.
    """
    return list(_dates(text))


def excludes(first: DateMention, second: DateMention) -> bool:
    """Whether two times cannot be meant as one: other years, or of one year other quarters or months.

    A year and one of its months do not exclude each other, nor do a month and a day elsewhere, which may be
    when it was counted. 2023/24 is the year 2023 to some and 2024 to others, so that it excludes neither.
    """
    one, other = _known(first), _known(second)
    years = [{known.get("year"), known.get("until")} - {None} for known in (one, other)]
    if all(years):
        if years[0].isdisjoint(years[1]):
            return True
        if one["year"] != other["year"]:
            return False
    if ("day" in one) != ("day" in other):
        return False
    shared = (one.keys() & other.keys()) - {"until", "hour", "minute"}
    return any(one[level] != other[level] for level in shared)


def contains(whole: DateMention, part: DateMention) -> bool:
    """Whether ``part`` says all that ``whole`` says, and agrees: 2023-03-14 lies in March 2023."""
    one, other = _known(whole), _known(part)
    # "2023" is as far as most texts go with the year that "2023/24" begins in.
    return all(other.get(level, value if level == "until" else None) == value for level, value in one.items())


@text_cache(100_000)
def _dates(text: str) -> tuple[DateMention, ...]:
    return tuple(
        DateMention(
            start=start, end=end, raw=text[start:end], **{level: parts.get(level) for level in _LEVELS}
        )
        for start, end, parts in dated_text(text).dates
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


def _read_dates(page: Folded, masked: list[Span]) -> list[Found]:
    """All dates outside the masked spans; of overlapping ones the longer, then the earlier."""
    kept: list[Found] = []
    for item in sorted(_candidates(page), key=lambda item: (item[0], -item[1])):
        if end_of_mask(masked, item[0]) is None:
            overlaps = bool(kept) and item[0] < kept[-1][1]
            if overlaps and item[1] - item[0] > kept[-1][1] - kept[-1][0]:
                kept[-1] = item
            elif not overlaps:
                kept.append(item)
    return kept


def _candidates(page: Folded) -> Iterator[Found]:
    low = page.low
    years = [match.start() for match in _YEAR.finditer(low)]
    for pattern in date_patterns(ascii_only=low.isascii()):
        for match in _matches(pattern, low, years):
            said = {name: value for group, name in pattern.groups if (value := match[group])}
            start, end = match.span("core" if "core" in said else 0)
            if _inside_number(page, start, end, said) or not _passes(page, match, said):
                continue
            if parts := _parts(said):
                yield from _days(page, match, parts) if "last" in said else [(start, end, parts)]


def _matches(pattern: DatePattern, low: str, years: list[int]) -> Iterable[re.Match[str]]:
    """What a pattern matches; years have been found already, so that no pattern looks for them again."""
    if pattern.signs and not any(map(low.__contains__, pattern.signs)):
        return ()
    if not pattern.at_year:
        return pattern.regex.finditer(low)
    return filter(None, map(partial(pattern.regex.match, low), years))


def _days(page: Folded, match: re.Match[str], parts: Parts) -> Iterator[Found]:
    last = _integer(match["last"])
    if last not in _LIMITS["day"]:
        return
    first = _JOINT.sub("", match.string[match.start() : match.start("last")])
    # "Step 3 to 12 March": the first number names the step.
    if named_number_end(page, match.start()) is None:
        yield match.start(), match.start() + len(first), parts
    yield match.start("last"), match.end(), parts | {"day": last}


def _inside_number(page: Folded, start: int, end: int, said: Mapping[str, str]) -> bool:
    """Whether what was found is a piece of a longer number, word or code."""
    before = page.cased[max(start - 2, 0) : start] if page.low[start].isdigit() else ""
    # A mark of full width sets apart: "4.0：2028-09" are two things.
    if _PIECE_BEFORE.search(before) and (before[-1] not in ".,:/" or page.text[start - 1].isascii()):
        return True
    # Behind a date that names its month and ends with its year, a full stop ends a sentence.
    whole = page.low[end : end + 1] == "." and "name" in said and "year" in said
    return page.low[end - 1].isdigit() and not whole and _PIECE_BEHIND.match(page.low, end) is not None


def _passes(page: Folded, match: re.Match[str], said: Mapping[str, str]) -> bool:
    """Whether a bare number is a year, one year follows the other, a month's name is no other word."""
    if match[0] == said.get("year"):
        return _is_bare_year(page, *match.span())
    if "until" in said:
        return (int(said["year"]) + 1) % _SHORT_YEAR == int(said["until"]) % _SHORT_YEAR
    if "name" not in said or "year" in said or match.start("name") > match.start() or said["name"] > "z":
        return True
    ambiguous = "day" not in said and said["name"].rstrip(".") in words("dates.ambiguous")
    if not ambiguous or match[0] == page.low.strip():
        return page.cased[match.start()].isupper()
    before = slice(max(match.start() - _LOOK_BACK, 0), match.start())
    gives = _GIVES.match(page.low, match.end()) and not _GIVEN_NAME.search(page.cased[before])
    return page.cased[match.start()].isupper() and bool(gives or _PREPOSITION.search(page.low[before]))


def _is_bare_year(page: Folded, start: int, end: int) -> bool:
    low = page.low
    before = low[max(start - _LOOK_BACK, 0) : start]
    preposition = _YEAR_PREPOSITION.search(before)
    if int(low[start:end]) not in (_OLD_YEARS if preposition else _BARE_YEARS):
        return False
    if _AMOUNT_BEHIND.match(low, end) or counts(low[end : end + 2].lstrip()[:1]) or read_unit(page, end):
        return False
    after = _WORD.match(low, end)
    following = after[1] if after else ""
    if following in values("numbers.scales") or preposition:
        return following not in values("numbers.scales")
    return not (_AMOUNT_BEFORE.search(before) or following in words("figure_marks.counted"))


def _parts(said: Mapping[str, str]) -> Parts | None:
    """What a match says, None where that is no date."""
    parts = {
        level: _integer(said[level])
        for level in ("decade", "month", "day", "hour", "minute")
        if level in said
    }
    parts |= _year(said)
    if "name" in said:
        name = said["name"].rstrip(".")
        parts["month"] = int(by_word("dates.short_months").get(name) or by_word("dates.months")[name])
    if "noon" in said:
        parts |= {"hour": 0 if said["noon"] == "midnight" else _NOON, "minute": 0}
    if "part" in said:
        parts[_KINDS[said["kind"][0]]] = int(by_word("dates.parts").get(said["part"], said["part"]))
    if "half" in said or "quarter" in said:
        parts["minute"] = 30 if "half" in said else 45 if said["quarter"] in "三3" else 15
    if "clock" in said:
        parts["hour"] = _in_day(parts["hour"], said["clock"])
    if "first" in said:
        parts |= _in_order(int(said["first"]), int(said["second"]), said["sep"])
    if any(parts[level] not in limit for level, limit in _LIMITS.items() if level in parts):
        return None
    return parts | {"hour": parts["hour"] % _DAY} if "hour" in parts else parts


def _integer(written: str) -> int:
    """The whole number that digits, a Chinese numeral, number words or a rank say; -1 for none."""
    if written.isdigit():
        return int(written)
    if day := by_word("dates.days").get(written):
        return int(day)
    value = chinese_value(written)
    return -1 if value is None else int(value)


def _year(said: Mapping[str, str]) -> Parts:
    if "year" in said:
        year = int(said["year"])
        year += 2000 if year < _SHORT_YEAR else 0
        return {"year": year, "until": year + 1} if "until" in said else {"year": year}
    if "year_en" in said:
        hundreds, length = number_words_value(said["year_en"])
        rest, _ = number_words_value(said["year_en"][length + 1 :].removeprefix("oh").lstrip(" -"))
        return {"year": int(hundreds) * _SHORT_YEAR + int(rest)}
    if "year_ru" in said:
        named = rank_in_words(said["year_ru"].replace("\u00a0", " "))
        return {} if named is None else {"year": named}
    if "era_year" in said:
        # The first year is 元; three digits may be read one by one (一一四).
        written = said["era_year"].replace("元", "一")
        spelled = len(written) > 1 and all(char in DIGITS for char in written)
        digits = "".join(str(DIGITS[char]) for char in written) if spelled else written
        return {"year": _ERAS[said.get("era", "民国")] + _integer(digits)}
    if "tens" in said:
        # Without a century 90年代 is the last one's.
        century = _integer(said.get("century", "20"))
        return {"decade": (century - 1) * _SHORT_YEAR + _integer(said["tens"])}
    return {"year": _integer(said["year_zh"])} if "year_zh" in said else {}


def _in_day(hour: int, clock: str) -> int:
    """The hour of 24 for one that may be said in a part of the day."""
    part = by_word("dates.clock")[clock]
    if hour > _NOON:
        return hour
    if part == "midday":
        return hour + _NOON if hour <= _NOON // 4 else hour
    return hour % _NOON + (_NOON if _TURNS[part] <= hour % _NOON else 0)


def _in_order(first: int, second: int, separator: str) -> Parts:
    """Day and month of a numeric date: a dot puts the day first, a slash leaves open what could be either."""
    if separator == "." or first > _NOON:
        return {"month": second, "day": first}
    return {"month": first, "day": second} if second > _NOON or first == second else {}


class DatedText(NamedTuple):
    """What reading figures and dates have in common: the copies of a text, what is masked, its dates."""

    folded: Folded
    references: tuple[Span, ...]
    dates: tuple[Found, ...]


@text_cache(100_000)
def dated_text(text: str) -> DatedText:
    """The page of a text, kept for the next one who asks."""
    folded = fold(text)
    references = reference_spans(folded)
    return DatedText(folded, tuple(references), tuple(_read_dates(folded, references)))
