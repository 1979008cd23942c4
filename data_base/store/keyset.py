"""Pages by keyset: what comes after the last row of the page before, in any order, however long the list."""

from __future__ import annotations

import base64
import json
import math
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Text, and_, or_

from data_base.errors import InputError

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

Key = str | int | float | None


class Place(NamedTuple):
    """Where a row is in an order.

    Attributes:
        key: what the rows are sorted by; rows without it come last.
        number: what makes rows with the same key differ.
    """

    key: Key
    number: str | int


class Order(NamedTuple):
    """An order of rows.

    Attributes:
        name: what it and the list are called; a page goes on in the list and the order in which it began.
        key: what the rows are sorted by.
        number: what makes rows with the same key differ; they ascend in it.
        descending: whether the keys descend.
        numeric: whether the keys are numbers; else they are text.
        complete: whether every row has a key.
    """

    name: str
    key: ColumnElement[Any]
    number: ColumnElement[Any]
    descending: bool
    numeric: bool
    complete: bool = False

    @property
    def columns(self) -> tuple[ColumnElement[Any], ...]:
        """What to order by."""
        key = self.key.desc() if self.descending else self.key.asc()
        if self.key is self.number:
            return (key,)
        return (key, self.number) if self.complete else (self.key.is_(None), key, self.number)

    def after(self, place: Place) -> ColumnElement[bool]:
        """The rows that come after one."""
        later = self.number > place.number
        if place.key is None:
            return and_(self.key.is_(None), later)
        beyond = self.key < place.key if self.descending else self.key > place.key
        if self.key is self.number:
            return beyond
        within = or_(beyond, and_(self.key == place.key, later))
        return within if self.complete else or_(within, self.key.is_(None))

    @property
    def backwards(self) -> tuple[ColumnElement[Any], ...]:
        """What to order by from the last row to the first."""
        key = self.key.asc() if self.descending else self.key.desc()
        if self.key is self.number:
            return (key,)
        end = () if self.complete else (self.key.is_(None).desc(),)
        return (*end, key, self.number.desc())

    def before(self, place: Place) -> ColumnElement[bool]:
        """The rows that come before one."""
        earlier = self.number < place.number
        if place.key is None:
            return or_(self.key.is_not(None), earlier)
        beyond = self.key > place.key if self.descending else self.key < place.key
        return beyond if self.key is self.number else or_(beyond, and_(self.key == place.key, earlier))

    def written(self, place: Place) -> str:
        """A place as callers carry it from page to page."""
        text = json.dumps([self.name, *place], ensure_ascii=False)
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    def read(self, text: str) -> Place:
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
        return Place(key, number)


def _is_text(value: object) -> bool:
    # PostgreSQL's text has no NUL.
    return isinstance(value, str) and "\0" not in value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


def _is_number(value: object) -> bool:
    return _is_whole(value) or (isinstance(value, float) and math.isfinite(value))


def _unreadable() -> InputError:
    return InputError("after: it is not what a page gave; take the page's `after`, or leave it out.")
