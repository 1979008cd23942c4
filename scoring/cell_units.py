"""What the cells of a table measure: the unit may stand in a head, in its own column or over the table."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.mentions import mentions, stated_or_worded
from scoring.quantities import is_bare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.mentions import Mention
    from scoring.table_cells import Cell, Row

_BARE_NUMBER = re.compile(r"^[(（]?[-–−+]?\d[\d.,\s]*[)）]?$")
_DIGIT = re.compile(r"\d")
# A cell is one number, so that a space in it groups digits: "8 400".
_GROUPED = re.compile(r"[(（]?[-–−+]?\d{1,3}(?: \d{3})+(?:[.,]\d+)?[)）]?")
_EMPHASIS = "*_ "
_BRACKETED = re.compile(r"[(（\[【]([^()（）\[\]【】]{1,40})[)）\]】]\s*$")
_AFTER_COMMA = re.compile(r",\s([^,]{1,30})$")
_AFTER_SLASH = re.compile(r"(?<=\S)\s?/\s?([^/,]{1,12})$")
_SAID = re.compile(
    r"(?:(?:单位|單位|计量单位|計量單位|units?|ед(?:иниц[аы])?\.?(?:\s?изм(?:ерения|\.))?)\s?(?:[:：]|is|are|为|為)|"
    r"\b(?:in|в)\b)\s*([^:：()（）]{1,40}?)[\s.。)）]*$",
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
_CURRENCY_FIRST = re.compile(r"^([€$£¥]|US\$|NT\$|[A-Z]{3}\b)\s*(\w.*)?$")


def cell_mentions(row: Row, cell: Cell) -> tuple[Mention, ...]:
    """The values of a cell; a bare number takes the unit that its column, row or table names."""
    if _GROUPED.fullmatch(cell.text.strip(_EMPHASIS)):
        cell = replace(cell, text=cell.text.strip(_EMPHASIS).replace(" ", "\u00a0"))
    if not _BARE_NUMBER.match(cell.text):
        return stated_or_worded(cell.text)
    for head in _heads(row, cell):
        unit = _unit_in(head)
        named = next(filter(None, (_measured(cell.text, each) for each in _shortened(unit))), None)
        whole = _measured(cell.text, head)
        # A head that is no unit as a whole ("Containers") only seems to name what is counted.
        if named or (whole and whole.figure and whole.figure.unit):
            return tuple(filter(None, (named or whole,)))
    return tuple(mention for mention in mentions(f"= {cell.text}") if mention.figure)


def _heads(row: Row, cell: Cell) -> Iterator[str]:
    """Where a cell's unit may be named, the nearest place first."""
    yield cell.column
    yield row.label
    yield from (other.text for other in row.cells if _UNIT_COLUMN.fullmatch(other.column.strip()))
    if (corner := _corner(row)) is not None:
        yield corner
    yield row.caption


def _corner(row: Row) -> str | None:
    """The head over the labels where it tells a currency or a scale ("£ million", 百萬元), None elsewhere.

    Any other unit there ("Day", "Station") is what the rows are.
    """
    first = row.cells[0].column if row.cells else ""
    corner = row.header.partition(first)[0].strip(_EMPHASIS) if first else ""
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
    """The unit of "in thousands of pounds", 单位：万元; empty where none is said."""
    match = _SAID.search(text)
    return _OF.sub(" ", match[1].strip()) if match else ""


def _shortened(unit: str) -> Iterator[str]:
    """A unit, then its first word ("cm from the surface"), then what is counted per time (万行/秒)."""
    yield unit
    yield unit.partition(" ")[0]
    yield unit.partition("/")[0]


def _with_unit(number: str, unit: str) -> str:
    currency = _CURRENCY_FIRST.match(unit)
    if currency:
        gap = " " if currency[1].isalpha() else ""
        return f"{currency[1]}{gap}{number} {currency[2] or ''}".strip()
    return f"{number} {unit}"


def _measured(number: str, unit: str) -> Mention | None:
    """A bare number with a unit or the name of what is counted; None where that is neither."""
    unit = _THOUSANDS.sub("thousand", unit)
    if not unit or _DIGIT.search(unit):
        return None
    text = _with_unit(number, unit)
    found = mentions(text)
    if not found or found[0].figure is None or found[0].end + len(found[0].figure.noun or "") < len(text) - 1:
        return None
    return found[0] if found[0].end > len(number) or not is_bare(found[0]) else None
