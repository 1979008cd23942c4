"""What the cells of a table measure: the unit may stand in a head, in its own column or over the table."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from data_base.text.figure_words import (
    APPROXIMATELY,
    APPROXIMATELY_AFTER,
    AT_LEAST,
    AT_LEAST_AFTER,
    AT_MOST,
    AT_MOST_AFTER,
)
from data_base.text.han_variants import fold_variants
from scoring.mentions import mentions, stated_or_worded
from scoring.numbered_rows import ranks
from scoring.quantities import is_bare
from scoring.table_cells import corner_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.mentions import Mention
    from scoring.table_cells import Cell, Row

_BEFORE = (*AT_LEAST, *AT_MOST, *APPROXIMATELY, "до", "от", "from", "min", "max", "min.", "max.")
_AFTER = (*AT_LEAST_AFTER, *AT_MOST_AFTER, *APPROXIMATELY_AFTER)


def _one_of(words: Sequence[str]) -> str:
    """An expression for any of some words, the longest first."""
    return "|".join(map(re.escape, sorted({word.strip() for word in words}, key=len, reverse=True)))


# A number without unit, or the two ends of a range, with the words of a bound: "≥ 95", 5以下, "5–10".
_BARE_NUMBER = re.compile(
    rf"(?P<before>(?:(?:{_one_of(_BEFORE)})\s*)?)"
    r"(?P<number>[(（]?[-–−+]?\d[\d.,\s]*(?:\s?[-–—~～至到]\s?\d[\d.,\s]*)?[)）]?)"
    rf"(?P<after>(?:\s*(?:{_one_of(_AFTER)}))?)",
    re.IGNORECASE,
)
# A digit behind a letter belongs to the unit: m3, CO2.
_DIGIT = re.compile(r"(?<![^\W\d_])\d")
# "t CO2e", 公噸CO2e, "т CO₂-экв.": what a mass is of.
_OF_CARBON = re.compile(r"\s?(?:of\s)?(?:CO|СО)[2₂].*$", re.IGNORECASE)
# A cell is one number, so that a space in it groups digits: "8 400".
_GROUPED = re.compile(r"[(（]?[-–−+]?\d{1,3}(?: \d{3})+(?:[.,]\d+)?[)）]?")
_EMPHASIS = "*_ "
_MARKS_A_RANGE = re.compile(r"\d\s?[-–—~～至到]")
_BRACKETED = re.compile(r"[(（\[【]([^()（）\[\]【】]{1,40})[)）\]】]\s*$")
_BRACKETED_BEFORE = re.compile(r"[(（\[【]([^()（）\[\]【】]{1,24})[)）\]】](?=\s?\S)")
_COMMA = re.compile(r"[,，;；、]")
# 月 alone names a month of the year behind a number.
_IN_A_HEAD = {"月": "個月", "mo": "months", "mos": "months", "mth": "months", "mths": "months"}
_AFTER_COMMA = re.compile(r",\s([^,]{1,30})$")
_AFTER_SLASH = re.compile(r"(?<=\S)\s?/\s?([^/,]{1,12})$")
_SAID = re.compile(
    r"(?:(?:单位|單位|计量单位|計量單位|units?|ед(?:иниц[аы])?\.?(?:\s?изм(?:ерения|\.))?)\s?(?:[:：]|is|are|为|為)|"
    r"\b(?:in|в)\b)\s*([^:：()（）]{1,40}?)(?:,?\s(?:unless|except|если не|кроме)\b[^.]*)?[\s.。)）]*$",
    re.IGNORECASE,
)
_PER_TIME = re.compile(
    r"\bв (?:секунду|минуту|час|день|сутки|неделю|месяц|квартал|год)$|\bin an? (?:hour|day|week|month|year)$",
    re.IGNORECASE,
)
_UNIT_COLUMN = re.compile(
    r"(?:units?(?: of measure(?:ment)?)?|uom|(?:计量|計量)?(?:单位|單位)|"
    r"ед\.?(?:\s?изм\.?)?|единиц[аы](?:\s?измерения)?)",
    re.IGNORECASE,
)
_SUM_OR_SCALE = re.compile(
    r"(?=.*(?:[£$€¥%]|million|billion|thousand|[千万萬億亿]|百[万萬]|元|млн|млрд|тыс|руб)).{1,24}",
    re.IGNORECASE,
)
# "in thousands of pounds"; "('000)", "×10³".
_OF = re.compile(r"(?<=s) of (?=\w)")
_THOUSANDS = re.compile(r"(?:[×x]\s?)?['’]?000s?|(?:[×x]\s?)?1[ ,]?000s?|[×x]\s?10(?:³|\^3)", re.IGNORECASE)
_CURRENCY_FIRST = re.compile(r"^([€$£¥]|US\$|NT\$|[A-Z]{3}\b|(?:新[臺台]|人民|[臺台]|港)[幣币])\s*(\w.*)?$")


def cell_mentions(row: Row, cell: Cell) -> tuple[Mention, ...]:
    """The values of a cell; a bare number takes the unit that its column, row or table names."""
    if _GROUPED.fullmatch(cell.text.strip(_EMPHASIS)):
        cell = replace(cell, text=cell.text.strip(_EMPHASIS).replace(" ", "\u00a0"))
    written = _BARE_NUMBER.fullmatch(fold_variants(_bare(cell.text)))
    if not written or (_MARKS_A_RANGE.search(cell.text) and any(m.date for m in mentions(cell.text))):
        return stated_or_worded(cell.text)
    counted: tuple[Mention, ...] = ()
    for head in _heads(row, cell):
        named = _named_by(written, head)
        whole = _measured(written, head)
        # A head that is no unit as a whole ("Containers") only seems to name what is counted.
        found = named or (whole if _has_unit(whole) else ())
        if found and (_has_unit(found) or head != row.label):
            return found if _has_unit(found) else counted or found
        # What stands in brackets behind the name of a row ("Orlin (control)") is seldom what its cells count.
        counted = counted or found
    if counted:
        return counted
    if written["before"] or written["after"] or _MARKS_A_RANGE.search(cell.text):
        return stated_or_worded(cell.text)
    found = tuple(mention for mention in mentions(f"= {cell.text}") if mention.figure)
    return tuple(map(_or_rank, found)) if ranks(cell.column) else found


def _or_rank(mention: Mention) -> Mention:
    """A number that is a rank as well: the 2 under "Place" is the second."""
    figure = mention.figure
    if figure is None:
        return mention
    rank = replace(figure, kind="ordinal", alternatives=())
    return replace(mention, figure=replace(figure, alternatives=(rank,)))


def _named_by(written: re.Match[str], head: str) -> tuple[Mention, ...]:
    """The number with the unit that a head names, else with what it says is counted; else nothing."""
    found = list(filter(None, (_measured(written, each) for each in _units_in(head))))
    return next(filter(_has_unit, found), found[0] if found else ())


def _has_unit(found: Sequence[Mention]) -> bool:
    return bool(found and found[0].figure and found[0].figure.unit)


def _heads(row: Row, cell: Cell) -> Iterator[str]:
    """Where a cell's unit may be named, the nearest place first."""
    yield cell.column
    yield row.label
    yield from (f"({other.text})" for other in row.cells if _UNIT_COLUMN.fullmatch(_bare(other.column)))
    if (corner := _corner(row)) is not None:
        yield corner
    yield row.caption


