"""How figures are read: a numeral, what stands before it and what follows."""

import re
from collections.abc import Iterator
from decimal import Decimal

from data_base.text.chinese_numerals import NUMERAL_CLASS, chinese_value
from data_base.text.compounds import compounded, part_unit
from data_base.text.date_words import COUNTED
from data_base.text.enumerations import with_shared_scale
from data_base.text.figure_context import Preceding, bound_of, noun_after, preceding, stands_free
from data_base.text.figure_ranges import EXACT, Reading, is_range, shared
from data_base.text.figure_units import (
    ONE,
    PLAIN,
    completed,
    joined_unit,
    month_at,
    unit_at,
    with_other_senses,
)
from data_base.text.folding import Folded
from data_base.text.masks import Span, code_spans, end_of_mask, merged
from data_base.text.named_numbers import named_number_end
from data_base.text.number_words import number_words_value
from data_base.text.numerals import Numeral, numeral_pattern, read_numeral
from data_base.text.pages import Page
from data_base.text.ratios import EXACT_SHARE, with_percentage, with_ratios
from data_base.text.scales import Scaled, read_scale
from data_base.text.unit_table import COUNTERS, WIDER_COUNTERS
from data_base.text.units import Unit

_RANK = Unit("", ONE, "ordinal")
_SHARES = {
    "百": Unit("%", ONE, "percent"),
    "千": Unit("%", Decimal("0.1"), "percent"),
    "万": Unit("%", Decimal("0.01"), "percent"),
}
# 度 is a degree, but many thousands of them are kilowatt-hours.
_KILOWATT_HOUR = Unit("Wh", Decimal(1000), "quantity")
_MANY, _TOO_HOT = 1000, 100_000
_HUNDRED = "百"
_PARTS_OF = "分之"
_ORDINAL = "第"
_RANGE_GOES_ON = re.compile(rf"[ \u00a0]?[至到~-][ \u00a0]?[0-9{NUMERAL_CLASS}]")
_RANGE_CAME = re.compile(rf"[0-9{NUMERAL_CLASS}%][ \u00a0]?[至到~-][ \u00a0]?$")
_ORDINAL_ENDING = re.compile(r"(?:st|nd|rd|th)(?![a-z])|-?(?:[йяею]|го|му|ой|ый|ая|ое|ые|ых|ую)(?![а-я])")
_RANKED = WIDER_COUNTERS - {"次"} | set("季阶大")
_NO_ORDINAL = ("方", "者", "世")
_FRACTION_WORD = re.compile(
    r"[ -](?:thirds?|quarters?|fourths?|fifths?|sixths?|eighths?|tenths?|трет|четверт)"
)
# 9個多小時, 一千多人; 一個半小時; "9 с лишним часов", "9+ hours".
_MORE = re.compile(r"(?:个[余多]|[余多几])|[ \u00a0]с лишним\b|\+(?= ?[a-z]{2})|(?P<half>个半)")
_MORE_BEFORE = re.compile(r"[ \u00a0]с лишним\b(?=[ \u00a0](?:тыс|млн|млрд|миллион|миллиард))|-odd\b")
_NUMBER_SIGNS = ("№", "no.", "nos.", "nr.")
_ENDS_NUMBER_SIGN = frozenset("№.")
_DIGIT_RUN = re.compile("[0-9]+")
_NO_NUMBER_BEFORE = frozenset("周期拜其数几老")
# 為期半年, 有效期三週; 星期三 is a day.
_LASTS = re.compile("(?<!星)期$")
# 前一年 is the year before, 每一天 every day.
_ANOTHER_BEFORE = frozenset("前上下每同后後去某这這第新有另当當整")
# "on day 7" is the seventh day; "on 7 days" is an amount.
_RANK_NAMES = ("day", "week", "month", "year", "день", "дня", "неделя", "неделе", "неделю", "сутки", "天")
_ENDS_RANK_NAME = frozenset(name[-1] for name in _RANK_NAMES)
_LONGEST_RANK_NAME = 8
_LETTER = re.compile("[a-zа-я_]")
_CAPITALS = re.compile("-?[A-Z]+(?![a-z])")


def read_figures(page: Page) -> list[Reading]:
    """All figures of a text in reading order, not overlapping."""
    readings: list[Reading] = []
    for found in with_ratios(page.folded, compounded(page.folded, _scan(page))):
        reading = found
        if readings and is_range(page.folded.low, readings[-1], reading):
            readings[-1], reading = shared(readings[-1], reading)
        readings.append(reading)
    return with_shared_scale(page.folded, readings)


