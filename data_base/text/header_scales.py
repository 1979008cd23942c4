"""The scale and the unit that a table's head gives all its figures: "(млн руб.)", "€ million", （億元）."""

import re
from decimal import Decimal

from data_base.text.figures import figures
from data_base.text.folding import fold

_BRACKETED = re.compile(r"[(\[]([^()\[\]\n]{1,40})[)\]]")
_SYMBOL_FIRST = re.compile(
    r"(?:[a-z]{0,3}[$€£¥₽₩₹₴₸฿]|[a-z]{3}(?= (?:thousand|million|billion|trillion|mn|bn|m\b)))[ \u00a0]?"
)
_CHINESE_FIRST = re.compile("(?:新台币|人民币|美元|港币|欧元|日元)[ \u00a0]?(?=[十百千万亿])")
_LEADING = re.compile(r"^(?:in|unit|units|ед\. изм\.|в|单位|單位)[ \u00a0]?[:：]?[ \u00a0]*|^[ \u00a0]+")
_THOUSANDS = re.compile(r"[\"']?000s?[\"']?")
_OF = re.compile(r"(?<=[ds])[ \u00a0]of[ \u00a0]")
# What is counted in thousands may be named: "тыс. человек", 萬人.
_COUNTED = re.compile(r"[. \u00a0]*[^\W\d]{0,20}")
_LONGEST = 160
_ONE = Decimal(1)


def header_scale(text: str) -> tuple[Decimal, str | None] | None:
    """What a head of a column or a caption multiplies the figures below with, and their canonical unit.

    Looked at are what stands in brackets, what follows the last comma, and the whole text where it is
    nothing but a unit: "Revenue (€ million)" and "Выручка, млн руб." are a million of a currency, "(тыс. т)"
    is 1,000,000 kg, "單位：千元" a thousand 元.

    Args:
        text: the head or the caption; longer ones than 160 characters have none.

    Returns:
        (factor, unit): a cell's number times the factor is its value in the unit; unit is None where only a
        scale is said. None where neither is.
    """
    if len(text) > _LONGEST:
        return None
    low = fold(text).low
    pieces = [match[1] for match in _BRACKETED.finditer(low)]
    pieces += [low.rpartition(",")[2], low.rpartition(":")[2], low]
    return next((found for piece in pieces if (found := _scale_of(piece.strip())) is not None), None)


def _scale_of(piece: str) -> tuple[Decimal, str | None] | None:
    piece = _OF.sub(" ", _LEADING.sub("", piece)).strip()
    if _THOUSANDS.fullmatch(piece):
        return Decimal(1000), None
    if any(char.isdecimal() for char in piece):
        return None
    return next((found for written in _with_one(piece) if (found := _read(written)) is not None), None)


def _with_one(piece: str) -> list[str]:
    """The piece as a figure of one: what stands before a number stays before it."""
    first = _SYMBOL_FIRST.match(piece) or _CHINESE_FIRST.match(piece)
    behind = f"1 {piece}"
    if first is None:
        return [behind]
    symbol = first[0].strip()
    return [f"{symbol.upper() if symbol.isalpha() else symbol}1 {piece[first.end() :]}", behind]


def _read(written: str) -> tuple[Decimal, str | None] | None:
    found = figures(written)
    if len(found) != 1 or found[0].start:
        return None
    value, unit = found[0].value, found[0].unit
    if unit is None:
        return (value, None) if value != _ONE and _COUNTED.fullmatch(written, found[0].end) else None
    return (value, unit) if len(written.rstrip(". ")) <= found[0].end else None
