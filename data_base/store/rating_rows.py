"""People's ratings as rows: one for each dimension, written at once and never changed."""

import uuid
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, Text, bindparam, insert, select

from data_base.schemas.rating import Rating
from data_base.schemas.run import ItemStatus
from data_base.store.tables import latest_items, ratings

_run = bindparam("run", type_=Text)
_ADD = insert(ratings).inline()
_OF_RUN = select(ratings).where(ratings.c.run_id == _run).order_by(ratings.c.created_at, ratings.c.id)
_ANSWERED = (
    select(latest_items.c.case_id, latest_items.c.system)
    .where(latest_items.c.run_id == _run, latest_items.c.status != ItemStatus.FAILED.value)
    .order_by(latest_items.c.number)
)


def add_rating(connection: Connection, run_id: str, rating: Rating) -> None:
    """Write a rating."""
    place = rating.model_dump(include={"case_id", "system", "rater", "note", "created_at"})
    rows = [
        {**place, "run_id": run_id, "id": uuid.uuid4().hex, "dimension": name, "value": value}
        for name, value in rating.scores.items()
    ]
    connection.execute(_ADD, rows)


def ratings_of(connection: Connection, run_id: str) -> list[Rating]:
    """The last rating of each answer by each person, in the order in which they were made."""
    rows = connection.execute(_OF_RUN, {"run": run_id}).all()
    last: dict[tuple[str, str, str], Rating] = {}
    for rating in _assembled(rows):
        # Taken out first, so that the order is that of the last words.
        last.pop(place := (rating.case_id, rating.system, rating.rater), None)
        last[place] = rating
    return list(last.values())


def answered_places(connection: Connection, run_id: str) -> list[tuple[str, str]]:
    """Case and system of each answer that a person can rate."""
    return [(row.case_id, row.system) for row in connection.execute(_ANSWERED, {"run": run_id})]


def _assembled(rows: Sequence[Row[Any]]) -> Iterator[Rating]:
    """Ratings from their rows, oldest first."""
    for _, group in groupby(sorted(rows, key=_place), key=_place):
        together = list(group)
        first = together[0]
        yield Rating(
            case_id=first.case_id,
            system=first.system,
            rater=first.rater,
            scores={row.dimension: row.value for row in together},
            note=first.note or "",
            created_at=first.created_at,
        )


def _place(row: Row[Any]) -> tuple[str, ...]:
    return row.created_at, row.case_id, row.system, row.rater