def _scan(page: Page) -> Iterator[Reading]:
    folded = page.folded
    pattern = numeral_pattern()
    match = pattern.search(folded.low)
    masked = _masked(page) if match else []
    last: Reading | None = None
    while match:
        reading = None
        pos = end_of_mask(masked, match.start()) or named_number_end(folded, match.start())
        if pos is None:
            reading = _read(folded, match, last)
            pos = reading.end if reading else _behind(folded.low, match)
        if reading:
            yield reading
            last = reading
        match = pattern.search(folded.low, pos)


def _masked(page: Page) -> list[Span]:
    found = [(start, end) for start, end, _ in page.dates]
    return merged([*page.references, *code_spans(page.folded), *found])


def _behind(low: str, match: re.Match[str]) -> int:
    """Where to go on after characters that are no figure: a run of digits is left as a whole.

    Of words that make no one number ("the new one fifty-four") only the first is left.
    """
    if match.lastgroup == "words":
        return match.start() + (number_words_value(match[0])[1] or len(match[0]))
    run = _DIGIT_RUN.match(low, match.start())
    return run.end() if run else match.end()


def _read(page: Folded, match: re.Match[str], last: Reading | None) -> Reading | None:
    """The figure at a match; nothing of ``last``, the one before, belongs to it."""
    if page.low.startswith(_PARTS_OF, match.end()):
        return _read_parts(page, match)
    numeral = read_numeral(page, match)
    if numeral is None or _FRACTION_WORD.match(page.low, numeral.end):
        return None
    before = preceding(page, numeral.start, digits=numeral.script == "digits")
    if last and before.start < last.end:
        before = Preceding(numeral.start, negative=False, currency=None)
    goes_on = last is not None and last.kind == "quantity" and last.end == numeral.start
    if not before.currency and not goes_on and not stands_free(page, numeral.start):
        return None
    head = page.low[max(numeral.start - 2, 0) : numeral.start].rstrip(" \u00a0")
    if head.endswith(_ORDINAL):
        return _read_ordinal(page, numeral)
    if end := _end_of_rank(page, numeral, head[-1:]):
        return _reading(page, numeral, _unscaled(numeral)._replace(end=end), _RANK, before)
    amount = _read_amount(page, numeral, before, last)
    named = head[-1:] in _ENDS_RANK_NAME and _names_rank(page.low, numeral.start)
    return _or_rank(amount) if amount and named else amount


def _names_rank(low: str, start: int) -> bool:
    """Whether a number stands behind the name of what is counted through: day 7, неделя 3."""
    before = low[max(start - _LONGEST_RANK_NAME, 0) : start]
    return before[-1:] in " \u00a0" and before.rstrip(" \u00a0").endswith(_RANK_NAMES)


def _or_rank(reading: Reading) -> Reading:
    """A bare number that may be a rank as well."""
    if reading.unit is not None or reading.scale != ONE:
        return reading
    rank = reading._replace(kind="ordinal", alternatives=())
    return reading._replace(alternatives=(*reading.alternatives, rank))


def _end_of_rank(page: Folded, numeral: Numeral, last: str) -> int | None:
    """Where a number ends that names one of several: 3rd, 3-й, № 6, No. 7; None for any other."""
    if last in _ENDS_NUMBER_SIGN:
        start = max(numeral.start - 5, 0)
        head = page.low[start : numeral.start].rstrip(" \u00a0")
        if head.endswith(_NUMBER_SIGNS) and (last == "№" or "N" in page.cased[start : numeral.start]):
            return numeral.end
    ending = _ORDINAL_ENDING.match(page.low, numeral.end) if numeral.script == "digits" else None
    return ending.end() if ending else None


def _read_parts(page: Folded, match: re.Match[str]) -> Reading | None:
    """百分之五 is a percentage, 三分之二 a fraction: the numeral behind 分之 over the one before it."""
    below = match[0]
    behind = numeral_pattern().match(page.low, match.end() + len(_PARTS_OF))
    if behind is None or match.lastgroup == "words" or behind.lastgroup == "words":
        return None
    numeral = read_numeral(page, behind)
    if numeral is None and behind[0] == _HUNDRED:
        numeral = Numeral(*behind.span(), Decimal(100), 0, ONE, "chinese")
    if numeral is None:
        return None
    before = Preceding(match.start(), page.low.startswith("负", match.start() - 1), None)
    if unit := _SHARES.get(below):
        return _reading(page, numeral, _unscaled(numeral), unit, before)
    divisor = chinese_value(below) if match.lastgroup == "chinese" else Decimal(match[0])
    if not divisor:
        return None
    fraction = _reading(page, numeral, _unscaled(numeral), PLAIN._replace(factor=1 / divisor), before)
    return with_percentage(fraction._replace(quantum=fraction.quantum.min(EXACT_SHARE)))


