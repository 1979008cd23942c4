"""Reading the unit that stands behind or before a number."""

import re
from decimal import Decimal
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from data_base.text import unit_table
from data_base.text.folding import Folded

Kind = Literal["number", "percent", "points", "money", "quantity", "ordinal"]


class Unit(NamedTuple):
    """A unit as it was written.

    Attributes:
        canonical: the unit that values are compared in.
        factor: value in the canonical unit of one of these.
        kind: percent, points (percentage points), money or quantity.
        below: value in its canonical unit of what it is divided by, if anything: 3600 in km/h.
    """

    canonical: str
    factor: Decimal
    kind: Kind
    below: Decimal = Decimal(1)


# Single letters and short forms whose capital letters carry the meaning.
_CASE_MATTERS = frozenset({"mt", "mv", "um", "ma", "nm", "ml"})
_LETTER = "a-zа-яμ°℃℉%‰€£¥₽₩₹₴₸฿$×"
_FIRST = re.compile(rf"[{_LETTER}]+(?:\^?[23²³](?![0-9]))?", re.IGNORECASE)
_NEXT = re.compile(rf"[ \u00a0]?[.·⋅∙*\-]?[ \u00a0]?[{_LETTER}]+(?![{_LETTER}])", re.IGNORECASE)
_JOINTS = re.compile(r"[ \u00a0.·⋅∙*\-_]+")
_MOST_WORDS = 3
# Squared units such as ㎡ and ㎏ stand in one character.
_CJK = re.compile("[\u4e00-\u9fff\u74e9\u3380-\u33df]")
_PER = re.compile(
    # "450 руб. за кг" goes on behind its stop.
    r"(?:\.(?=[ \u00a0](?:в|за)[ \u00a0]))?"
    r"[ \u00a0]?(?:/|per[ \u00a0]|(?P<each>(?:an?|each|every)[ \u00a0])|(?:в|за)[ \u00a0]|"
    # "34 центнера с гектара"
    r"со?[ \u00a0](?=(?:1|одного)?[ \u00a0]?(?:га|гектар)(?![а-я]{3}))(?:одного[ \u00a0])?|每)[ \u00a0]?"
    r"(?:1[ \u00a0](?=[a-zа-я]))?|"
    # "6 mg of nitrate per litre", "6 мг нитратов на литр"
    r"[ \u00a0](?P<noun>(?:(?:of[ \u00a0])?[a-zа-я]{3,20}[ \u00a0])?(?:per|на)[ \u00a0](?![0-9]))"
)
_DAY = Decimal(86_400)
_PER_ONLY = {
    "度": Unit("Wh", Decimal(1000), "quantity"),
    "с": Unit("s", Decimal(1), "quantity"),
    "时": Unit("s", Decimal(3600), "quantity"),
}
# "за сезон" is no second.
_IN_WORD = re.compile("[а-я]{2}")
# In "5 x 3" the sign multiplies.
_FACTOR = re.compile(r"[ \u00a0]?[0-9]")

_SYMBOL_BEFORE = re.compile(r"(?:[a-z]{0,3}\$|[€£¥₽₩₹₴₸฿]|(?<![a-z])kr)[ \u00a0]?$")
_CODE_BEFORE = re.compile(r"(?<![A-Za-z])[A-Z]{3}[ \u00a0]?$")
_CHINESE_BEFORE = re.compile("[\u4e00-\u9fff]{2,3}[ \u00a0]?$")
_LOOK_BEFORE = 6
_SPACES = " \u00a0"
# Looked at first: what a currency before a number can end in.
_ENDS_CURRENCY = re.compile("[A-Zr$€£¥₽₩₹₴₸฿\u4e00-\u9fff]")


def read_unit(page: Folded, pos: int) -> tuple[Unit, int] | None:
    """The unit written at ``pos`` (a space or a hyphen may come first) and where it ends."""
    found = undivided_unit(page, pos)
    if found is None or found[0].kind in {"percent", "points"}:
        return found
    return with_denominator(page, *found)


def read_currency_before(page: Folded, pos: int) -> tuple[Unit, int] | None:
    """The currency written directly before ``pos`` and where it begins."""
    last = page.cased[pos - 1 : pos]
    if last in _SPACES and pos > 1:
        last = page.cased[pos - 2]
    if not _ENDS_CURRENCY.match(last):
        return None
    start = max(pos - _LOOK_BEFORE, 0)
    before, cased = page.low[start:pos], page.cased[start:pos]
    match = _SYMBOL_BEFORE.search(before) or _CODE_BEFORE.search(cased) or _CHINESE_BEFORE.search(before)
    if match is None:
        return None
    form = match[0].rstrip(" \u00a0").lower()
    # "在美元", "abus$": what is read with the currency is cut off from the left.
    shortest = len(form) if form.isascii() and form.isalpha() else 1
    for length in range(len(form), shortest - 1, -1):
        unit = _forms().get(form[-length:])
        if unit is not None and unit.kind == "money" and (length > 1 or not form[-1].isalpha()):
            return unit, start + match.start() + len(form) - length
    return None


@lru_cache(maxsize=4096)
def compatible_units(first: str | None, second: str | None) -> bool:
    """Whether two canonical units may be the same: equal, one not said, or one a currency of no country."""
    if first is None or second is None or first == second:
        return True
    parts, others = first.split("/"), second.split("/")
    return len(parts) == len(others) and all(map(_same_part, parts, others))


def _same_part(one: str, other: str) -> bool:
    family = unit_table.FAMILIES.get(one, frozenset({one})) | {one}
    return not family.isdisjoint(unit_table.FAMILIES.get(other, frozenset({other})) | {other})