def _bare(text: str) -> str:
    return text.strip(_EMPHASIS)


def _corner(row: Row) -> str | None:
    """The head over the labels where it tells a currency or a scale ("£ million", 百萬元), None elsewhere.

    Any other unit there ("Day", "Station") is what the rows are.
    """
    corner = corner_of(row).strip(_EMPHASIS)
    return corner if _SUM_OR_SCALE.fullmatch(corner) else None


def _unit_in(head: str) -> str:
    head = head.rstrip(" :：")
    match = _BRACKETED.search(head)
    if match:
        return _unit_said(match[1].strip()) or match[1].strip()
    match = _AFTER_COMMA.search(head) or _AFTER_SLASH.search(head)
    if match is None:
        return _unit_said(head)
    unit = match[1].strip()
    # "Расход, в сутки" tells no unit.
    return unit if _PER_TIME.search(unit) else _unit_said(unit) or unit


def _unit_said(text: str) -> str:
    """The unit of "in thousands of pounds", 单位：万元; empty where none is, as in "в сутки"."""
    if _PER_TIME.search(text):
        return ""
    match = _SAID.search(text)
    return _OF.sub(" ", match[1].strip()) if match else ""


def _units_in(head: str) -> Iterator[str]:
    """What may be the unit in a head: what stands in brackets or behind a comma at its end, then before."""
    head = _bare(head)
    yield from _shortened(_unit_in(head))
    if at_end := _BRACKETED.search(head):
        yield from _shortened(at_end[1].strip())
        # The unit may stand before a remark: "Yield, t/ha (mean of three sites)".
        yield from _shortened(_unit_in(head[: at_end.start()]))
    for bracketed in _BRACKETED_BEFORE.finditer(head):
        yield from _shortened(bracketed[1].strip())


def _shortened(unit: str) -> Iterator[str]:
    """A unit, its first part or word ("cm from the surface"), and what is counted per time (万行/秒)."""
    plain = _OF_CARBON.sub("", unit)
    first = _COMMA.split(plain)[0].strip()
    yield from dict.fromkeys((unit, plain, first, _IN_A_HEAD.get(first.rstrip(".").lower(), "")))
    yield first.partition(" ")[0]
    yield plain.partition("/")[0]


def _with_unit(number: str, unit: str) -> str:
    currency = _CURRENCY_FIRST.match(unit)
    if currency:
        gap = " " if currency[1].isalpha() else ""
        return f"{currency[1]}{gap}{number} {currency[2] or ''}".strip()
    return f"{number} {unit}"


def _measured(written: re.Match[str], unit: str) -> tuple[Mention, ...]:
    """A bare number, or both ends of a range, with a unit or the name of what is counted.

    Nothing where it is neither.
    """
    unit = _THOUSANDS.sub("thousand", unit)
    if not unit or _DIGIT.search(unit):
        return ()
    text = _with_unit(written["number"], unit)
    before = f"{written['before'].strip()} " if written["before"] else ""
    found = stated_or_worded(f"{before}{text}{written['after']}")
    last = found[-1] if found else None
    if last is None or last.figure is None:
        return ()
    end = last.end - len(before)
    if end + len(last.figure.noun or "") < len(text) - 1:
        return ()
    return found if end > len(written["number"]) or not is_bare(last) else ()