def _read_ordinal(page: Folded, numeral: Numeral) -> Reading | None:
    following = page.low[numeral.end : numeral.end + 1]
    if numeral.bare and following in _NO_ORDINAL:
        return None
    # 第一 alone means "firstly" or "best", 第一次 "for the first time".
    if numeral.bare and numeral.value == 1 and following not in _RANKED:
        return None
    before = Preceding(page.low.rindex(_ORDINAL, 0, numeral.start), negative=False, currency=None)
    return _reading(page, numeral, _unscaled(numeral), _RANK, before)


def _read_amount(page: Folded, numeral: Numeral, before: Preceding, last: Reading | None) -> Reading | None:
    more = _MORE_BEFORE.match(page.low, numeral.end)
    if more:
        numeral = numeral._replace(end=more.end())
    scaled = read_scale(page, numeral, money=before.currency is not None)
    added = _MORE.match(page.low, scaled.end)
    end = added.end() if added else scaled.end
    if added and added["half"]:
        scaled = _half_more(scaled)
    found = part_unit(page, numeral.start, end, last) or unit_at(page, end, before.start)
    if found is None and added and added[0][0] == "个":
        found = month_at(page, end)
    if found is None and _is_code(page, end):
        return None
    if found and found[0].canonical == "°" and (scaled.scale >= _MANY or numeral.value >= _TOO_HOT):
        found = _KILOWATT_HOUR, found[1]
    if numeral.bare and not _counts(page, numeral, scaled, found):
        return None
    unit, unit_end = joined_unit(page, before, found, end)
    reading = completed(page, _reading(page, numeral, Scaled(*scaled[:3], unit_end), unit, before))
    if (more or (added and not added["half"])) and reading.bound is None:
        reading = reading._replace(bound="at_least", approximate=True)
    return with_other_senses(page, reading, end)


def _half_more(scaled: Scaled) -> Scaled:
    half = scaled.scale / 2
    return scaled._replace(value=scaled.value + half, quantum=scaled.scale / 10)


def _is_code(page: Folded, end: int) -> bool:
    """Whether letters that are no unit follow without a space: 5G, 7f3a, 10-K."""
    return bool(_LETTER.match(page.low, end) or _CAPITALS.match(page.cased, end))


def _counts(page: Folded, numeral: Numeral, scaled: Scaled, found: tuple[Unit, int] | None) -> bool:
    """Whether a single word or character that may be no number is one here."""
    before = page.low[max(numeral.start - 1, 0) : numeral.start]
    lasts = found is not None and _LASTS.search(page.low, 0, numeral.start)
    if (before in _NO_NUMBER_BEFORE and not lasts) or (numeral.value == 1 and before in _ANOTHER_BEFORE):
        return False
    if found is not None or scaled.scale != ONE:
        return True
    if numeral.value == 1:
        return False
    if page.low[numeral.end : numeral.end + 1] in COUNTERS and numeral.end < len(page.low):
        return True
    noun = noun_after(page.low, numeral.end) if numeral.script == "words" else None
    if noun in COUNTED:
        return True
    came = _RANGE_CAME.search(page.low[max(numeral.start - 4, 0) : numeral.start])
    return bool(came or _RANGE_GOES_ON.match(page.low, numeral.end))


def _unscaled(numeral: Numeral) -> Scaled:
    return Scaled(numeral.value, ONE, numeral.quantum, numeral.end)


def _reading(page: Folded, numeral: Numeral, scaled: Scaled, unit: Unit, before: Preceding) -> Reading:
    value = EXACT.multiply(scaled.value, unit.factor)
    approximate, bound = bound_of(page.low, before.start, scaled.end)
    return Reading(
        start=before.start,
        end=scaled.end,
        value=-value if before.negative else value,
        unit=unit.canonical or None,
        kind=unit.kind,
        precision=numeral.precision,
        quantum=EXACT.multiply(scaled.quantum, unit.factor),
        approximate=approximate,
        bound=bound,
        noun=noun_after(page.low, scaled.end) if not unit.canonical else None,
        written=numeral.value,
        scale=scaled.scale,
        factor=unit.factor,
        last_factor=unit.factor,
        below=unit.below,
    )
