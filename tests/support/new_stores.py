"""New run stores for tests: copies of one, since to migrate one takes longer than most tests."""

from __future__ import annotations

import shutil
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from typing import TYPE_CHECKING

from data_base.store.address import SQLITE, store_url
from data_base.store.engine import open_engine
from data_base.store.schema_upgrade import bring_up_to_date

if TYPE_CHECKING:
    from sqlalchemy import Engine

_copying = Lock()
"""Two threads may open the same new store at once."""


def brought_up_to_date(engine: Engine, name: str) -> str | None:
    """As ``bring_up_to_date``; a new SQLite file, which is empty, becomes a copy of one that it made."""
    place = Path(engine.url.database or "")
    with _copying, suppress(OSError):
        if engine.dialect.name == SQLITE and not place.stat().st_size:
            shutil.copyfile(_template(), place)
            return None
    return bring_up_to_date(engine, name)


@cache
def _template() -> Path:
    path = Path(mkdtemp()) / "template.sqlite"
    engine = open_engine(store_url(path))
    bring_up_to_date(engine, str(path))
    engine.dispose()
    return path
