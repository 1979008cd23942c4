"""Figures and dates as they are read in short texts of four languages, held to one rate."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

from data_base.text.dates import DateMention, dates
from data_base.text.numbers.figures import Figure, figures

ROWS = [
    json.loads(line) for line in (Path(__file__).parent / "readings.jsonl").read_text("utf-8").splitlines()
]
LEVELS = ("year", "month", "day", "half", "quarter", "decade", "hour", "minute", "until")
FLOOR = 0.99


def test_figures_and_dates_are_read() -> None:
    wrong = [row["text"] for row in ROWS if not (_figures_as(row) and _dates_as(row))]
    assert len(wrong) <= len(ROWS) * (1 - FLOOR), wrong


def _figures_as(row: dict[str, Any]) -> bool:
    found = figures(row["text"])
    return len(found) == len(row["figures"]) and all(map(_is, found, row["figures"]))


def _is(figure: Figure, told: list[str]) -> bool:
    raw, value, unit, kind = told
    near = abs(figure.value - Decimal(value)) <= Decimal("1e-8")
    return near and (figure.raw, figure.unit or "", figure.kind) == (raw, unit, kind)


def _dates_as(row: dict[str, Any]) -> bool:
    return bool([[found.raw, _said(found)] for found in dates(row["text"])] == row["dates"])


def _said(found: DateMention) -> dict[str, int]:
    return {level: value for level in LEVELS if (value := getattr(found, level)) is not None}
