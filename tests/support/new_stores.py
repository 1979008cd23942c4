"""New run stores for tests: copies of one, since to migrate one takes longer than most tests."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp, mkstemp
from typing import TYPE_CHECKING

from data_base.store.address import SQLITE, store_url
from data_base.store.engine import open_engine
from data_base.store.schema_upgrade import bring_up_to_date

if TYPE_CHECKING:
    from sqlalchemy import Engine


def brought_up_to_date(engine: Engine, name: str) -> str | None:
    """As ``bring_up_to_date``; an SQLite file that is not there is a copy of one that it made."""
    place = Path(engine.url.database or "")
    if engine.dialect.name == SQLITE and not place.exists():
        with suppress(OSError):
            _copy_to(place)
            return None
    return bring_up_to_date(engine, name)


def _copy_to(place: Path) -> None:
    """Put a new store in a place, whole or not at all, and never over one that another thread made."""
    handle, copy = mkstemp(dir=_template().parent)
    os.close(handle)
    try:
        shutil.copyfile(_template(), copy)
        Path(copy).chmod(0o644)
        place.hardlink_to(copy)
    finally:
        Path(copy).unlink()


@cache
def _template() -> Path:
    path = Path(mkdtemp()) / "template.sqlite"
    engine = open_engine(store_url(path))
    bring_up_to_date(engine, str(path))
    engine.dispose()
    return path
