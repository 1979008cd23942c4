"""Pages by keyset: what comes after the last row of the page before, in any order, however long the list."""

from __future__ import annotations

import base64
import json
import math
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Text, literal, tuple_

from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import ColumnElement, Connection, Row, Select

Key = str | int | float | None


class RowPosition(NamedTuple):
    """Where a row is in an order."""

    key: Key
    """What the rows are sorted by; rows without it come last."""
    number: str | int
    """What makes rows with the same key differ."""


class IndexedPart(NamedTuple):
    """Rows of an order that an index gives in that order."""

    where: tuple[ColumnElement[bool], ...]
    """Which they are."""
    keyed: bool
    """Whether they are sorted by their keys, else by their numbers alone."""
    down: bool
    """Whether they descend."""

    def columns(self, key: ColumnElement[Any], number: ColumnElement[Any]) -> tuple[ColumnElement[Any], ...]:
        """What to order by."""
        columns = (key, number) if self.keyed else (number,)
        return tuple(column.desc() if self.down else column.asc() for column in columns)


class Order(NamedTuple):
    """An order of rows: those with a key, then those without one by their numbers."""

    name: str
    """What it and the list are called; a page goes on in the list and the order in which it began."""
    key: ColumnElement[Any]
    """What the rows are sorted by."""
    number: ColumnElement[Any]
    """What makes rows with the same key differ.

    It ascends and descends with the key, so that one index serves both ways.
    """
    descending: bool
    """Whether the keys descend."""
    numeric: bool
    """Whether the keys are numbers; else they are text."""
    complete: bool = False
    """Whether every row has a key."""

    def parts(self, place: RowPosition | None = None, *, backwards: bool = False) -> list[IndexedPart]:
        """The rows after a place in parts that follow one another; all of them where none is given.

        Args:
            place: where to begin, which is left out.
            backwards: whether the rows before it are wanted, the nearest first.
        """
        down = self.descending != backwards
        present = () if self.complete else (self.key.is_not(None),)
        found = [IndexedPart(present, keyed=self.key is not self.number, down=down)]
        if not self.complete:
            found.append(IndexedPart((self.key.is_(None),), keyed=False, down=backwards))
        if place is None:
            return found
        own = 1 if place.key is None else 0
        found[own] = found[own]._replace(where=(*found[own].where, self._beyond(place, found[own])))
        return found[own::-1] if backwards else found[own:]

    def _beyond(self, place: RowPosition, part: IndexedPart) -> ColumnElement[bool]:
        own: Any = self.number
        other: Any = literal(place.number, self.number.type)
        if part.keyed:
            own, other = tuple_(self.key, own), tuple_(literal(place.key, self.key.type), other)
        beyond: ColumnElement[bool] = own < other if part.down else own > other
        return beyond

    def written(self, place: RowPosition) -> str:
        """A place as callers carry it from page to page."""
        text = json.dumps([self.name, *place], ensure_ascii=False)
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    def read(self, text: str) -> RowPosition:
        """A place that :meth:`written` gave.

        Raises:
            InputError: it is none, or of another list or order.
        """
        try:
            padded = text.encode("ascii") + b"=" * (-len(text) % 4)
            name, key, number = json.loads(base64.urlsafe_b64decode(padded).decode())
        except (ValueError, TypeError, RecursionError):
            raise _unreadable() from None
        if name != self.name:
            raise InputError(
                "after: it is of a page of another list, or in another order; take what this list gave."
            )
        numbered = _is_text(number) if isinstance(self.number.type, Text) else _is_whole(number)
        keyed = key is None or (_is_number(key) if self.numeric else _is_text(key))
        if not (numbered and keyed):
            raise _unreadable()
        return RowPosition(key, number)


class Listing(NamedTuple):
    """Rows in an order, of which some are read at a time."""

    order: Order
    """How they are sorted."""
    query: Callable[[IndexedPart, int], Select[Any]]
    """Asks for at most so many rows of a part; each has its ``key`` and its ``number``."""

    def rows(
        self, connection: Connection, place: RowPosition | None, limit: int, *, backwards: bool = False
    ) -> list[Row[Any]]:
        """The next rows after a place, or before it from the nearest."""
        found: list[Row[Any]] = []
        for part in self.order.parts(place, backwards=backwards):
            found += connection.execute(self.query(part, limit - len(found)))
            if len(found) >= limit:
                break
        return found


def _is_text(value: object) -> bool:
    # PostgreSQL's text has no NUL.
    return isinstance(value, str) and "\0" not in value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


def _is_number(value: object) -> bool:
    return _is_whole(value) or (isinstance(value, float) and math.isfinite(value))


def _unreadable() -> InputError:
    return InputError("after: it is not what a page gave; take the page's `after`, or leave it out.")
