"""What the matches of ``date_patterns`` mean, and which of them are dates."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from data_base.text.chinese_numerals import DIGITS
from data_base.text.clock_reading import clock_times, integer
from data_base.text.date_patterns import YEAR, DatePattern, date_patterns_in
from data_base.text.date_words import AMBIGUOUS_MONTHS, COUNTED, MONTH_BEGINNINGS, ORDINAL_DAYS, ORDINALS
from data_base.text.decades import decades
from data_base.text.figure_words import SCALES
from data_base.text.folding import Folded
from data_base.text.masks import Span, end_of_mask
from data_base.text.month_thirds import third_of
from data_base.text.named_numbers import named_number_end
from data_base.text.roc_years import is_roc_year
from data_base.text.sign_search import matches_near, scripts_in
from data_base.text.slash_dates import among_chinese, is_month_and_day
from data_base.text.split_dates import day_apart
from data_base.text.unit_table import COUNTERS
from data_base.text.units import read_unit
from data_base.text.year_words import worded_years

Parts = dict[str, int]
Found = tuple[int, int, Parts]

_ROC_BEGINS = 1911
_BARE_YEARS = range(1900, 2100)
_OLD_YEARS = range(1500, 2100)
_LIMITS = {"month": range(1, 13), "day": range(1, 32), "hour": range(24), "minute": range(60)}
_SHORT_YEAR = 100
_NOON = 12
_KINDS = {"季": "quarter", "q": "quarter", "к": "quarter", "半": "half", "h": "half", "п": "half"}
_PREPOSITION = re.compile(
    r"\b(?:in|since|by|until|till|during|of|from|to|last|next|early|mid|late|this|each|every)[ -]$"
)
_YEAR_PREPOSITION = re.compile(
    r"(?:\b(?:in|since|until|by|before|after|during|from|year|в|с|до|после|на|за)[ \u00a0]|[于在自至到])$"
)
_AMOUNT_BEFORE = re.compile(
    r"(?:about|around|roughly|nearly|almost|over|than|least|most|total of|some"
    r"|около|более|менее|свыше|约|逾|近|共|有|达|超过)[ \u00a0]?$"
)
_WORD = re.compile(r"[ \u00a0]([a-zа-я]+)")
# What joins the first and the last of a range of days.
_JOINT = re.compile(
    r"[ \u00a0]?(?:[-~至到、及和或]|to|till|until|through|and|or|по|до|и|или)[ \u00a0]?(?:the )?$"
)
_SCALE = re.compile("[ \u00a0]?[十百千万亿兆余多]")
_YEAR = re.compile(YEAR)
# "Jan-Mar", "May to July": the names that may be other words are months beside each other.
_MONTH_NAME = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_TO = r"[ \u00a0]?(?:-|to|till|until|through)[ \u00a0]?"
_MONTH_FOLLOWS = re.compile(rf"{_TO}{_MONTH_NAME}\b")
_MONTH_CAME = re.compile(rf"\b{_MONTH_NAME}\.?{_TO}$")
_BEGIN_OF_YEAR = frozenset({"first", "opening", "перв", "前", "头", "首"})
_LOOK_BACK = 14
# The longest date in words.
_REACH = 60


def read_dates(page: Folded, masked: list[Span]) -> list[Found]:
    """All dates as (start, end, what is said), ascending; of overlapping ones the longer, then the earlier.

    Args:
        page: the folded text.
        masked: where none is looked for, see ``reference_spans``.
    """
    found = sorted(_candidates(page), key=lambda item: (item[0], -item[1]))
    kept: list[Found] = []
    for item in found:
        if end_of_mask(masked, item[0]) is not None:
            continue
        if not kept or item[0] >= kept[-1][1]:
            kept.append(item)
        elif item[1] - item[0] > kept[-1][1] - kept[-1][0]:
            kept[-1] = item
    return kept


def _reign_year(written: str) -> int:
    """The first year is 元; three digits may be read one by one (一一四)."""
    if written == "元":
        return 1
    digits = [DIGITS.get(char) for char in written]
    if len(digits) > 1 and None not in digits:
        return int("".join(map(str, digits)))
    return integer(written)


def _candidates(page: Folded) -> Iterator[Found]:
    years = [match.start() for match in _YEAR.finditer(page.low)]
    for pattern in date_patterns_in(scripts_in(page.low)):
        for match in _matches(pattern, page.low, years):
            if _inside_number(page, *match.span(), named=_names_month_and_year(match)):
                continue
            if not _passes(page, match, pattern.check):
                continue
            if parts := _parts(match, either_order=pattern.check == "order"):
                yield from _with_rest_of_month(page.low, _days(page, match, parts))
    for start, end, said in chain(clock_times(page), decades(page), worded_years(page)):
        if not _inside_number(page, start, end):
            yield start, end, said


def _matches(pattern: DatePattern, low: str, years: list[int]) -> Iterable[re.Match[str]]:
    """What a pattern matches; years have been found already, so that no pattern looks for them again."""
    if not pattern.at_year:
        return matches_near(pattern.regex, low, pattern.signs, _REACH)
    if not years or (pattern.signs and not any(sign in low for sign in pattern.signs)):
        return ()
    return filter(None, (pattern.regex.match(low, year) for year in years))


def _with_rest_of_month(low: str, found: Iterable[Found]) -> Iterator[Found]:
    """The dates, months with the third of them that is meant, or with the day that is told apart."""
    for start, end, parts in found:
        if "month" not in parts or "day" in parts:
            yield start, end, parts
            continue
        third = third_of(low, start, end)
        if apart := day_apart(low, end, third):
            yield start, apart[1], parts | {"day": apart[0]}
        else:
            yield start, end, parts | ({"third": third} if third else {})


def _days(page: Folded, match: re.Match[str], parts: Parts) -> Iterator[Found]:
    """One date, or the first and the last of a range of days."""
    said = match.groupdict()
    name = "ordinal_last" if said.get("ordinal_last") else "last"
    last = said.get(name)
    if said.get("months"):
        yield from _first_months(match, parts)
    elif said.get("last_month"):
        yield from _months(match, parts)
    elif not last:
        yield match.start(), match.end(), parts
    elif _day(last) in _LIMITS["day"]:
        first = _JOINT.sub("", match.string[match.start() : match.start(name)])
        # "Step 3 to 12 March": the first number names the step.
        if named_number_end(page, match.start()) is None:
            yield match.start(), match.start() + len(first), parts
        yield match.start(name), match.end(), parts | {"day": _day(last)}


def _first_months(match: re.Match[str], parts: Parts) -> Iterator[Found]:
    """The first and the last month of so many at the begin or the end of a year.

    The year is told with the one that stands beside it, as people tell it.
    """
    count, december = integer(match["months"]), _LIMITS["month"][-1]
    if count not in _LIMITS["month"]:
        return
    begins = match["side"] in _BEGIN_OF_YEAR
    first, last = (1, count) if begins else (december - count + 1, december)
    year_first = match.start("year") < match.start("side")
    yield match.start(), match.end("side"), (parts if year_first else {}) | {"month": first}
    yield match.start("months"), match.end(), ({} if year_first else parts) | {"month": last}


def _months(match: re.Match[str], parts: Parts) -> Iterator[Found]:
    """The first and the last of a range of months whose name stands behind the last only."""
    last = integer(match["last_month"])
    if last in _LIMITS["month"] and last > parts["month"]:
        yield *match.span("month"), parts
        yield match.start("last_month"), match.end(), parts | {"month": last}


def _day(written: str) -> int:
    """The day of a month in digits, in Chinese or as a rank in words."""
    return ORDINAL_DAYS.get(written) or integer(written)


def _inside_number(page: Folded, start: int, end: int, *, named: bool = False) -> bool:
    """Whether what was found is a piece of a longer number, word or code.

    Behind a date that names its month and ends with its year, a full stop ends a sentence.
    """
    low = page.low
    if low[start].isdigit() and start:
        before, earlier = low[start - 1], low[start - 2 : start - 1]
        if before.isdigit() or before in "$€£¥₽_" or (before.isascii() and before.isalpha()):
            return True
        if before in ".,:/" and earlier.isdigit() and not _sets_apart(page.text, start - 1):
            return True
        if before == "-" and page.cased[start - 2 : start - 1].isupper():
            return True
    if not low[end - 1].isdigit():
        return False
    after, later = low[end : end + 1], low[end + 1 : end + 2]
    if named and after == ".":
        return False
    return (
        after in {"%", "_", "°"} or after.isdigit() or (after != "" and after in ".,:/" and later.isdigit())
    )


def _sets_apart(text: str, pos: int) -> bool:
    """Whether a mark of full width stands behind a digit that is not: "4.0：2028-09" are two things."""
    return not text[pos].isascii() and text[pos - 1].isascii()


def _names_month_and_year(match: re.Match[str]) -> bool:
    said = match.groupdict()
    return bool(said.get("name") and said.get("year"))


def _passes(page: Folded, match: re.Match[str], check: str) -> bool:
    if check in {"year", "roc"}:
        return _is_bare_year(page, match) if check == "year" else is_roc_year(page, *match.span())
    if check == "span":
        return (int(match["year"]) + 1) % _SHORT_YEAR == int(match["until"]) % _SHORT_YEAR
    if check in {"chinese", "slash"}:
        return among_chinese(page.low) and (check == "chinese" or is_month_and_day(page.low, *match.span()))
    if check != "name" or match["year"]:
        return True
    if not page.cased[match.start()].isupper():
        return False
    ambiguous = match["name"] in AMBIGUOUS_MONTHS and not match["day"]
    before = page.low[max(match.start() - _LOOK_BACK, 0) : match.start()]
    beside = _MONTH_FOLLOWS.match(page.low, match.end()) or _MONTH_CAME.search(before)
    return not ambiguous or bool(beside or _PREPOSITION.search(before))


def _is_bare_year(page: Folded, match: re.Match[str]) -> bool:
    start, end = match.span()
    year = int(match[0])
    before = page.low[max(start - _LOOK_BACK, 0) : start]
    if year not in (_OLD_YEARS if _YEAR_PREPOSITION.search(before) else _BARE_YEARS):
        return False
    if page.low[end : end + 1].isascii() and page.low[end : end + 1].isalpha():
        return False
    if (
        page.low[end : end + 2].lstrip()[:1] in COUNTERS
        or _SCALE.match(page.low, end)
        or read_unit(page, end)
    ):
        return False
    match_after = _WORD.match(page.low, end)
    following = match_after[1] if match_after else ""
    if following in SCALES:
        return False
    if _YEAR_PREPOSITION.search(before):
        return True
    return not _AMOUNT_BEFORE.search(before) and following not in COUNTED


def _parts(match: re.Match[str], *, either_order: bool) -> Parts | None:
    said = {name.rstrip("23"): value for name, value in match.groupdict().items() if value}
    parts: Parts = {}
    for level in ("decade", "month", "day", "hour", "minute"):
        if level in said:
            parts[level] = integer(said[level])
    parts |= _year(said)
    if "name" in said:
        parts["month"] = MONTH_BEGINNINGS[said["name"][:3]]
    if "ordinal" in said:
        parts["day"] = ORDINAL_DAYS[said["ordinal"]]
    if "part" in said:
        parts[_KINDS[said["kind"][0]]] = ORDINALS[said["part"]]
    if "noon" in said:
        parts["hour"] = parts["hour"] % _NOON + (_NOON if said["noon"] == "p" else 0)
    if either_order:
        parts = _in_order(parts, said["sep"])
    return parts if all(parts[level] in limit for level, limit in _LIMITS.items() if level in parts) else None


def _year(said: dict[str, str]) -> Parts:
    if "roc_year" in said:
        return {"year": _ROC_BEGINS + _reign_year(said["roc_year"])}
    if "year_zh" in said:
        return {"year": integer(said["year_zh"])}
    if "year" in said:
        year = int(said["year"])
        year += 2000 if year < _SHORT_YEAR else 0
        return {"year": year, "until": year + 1} if "until" in said else {"year": year}
    return {}


def _in_order(parts: Parts, separator: str) -> Parts:
    """Day and month of a numeric date: a dot puts the day first, a slash leaves open what could be either."""
    first, second, year = parts["month"], parts["day"], parts["year"]
    if separator == "." or first > _NOON:
        return {"year": year, "month": second, "day": first}
    if second > _NOON or first == second:
        return {"year": year, "month": first, "day": second}
    return {"year": year}
