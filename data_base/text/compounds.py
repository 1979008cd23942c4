"""Figures said in several parts that are one: 9小時40分, "five pounds ten", 2 суток 7 часов."""

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from data_base.text.figure_ranges import EXACT, Reading, rescaled
from data_base.text.folding import Folded
from data_base.text.units import Unit, compatible_units

_ONE, _HUNDRED = Decimal(1), 100
_LONGEST_JOINT, _TWO = 6, 2
_CLOSE = re.compile(r"[零又]|\.?[ \u00a0\n]?(?:又|零)?")
_JOINED = re.compile(r",?[ \u00a0\n](?:and|и)[ \u00a0\n]|,[ \u00a0\n]")
IN_COMPOUNDS = frozenset({"s", "month", "m", "kg"})
_TIMES = frozenset({"s", "month"})
_HOUR, _MINUTE = Decimal(3600), Decimal(60)
_CENT_OF = {"$": frozenset({"EUR"})}
# "1 m 85" is in metres and centimetres, "5 m 20 guests" is not.
_FEW_METRES, _TEN = 10, 10
_SIZES = frozenset({"high", "tall", "long", "wide", "deep", "thick", "across", "роста", "высотой", "высоты"})
# Behind larger units only: 分 is a minute or a hundredth, 角 and 毛 are tenths of 元.
_PARTS_OF_MONEY = {"角": Decimal("0.1"), "毛": Decimal("0.1"), "分": Decimal("0.01")}
# "34 р. 50 к."
_KOPECK_SIGN = re.compile("к(?![а-я])")
_HUNDREDTH = Decimal("0.01")
# "В час 30 минут", "каждый час 30 минут" are rates.
_ONE_BEFORE = re.compile(
    r"(?<![0-9а-яa-z])(?<!в )(?<!каждый )(?<!каждую )(?<!каждые )"
    r"(?P<one>час|год|месяц|сутки|недел[яю]|минут[ау])[ \u00a0](?:и[ \u00a0])?$"
)
_LONGEST_ONE = 20
_ONES = {
    "мин": ("s", _MINUTE),
    "час": ("s", _HOUR),
    "сут": ("s", 24 * _HOUR),
    "нед": ("s", 7 * 24 * _HOUR),
    "мес": ("month", _ONE),
    "год": ("month", Decimal(12)),
}
_SECOND_SIGN = re.compile("с(?![а-я])")
_MINUTE_SIGN = re.compile("分(?![钟之])|m(?![A-Za-z0-9])")


def part_unit(page: Folded, start: int, end: int, previous: Reading | None) -> tuple[Unit, int] | None:
    """The unit at ``end`` of a number at ``start`` that is one only behind the figure before: 40分, 30m.

    Args:
        page: the folded text.
        start: position of the number.
        end: position behind it.
        previous: the figure before.
    """
    if previous is None or start - previous.end > _TWO or not _CLOSE.fullmatch(page.low, previous.end, start):
        return None
    at = end + (page.low[end : end + 1] in {" ", "\u00a0"})
    if previous.unit == "s" and previous.factor == _HOUR and _MINUTE_SIGN.match(page.cased, at):
        return Unit("s", _MINUTE, "quantity"), at + 1
    if previous.unit == "s" and previous.last_factor == _MINUTE and _SECOND_SIGN.match(page.low, at):
        return Unit("s", _ONE, "quantity"), at + 1
    if previous.unit == "RUB" and _KOPECK_SIGN.match(page.low, at):
        return Unit("RUB", _HUNDREDTH, "money"), at + 1
    part = _PARTS_OF_MONEY.get(page.low[at : at + 1])
    if part and previous.kind == "money" and previous.unit:
        return Unit(previous.unit, part, "money"), at + 1
    return None


def compounded(page: Folded, readings: Iterable[Reading]) -> Iterator[Reading]:
    """The figures with those put together that are parts of one."""
    whole = joined_neighbours(readings, lambda last, found: _whole(page, last, found))
    end = 0
    for found in whole:
        yield _with_one_before(page.low, found, end)
        end = found.end


