"""Units next to a number: reading them, and deciding which can be compared."""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Literal, NamedTuple

from data_base.text.folding import Folded
from data_base.text.word_lists import lexicon
from data_base.text_cache import text_cache

Kind = Literal["number", "percent", "points", "money", "quantity", "ordinal"]


class Unit(NamedTuple):
    """A unit as it was written."""

    canonical: str
    """The unit that values are compared in."""
    factor: Decimal
    """Value in the canonical unit of one of these."""
    kind: Kind
    below: Decimal = Decimal(1)
    """Value in its canonical unit of what it is divided by, if anything: 3600 in km/h."""


# Short forms whose capital letters carry the meaning.
_CASE_MATTERS = frozenset({"mt", "mv", "um", "ma", "nm", "ml"})
_LETTER = "a-zа-яμ°℃℉%‰€£¥₽₩₹₴₸฿$×"
_FIRST = re.compile(rf"[{_LETTER}]+(?:\^?[23²³](?![0-9]))?", re.IGNORECASE)
_NEXT = re.compile(rf"[ \u00a0]?[.·⋅∙*\-]?[ \u00a0]?[{_LETTER}]+(?![{_LETTER}])", re.IGNORECASE)
_JOINTS = re.compile(r"[ \u00a0.·⋅∙*\-_]+")
_MOST_WORDS = 3
# Squared units such as ㎡ and ㎏ are in one character.
_CJK = re.compile("[\u4e00-\u9fff\u74e9\u3380-\u33df]")
_PER = re.compile(
    # "450 руб. за кг" goes on behind its stop.
    r"(?:\.(?=[ \u00a0](?:в|за)[ \u00a0]))?"
    r"[ \u00a0]?(?:/|(?:per|в|за|на|со?)[ \u00a0]|(?P<each>(?:an?|each|every)[ \u00a0])|每)[ \u00a0]?"
    r"(?:1[ \u00a0](?=[a-zа-я]))?"
)
_DAY = Decimal(86_400)
# "за сезон" is no second.
_IN_WORD = re.compile("[а-я]{2}")
# In "5 x 3" the sign multiplies.
_FACTOR = re.compile(r"[ \u00a0]?[0-9]")
_CODE, _LONGEST_CURRENCY = 3, 4
# Looked at first: what a currency before a number can end in.
_ENDS_CURRENCY = re.compile("[A-Zr$€£¥₽₩₹₴₸฿\u4e00-\u9fff]")


def read_unit(page: Folded, pos: int) -> tuple[Unit, int] | None:
    """The unit written at ``pos`` (a space or a hyphen may come first) and where it ends."""
    found = _undivided(page, pos)
    if found is None or found[0].kind in {"percent", "points"}:
        return found
    return with_denominator(page, *found)


def read_currency_before(page: Folded, pos: int) -> tuple[Unit, int] | None:
    """The currency written directly before ``pos`` and where it begins."""
    end = pos - (page.low[pos - 1 : pos] in {" ", "\u00a0"})
    if not _ENDS_CURRENCY.match(page.cased[end - 1 : end]):
        return None
    for start in range(max(end - _LONGEST_CURRENCY, 0), end):
        unit = _forms().get(page.low[start:end])
        if unit is not None and unit.kind == "money" and _may_stand_before(page.cased, start, end):
            return unit, start
    return None


def _may_stand_before(cased: str, start: int, end: int) -> bool:
    """Whether a currency is a sign (US$), a code or 美元; one character (元) belongs to what is before it."""
    form = cased[start:end]
    if not (form.isascii() and form.isalpha()):
        return len(form) > 1 or not form.isalpha()
    code = (len(form) == _CODE and form.isupper()) or form.lower() == "kr"
    before = cased[max(start - 1, 0) : start]
    return code and not (before.isascii() and before.isalpha())


@text_cache(200_000)
def compatible_units(first: str | None, second: str | None) -> bool:
    """Whether two canonical units may be the same: equal, one not said, or one a currency of no country."""
    if first is None or second is None or first == second:
        return True
    parts, others = first.split("/"), second.split("/")
    return len(parts) == len(others) and all(
        not family(one).isdisjoint(family(other)) for one, other in zip(parts, others, strict=True)
    )


