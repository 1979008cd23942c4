"""Texts looked for in rows, some time at once: a search through many goes on from where it stopped."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import or_

from data_base.store.keyset import RowPosition

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Row

_GROWTH = 4
"""How many times as many rows each look takes in as the one before: where one search sorts a whole run, few
looks are cheap, and a text that is everywhere is found by the first."""
_MOST = 5000
"""Rows that a look takes in at most."""


class Searched(NamedTuple):
    """What a search found."""

    rows: Sequence[Row[Any]]
    """Those with a payload, which contain the text."""
    stopped_at: RowPosition | None
    """The last row that was looked at, None where all of them were."""


def search(
    rows_after: Callable[[RowPosition | None, int], list[Row[Any]]],
    place: RowPosition | None,
    wanted: int,
    *,
    seconds: float,
) -> Searched:
    """Look through rows until enough are found or the time is over.

    Args:
        rows_after: gives so many rows after a place, those that do not contain the text without a payload.
        place: where to begin; None for the first row.
        wanted: how many are enough.
        seconds: after which no further look is begun.
    """
    found: list[Row[Any]] = []
    end, looked_at = time.monotonic() + seconds, 2 * wanted
    while True:
        rows = rows_after(place, looked_at)
        found += [row for row in rows if row.payload is not None]
        if len(rows) < looked_at:
            return Searched(found, None)
        place = RowPosition(rows[-1].key, rows[-1].number)
        if len(found) >= wanted or time.monotonic() >= end:
            return Searched(found, place)
        looked_at = min(_GROWTH * looked_at, _MOST)


def contains(column: ColumnElement[str], text: str, *, plain: bool = False) -> ColumnElement[bool]:
    """Whether what is kept as JSON, or as plain text, contains a text, in whatever case.

    SQLite knows upper and lower case of ASCII alone; of other letters the common spellings are looked for.
    """
    spellings = [text] if text.isascii() else [text, text.lower(), text.upper(), text.capitalize()]
    sought = spellings if plain else map(as_written, spellings)
    return or_(*(column.ilike(_pattern(each), escape="\\") for each in dict.fromkeys(sought)))


def as_written(text: str) -> str:
    """A text as it is in JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _pattern(text: str) -> str:
    for special in ("\\", "%", "_"):
        text = text.replace(special, f"\\{special}")
    return f"%{text}%"
