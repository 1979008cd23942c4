"""How figures are read: a numeral, what stands before it and what follows."""

import re
from collections.abc import Iterator
from decimal import Decimal

from data_base.text.chinese_numerals import DIGITS, NUMERAL_CLASS, chinese_value
from data_base.text.date_reading import read_dates
from data_base.text.figure_context import Preceding, bound_of, noun_after, preceding, stands_free
from data_base.text.figure_ranges import EXACT, Reading, is_range, shared
from data_base.text.folding import Folded
from data_base.text.masks import Span, code_spans, end_of_mask, merged, reference_spans
from data_base.text.numerals import Numeral, numeral_pattern, read_numeral
from data_base.text.scales import Scaled, read_scale
from data_base.text.unit_table import COUNTERS, FAMILIES, WIDER_COUNTERS
from data_base.text.units import Unit, compatible_units, read_unit, with_denominator

_ONE = Decimal(1)
_PLAIN = Unit("", _ONE, "number")
_RANK = Unit("", _ONE, "ordinal")
_SHARES = {
    "百": Unit("%", _ONE, "percent"),
    "千": Unit("%", Decimal("0.1"), "percent"),
    "万": Unit("%", Decimal("0.01"), "percent"),
}
# 度 is a degree, but many thousands of them are kilowatt-hours.
_KILOWATT_HOUR = Unit("Wh", Decimal(1000), "quantity")
_MANY = 1000
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
_MORE = re.compile("[余多几]")
_AND_A_HALF, _TENTHS = "半", "成"
_DIGIT_RUN = re.compile("[0-9]+")
_NO_NUMBER_BEFORE = frozenset("周期拜其数几老")
# 前一年 is the year before, 每一天 every day.
_ANOTHER_BEFORE = frozenset("前上下每同后後去某这這第新有另当當整")
_LETTER = re.compile("[a-zа-я_]")
_CAPITALS = re.compile("-?[A-Z]+(?![a-z])")


def read_figures(page: Folded) -> list[Reading]:
    """All figures of a folded text in reading order, not overlapping."""
    readings: list[Reading] = []
    for found in _scan(page):
        reading = found
        if readings and is_range(page.low, readings[-1], reading):
            readings[-1], reading = shared(readings[-1], reading)
        readings.append(reading)
    return readings


def _scan(page: Folded) -> Iterator[Reading]:
    pattern = numeral_pattern()
    match = pattern.search(page.low)
    masked = _masked(page) if match else []
    last_end = 0
    while match:
        reading = None
        pos = end_of_mask(masked, match.start())
        if pos is None:
            reading = _read(page, match, last_end)
            pos = reading.end if reading else _behind(page.low, match)
        if reading:
            yield reading
            last_end = reading.end
        match = pattern.search(page.low, pos)


def _masked(page: Folded) -> list[Span]:
    references = reference_spans(page)
    found = [(start, end) for start, end, _ in read_dates(page, references)]
    return merged(references + code_spans(page) + found)


def _behind(low: str, match: re.Match[str]) -> int:
    """Where to go on after characters that are no figure: a run of digits is left as a whole."""
    run = _DIGIT_RUN.match(low, match.start())
    return run.end() if run else match.end()


def _read(page: Folded, match: re.Match[str], last_end: int) -> Reading | None:
    """The figure at a match; nothing before ``last_end`` belongs to it."""
    if page.low.startswith(_PARTS_OF, match.end()):
        return _read_parts(page, match)
    numeral = read_numeral(page, match)
    if numeral is None or _FRACTION_WORD.match(page.low, numeral.end):
        return None
    before = preceding(page, numeral.start, digits=numeral.script == "digits")
    if before.start < last_end:
        before = Preceding(numeral.start, negative=False, currency=None)
    if not before.currency and not stands_free(page, numeral.start):
        return None
    if page.low[max(numeral.start - 2, 0) : numeral.start].rstrip(" ").endswith(_ORDINAL):
        return _read_ordinal(page, numeral)
    if numeral.script == "digits" and (ending := _ORDINAL_ENDING.match(page.low, numeral.end)):
        return _reading(page, numeral, _unscaled(numeral)._replace(end=ending.end()), _RANK, before)
    return _read_amount(page, numeral, before)