def family(unit: str) -> frozenset[str]:
    """The units that one may stand for, itself included: any dollar for $."""
    return frozenset(lexicon("units.families").get(unit, "").split()) | {unit}


def counts(char: str, *, through: bool = False) -> bool:
    """Whether things are counted with a Chinese character, or also counted through (page 3, storey 3)."""
    counters = lexicon("units.counters")
    return char != "" and (char in counters["narrow"] or (through and char in counters["wider"]))


def with_denominator(page: Folded, unit: Unit, end: int) -> tuple[Unit, int]:
    """The unit that ends at ``end`` together with what it is divided by ("/kWh", "per hour"), if anything."""
    per = _PER.match(page.low, end)
    if per is None:
        return unit, end
    at = per.end()
    found = _undivided(page, at)
    only = _read("behind_per").get(page.low[at : at + 1])
    if only and not _IN_WORD.match(page.low, at) and not (found and found[1] > at + 1):
        found = only, at + 1
    if found is None or found[0].kind != "quantity" or _is_calendar(found[0]):
        return unit, end
    if per["each"] and found[0].canonical != "s":
        return unit, end
    below = found[0]
    whole = Unit(f"{unit.canonical}/{below.canonical}", unit.factor / below.factor, unit.kind, below.factor)
    return whole, found[1]


def other_sense(written: str) -> Unit | None:
    """What a unit, in lower case, may mean other than what it is read as: "pounds" is money or a weight."""
    return _read("other").get(written)


def _is_calendar(unit: Unit) -> bool:
    """Amounts by the day or year are as often said without it ("annually"), so it makes no other unit."""
    return unit.canonical == "month" or (unit.canonical == "s" and unit.factor >= _DAY)


def _undivided(page: Folded, pos: int) -> tuple[Unit, int] | None:
    """The unit written at ``pos`` without what it may be divided by, and where it ends."""
    start = pos + (page.low[pos : pos + 1] in {" ", "\u00a0", "-", "\n"})
    if _CJK.match(page.low, start):
        chinese = None if page.low[pos] == "-" else _chinese().match(page.low, start)
        return (_forms()[chinese[0]], chinese.end()) if chinese else None
    first = _FIRST.match(page.cased, start)
    if first is None or (first[0] not in _read("symbols") and first[0].lower() not in _first_words()):
        return None
    ends = [first.end()]
    while len(ends) < _MOST_WORDS and (more := _NEXT.match(page.cased, ends[-1])):
        ends.append(more.end())
    for end in reversed(ends):
        unit = _look_up(page.cased[start:end])
        if unit is not None and not (page.low[end - 1] in "x×" and _FACTOR.match(page.low, end)):
            return unit, end
    return None


@text_cache(200_000)
def _look_up(written: str) -> Unit | None:
    return _read("symbols").get(written) or _forms().get(_JOINTS.sub("_", written.lower()))


@cache
def _forms() -> Mapping[str, Unit]:
    """All units by how they are written in lower case, symbols too where capitals carry no meaning."""
    symbols = {
        form.lower(): unit
        for form, unit in _read("symbols").items()
        if len(form) > 1 and form.lower() not in _CASE_MATTERS
    }
    return symbols | _read("en") | _read("ru") | _read("zh")


@cache
def _first_words() -> frozenset[str]:
    return frozenset(form.partition("_")[0] for form in _forms())


@cache
def _chinese() -> re.Pattern[str]:
    """Units in Chinese, the longest first; 升至 is "rose to", 五年级 a school year."""
    others = lexicon("units.not_before")
    forms = sorted((form for form in _forms() if _CJK.match(form)), key=len, reverse=True)
    return re.compile("|".join(f"{form}(?![{others[form]}])" if form in others else form for form in forms))


@cache
def _read(section: str) -> dict[str, Unit]:
    data = lexicon("units")
    kinds: dict[str, Kind] = {unit: kind for kind, units in data["kinds"].items() for unit in units.split()}
    found = {}
    for key, forms in data[section].items():
        canonical, _, factor = key.rpartition(" ")
        whole, _, below = factor.partition("/")
        unit = Unit(canonical, Decimal(whole) / Decimal(below or 1), kinds.get(canonical, "quantity"))
        found.update({_JOINTS.sub("_", f).strip("_") if len(f) > 1 else f: unit for f in forms.split()})
    return found
