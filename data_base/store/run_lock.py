"""One process at a time works on a run: two at once would both pay, and the slower could keep nothing."""

from __future__ import annotations

import hashlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import text

from data_base.file_lock import lock_file
from data_base.private_files import private_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Engine

# Locks are the whole database's, and stores may be in several of its schemas.
_KEY = "hashtextextended(current_schema() || '/' || CAST(:run AS TEXT), 0)"
_LOCK, _UNLOCK = (text(f"SELECT pg_{name}({_KEY})") for name in ("try_advisory_lock", "advisory_unlock"))


@contextmanager
def lock_on_server(engine: Engine, run_id: str) -> Iterator[bool]:
    """Whether no other session works on a run; none begins to while the block lasts."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        free = bool(connection.execute(_LOCK, {"run": run_id}).scalar())
        try:
            yield free
        finally:
            if free:
                connection.execute(_UNLOCK, {"run": run_id})


@contextmanager
def lock_by_file(store: Path, run_id: str) -> Iterator[bool]:
    """As :func:`lock_on_server`, by a file next to the store, which goes with the block."""
    name = hashlib.sha256(run_id.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    path = store.with_name(f"{store.name}-{name}.lock")
    private_file(path)
    with lock_file(path) as free:
        yield free