def undivided_unit(page: Folded, pos: int) -> tuple[Unit, int] | None:
    """The unit written at ``pos`` without what it may be divided by, and where it ends."""
    start = pos + (page.low[pos : pos + 1] in {" ", "\u00a0", "-", "\n"})
    if start >= len(page.low):
        return None
    if _CJK.match(page.low, start):
        return None if page.low[pos] == "-" else _chinese_unit(page.low, start)
    return _alphabetic_unit(page, start)


def _chinese_unit(low: str, start: int) -> tuple[Unit, int] | None:
    for length in _chinese_lengths().get(low[start], ()):
        form = low[start : start + length]
        unit = _forms().get(form)
        end = start + len(form)
        if unit is not None and not low.startswith(tuple(unit_table.NOT_BEFORE.get(form, ())), end):
            return unit, end
    return None


def _alphabetic_unit(page: Folded, start: int) -> tuple[Unit, int] | None:
    first = _FIRST.match(page.cased, start)
    if first is None or not _begins_unit(first[0]):
        return None
    ends = [first.end()]
    while len(ends) < _MOST_WORDS and (more := _NEXT.match(page.cased, ends[-1])):
        ends.append(more.end())
    for end in reversed(ends):
        unit = _look_up(page.cased[start:end])
        if unit is not None and not (page.low[end - 1] in "x×" and _FACTOR.match(page.low, end)):
            return unit, end
    return None


@lru_cache(maxsize=4096)
def _begins_unit(word: str) -> bool:
    """Whether some unit is this word or begins with it."""
    return word in _symbols() or word.lower() in _first_words()


@cache
def _first_words() -> frozenset[str]:
    return frozenset(form.partition("_")[0] for form in _forms())


@cache
def _chinese_lengths() -> dict[str, tuple[int, ...]]:
    """How long the forms are that begin with a character, longest first."""
    lengths: dict[str, set[int]] = {}
    for form in _forms():
        if _CJK.match(form):
            lengths.setdefault(form[0], set()).add(len(form))
    return {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}


@lru_cache(maxsize=4096)
def _look_up(written: str) -> Unit | None:
    unit = _symbols().get(written)
    return unit if unit is not None else _forms().get(_JOINTS.sub("_", written.lower()))


def with_denominator(page: Folded, unit: Unit, end: int) -> tuple[Unit, int]:
    """The unit that ends at ``end`` together with what it is divided by ("/kWh", "per hour"), if anything."""
    per = _PER.match(page.low, end)
    if per is None:
        return unit, end
    found = undivided_unit(page, per.end())
    if per["noun"] and (found is None or unit.kind != "quantity" or page.low[per.end()].isdigit()):
        return unit, end
    if per["each"] and (found is None or found[0].canonical != "s"):
        return unit, end
    only = _PER_ONLY.get(page.low[per.end() : per.end() + 1])
    if only and not _IN_WORD.match(page.low, per.end()):
        found = found if found and found[1] > per.end() + 1 else (only, per.end() + 1)
    if found is None or found[0].kind != "quantity" or _is_calendar(found[0]):
        return unit, end
    return per_unit(unit, found[0]), found[1]


def per_unit(unit: Unit, below: Unit) -> Unit:
    """One unit divided by another: metres per second."""
    return Unit(f"{unit.canonical}/{below.canonical}", unit.factor / below.factor, unit.kind, below.factor)


def other_sense(written: str) -> Unit | None:
    """What a unit may mean besides what it is read as: "pounds" is money or a weight.

    Args:
        written: the unit in lower case, without space around it.
    """
    return _other_senses().get(written)


@cache
def _other_senses() -> dict[str, Unit]:
    weights, money = _read(unit_table.OTHER_SENSES, "quantity"), _read(unit_table.OTHER_MONEY, "money")
    return weights | money | _read(unit_table.OTHER_NOUNS, "number")


def _is_calendar(unit: Unit) -> bool:
    """Amounts by the day or year are as often said without it ("annually"), so it makes no other unit."""
    return unit.canonical == "month" or (unit.canonical == "s" and unit.factor >= _DAY)


@cache
def _symbols() -> dict[str, Unit]:
    return _read(unit_table.SYMBOLS, "quantity")


@cache
def _forms() -> dict[str, Unit]:
    """Every form in lower case; the symbols too, where capital letters do not carry the meaning."""
    tables: list[tuple[str, Kind]] = [
        (unit_table.MONEY, "money"),
        (unit_table.WORDS, "quantity"),
        (unit_table.PERCENT, "percent"),
        (unit_table.POINTS, "points"),
    ]
    forms = {
        form.lower(): unit
        for form, unit in _symbols().items()
        if len(form) > 1 and form.lower() not in _CASE_MATTERS
    }
    for table, kind in tables:
        forms |= _read(table, kind)
    return forms


def _read(table: str, kind: Kind) -> dict[str, Unit]:
    units = {}
    for line in table.strip().splitlines():
        canonical, factor, forms = line.split("| ")
        whole, _, below = factor.strip().partition("/")
        unit = Unit(canonical.strip(), Decimal(whole) / Decimal(below or 1), kind)
        units.update({form: unit for pattern in forms.split() for form in _spelled(pattern)})
    return units


def _spelled(pattern: str) -> list[str]:
    stem, _, declension = pattern.partition("~")
    if declension:
        return [stem + ending for ending in unit_table.RUSSIAN_ENDINGS[declension]]
    return [_JOINTS.sub("_", pattern).strip("_") if len(pattern) > 1 else pattern]