def _read_parts(page: Folded, match: re.Match[str]) -> Reading | None:
    """百分之五 is a percentage, 三分之二 a fraction: the numeral behind 分之 over the one before it."""
    below = match[0]
    behind = numeral_pattern().match(page.low, match.end() + len(_PARTS_OF))
    if behind is None or match.lastgroup == "words" or behind.lastgroup == "words":
        return None
    numeral = read_numeral(page, behind)
    if numeral is None and behind[0] == _HUNDRED:
        numeral = Numeral(*behind.span(), Decimal(100), 0, _ONE, "chinese")
    if numeral is None:
        return None
    before = Preceding(match.start(), page.low.startswith("负", match.start() - 1), None)
    if unit := _SHARES.get(below):
        return _reading(page, numeral, _unscaled(numeral), unit, before)
    divisor = chinese_value(below) if match.lastgroup == "chinese" else Decimal(match[0])
    if not divisor:
        return None
    return _reading(page, numeral, _unscaled(numeral), _PLAIN._replace(factor=1 / divisor), before)


def _read_ordinal(page: Folded, numeral: Numeral) -> Reading | None:
    following = page.low[numeral.end : numeral.end + 1]
    if numeral.bare and following in _NO_ORDINAL:
        return None
    # 第一 alone means "firstly" or "best", 第一次 "for the first time".
    if numeral.bare and numeral.value == 1 and following not in _RANKED:
        return None
    before = Preceding(page.low.rindex(_ORDINAL, 0, numeral.start), negative=False, currency=None)
    return _reading(page, numeral, _unscaled(numeral), _RANK, before)


def _read_amount(page: Folded, numeral: Numeral, before: Preceding) -> Reading | None:
    scaled = read_scale(page, numeral, money=before.currency is not None)
    more = bool(_MORE.match(page.low, scaled.end))
    end = scaled.end + more
    found = read_unit(page, end)
    if found is None and _is_code(page, end):
        return None
    if found and found[0].canonical == "°" and scaled.scale >= _MANY:
        found = _KILOWATT_HOUR, found[1]
    if numeral.bare and not _counts(page, numeral, scaled, found):
        return None
    unit, end = _unit(page, before, found, end)
    reading = _reading(page, numeral, scaled._replace(end=end), unit, before)
    if more and reading.bound is None:
        reading = reading._replace(bound="at_least")
    return _with_half(page, reading)


def _is_code(page: Folded, end: int) -> bool:
    """Whether letters that are no unit follow without a space: 5G, 7f3a, 10-K."""
    return bool(_LETTER.match(page.low, end) or _CAPITALS.match(page.cased, end))


def _counts(page: Folded, numeral: Numeral, scaled: Scaled, found: tuple[Unit, int] | None) -> bool:
    """Whether a single word or character that may be no number is one here."""
    before = page.low[max(numeral.start - 1, 0) : numeral.start]
    if before in _NO_NUMBER_BEFORE or (numeral.value == 1 and before in _ANOTHER_BEFORE):
        return False
    if found is not None or scaled.scale != _ONE:
        return True
    if numeral.value == 1:
        return False
    if page.low[numeral.end : numeral.end + 1] in COUNTERS and numeral.end < len(page.low):
        return True
    came = _RANGE_CAME.search(page.low[max(numeral.start - 4, 0) : numeral.start])
    return bool(came or _RANGE_GOES_ON.match(page.low, numeral.end))


def _unit(page: Folded, before: Preceding, found: tuple[Unit, int] | None, end: int) -> tuple[Unit, int]:
    """The unit of a figure from what stands before and behind it, and where the figure ends."""
    if before.currency is None:
        return found or (_PLAIN, end)
    if found is None or found[0].kind != "money":
        return with_denominator(page, before.currency, end)
    if not compatible_units(before.currency.canonical, found[0].canonical):
        return before.currency, end
    generic = before.currency.canonical in FAMILIES
    return (found[0] if generic else before.currency._replace(factor=found[0].factor)), found[1]


def _with_half(page: Folded, reading: Reading) -> Reading:
    """Add what stands behind a Chinese unit: 两年半 is two and a half years, 三成五 is 35 %."""
    following = page.low[reading.end : reading.end + 1]
    if reading.kind == "quantity" and following == _AND_A_HALF:
        step = Decimal("0.5")
    elif page.low[reading.end - 1] == _TENTHS and following in DIGITS:
        step = Decimal(DIGITS[following]) / 10
    else:
        return reading
    more = EXACT.multiply(step, reading.factor)
    value = EXACT.add(reading.value, more.copy_sign(reading.value))
    return reading._replace(value=value, quantum=reading.factor / 10, end=reading.end + 1)


def _unscaled(numeral: Numeral) -> Scaled:
    return Scaled(numeral.value, _ONE, numeral.quantum, numeral.end)


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
    )
