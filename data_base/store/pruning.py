"""Taking old runs out of a store, and giving their room back to the disk."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select, text

from data_base.errors import InputError
from data_base.store.address import SQLITE
from data_base.store.tables import baselines, moment, runs

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, Engine

_AGE = re.compile(r"([1-9][0-9]{0,4})([hdw])")
_HOURS = {"h": 1, "d": 24, "w": 24 * 7}


def age(said: str) -> timedelta:
    """An age as it is written: ``12h``, ``90d`` or ``8w``.

    Raises:
        InputError: it is none.
    """
    read = _AGE.fullmatch(said.strip())
    if read is None:
        raise InputError(f"{said!r} is no age; write hours, days or weeks, such as 12h, 90d or 8w.")
    return timedelta(hours=int(read[1]) * _HOURS[read[2]])


def runs_before(
    connection: Connection, at: datetime, *, keep_baselines: bool, keep_unfinished: bool
) -> list[str]:
    """The runs that were begun before a time, oldest first; those are not that nobody knows it of."""
    found = select(runs.c.run_id).where(runs.c.created_at < moment(at))
    if keep_baselines:
        found = found.where(runs.c.run_id.not_in(select(baselines.c.run_id)))
    if keep_unfinished:
        found = found.where(runs.c.state == "finished")
    return [*connection.execute(found.order_by(runs.c.created_at, runs.c.run_id)).scalars()]


def give_room_back(engine: Engine) -> None:
    """Give the room of deleted rows back: to the disk on SQLite, to later rows on PostgreSQL."""
    # Neither database does that within a transaction, which is what the library would begin.
    if engine.dialect.name == SQLITE:
        connection = engine.raw_connection()
        try:
            cursor = connection.cursor()
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                cursor.execute(statement)
            cursor.close()
        finally:
            connection.close()
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connected:
        connected.execute(text("VACUUM (ANALYZE)"))