def _with_one_before(low: str, part: Reading, end: int) -> Reading:
    """The figure with the one larger unit that Russian says before it without a number: час тридцать минут.

    Args:
        low: the folded text.
        part: the figure.
        end: where the figure before it ends; what belongs to that is none.
    """
    if part.unit not in _TIMES or part.precision or part.bound or part.approximate:
        return part
    match = _ONE_BEFORE.search(low, max(end, part.start - _LONGEST_ONE), part.start)
    unit, factor = _ONES[match["one"][:3]] if match else (None, _ONE)
    if unit != part.unit or not 0 < part.value < factor:
        return part
    more = EXACT.add(part.value, factor)
    start = match.start("one") if match else part.start
    written = EXACT.divide(more, part.factor)
    return part._replace(start=start, value=more, written=written, noun=None, alternatives=())


def joined_neighbours(
    readings: Iterable[Reading], join: Callable[[Reading, Reading], Reading | None]
) -> Iterator[Reading]:
    """The figures, each two neighbours as the one that ``join`` makes of them, where it makes one."""
    last: Reading | None = None
    for found in readings:
        if last is not None and (whole := join(last, found)):
            last = whole
            continue
        if last is not None:
            yield last
        last = found
    if last is not None:
        yield last


def _whole(page: Folded, first: Reading, second: Reading) -> Reading | None:
    part = _part(page, first, second)
    return _sum(first, part) if part else None


def _part(page: Folded, first: Reading, second: Reading) -> Reading | None:
    """The second figure as a part of the first, if it is one."""
    if (
        second.start - first.end > _LONGEST_JOINT
        or not _may_have_parts(first)
        or second.bound
        or second.approximate
    ):
        return None
    joint = page.low[first.end : second.start]
    if first.kind == "money":
        return _small_money(page, first, second, joint)
    if _are_centimetres(page, first, second, joint):
        return rescaled(second, _ONE, _HUNDREDTH)._replace(unit="m", kind="quantity", last_factor=_HUNDREDTH)
    smaller = second.unit == first.unit and second.factor < first.last_factor and not second.scale > _ONE
    if not smaller or not 0 <= second.value < first.last_factor:
        return None
    joined = first.unit in _TIMES and _JOINED.fullmatch(joint)
    return second if joined or _CLOSE.fullmatch(joint) else None


def _may_have_parts(first: Reading) -> bool:
    if first.precision or first.scale != _ONE:
        return False
    return first.kind == "money" or (first.kind == "quantity" and first.unit in IN_COMPOUNDS)


def _are_centimetres(page: Folded, first: Reading, second: Reading, joint: str) -> bool:
    """Whether two digits without a unit of their own are the centimetres of a few metres: "1 m 85"."""
    if first.unit != "m" or first.factor != _ONE or first.written >= _FEW_METRES or joint != " ":
        return False
    bare = second.unit is None and second.kind == "number" and not second.precision and second.scale == _ONE
    whole = page.low[second.end : second.end + 1] not in {"-", "/", ":"}
    return bare and whole and _TEN <= second.written < _HUNDRED and (second.noun or "high") in _SIZES


def _small_money(page: Folded, first: Reading, second: Reading, joint: str) -> Reading | None:
    if not first.unit or second.precision or not 0 <= second.written < _HUNDRED or second.scale != _ONE:
        return None
    hundredths = second.kind == "money" and second.factor < first.last_factor
    if hundredths and second.unit and "/" in second.unit:
        # "18 pounds 60 pence per kilo"
        plain = second.unit.partition("/")[0]
        second = second._replace(unit=plain, value=EXACT.multiply(second.value, second.below))
    if hundredths and (_CLOSE.fullmatch(joint) or _JOINED.fullmatch(joint)):
        same = compatible_units(first.unit, second.unit) or first.unit in _CENT_OF.get(second.unit or "", ())
        return second if same else None
    # "five pounds ten", "four pounds eighty": in words only, and right behind the word.
    in_words = joint == " " and page.low[first.start].isalpha() and page.low[second.start].isalpha()
    if second.unit is None and second.kind == "number" and in_words and page.low[first.end - 1].isalpha():
        return second._replace(value=second.value / _HUNDRED, factor=_ONE / _HUNDRED, quantum=_ONE / _HUNDRED)
    return None


def _sum(first: Reading, part: Reading) -> Reading:
    value = EXACT.add(first.value, part.value.copy_sign(first.value))
    return first._replace(
        end=part.end,
        value=value,
        written=EXACT.divide(value, first.factor),
        quantum=part.quantum,
        last_factor=part.factor,
        noun=None,
        alternatives=(),
    )
