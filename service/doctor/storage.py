"""Where runs, checkpoints and replies are kept: writable, readable, and room enough."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from service.doctor.finding import Finding, attention, missing, ok

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_LITTLE, _TOO_LITTLE = 500_000_000, 20_000_000
_MB = 1_000_000
_CONNECT_SECONDS = 3


def storage_findings(environment: Mapping[str, str], out: Path) -> Iterator[Finding]:
    """The files of the arena, of research and of the judge, and the disk they are on.

    Nothing is made that was not there before.

    Args:
        environment: the environment variables.
        out: the arena's output folder.
    """
    from eval.arena.request import ArenaRequest  # noqa: PLC0415  (heavy)

    yield _run_store()
    yield database(
        "arena checkpoints",
        ArenaRequest(out=out).checkpoints,
        advice="name another folder with --out",
        needed=True,
    )
    yield _research_checkpoints(environment)
    yield _replies()
    yield _prices()
    yield disk(out)


def database(name: str, path: Path, *, advice: str, needed: bool = False) -> Finding:
    """Whether a SQLite file can be written, or made where it is not there."""
    if not path.exists():
        return _folder(name, path, advice=advice, needed=needed)
    try:
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=1)
        ) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            return attention(name, f"{path} is in use by another process", needed=needed)
        return missing(name, f"{path} cannot be written ({error})", advice, needed=needed)
    except sqlite3.DatabaseError as error:
        return missing(name, f"{path} is no database ({error})", f"move it away, or {advice}", needed=needed)
    return ok(name, f"{path} can be written", needed=needed)


def disk(folder: Path) -> Finding:
    """Whether there is room where the arena writes."""
    free = shutil.disk_usage(_standing(folder)).free
    detail = f"{free // _MB:,} MB free for {folder}"
    if free >= _LITTLE:
        return ok("disk", detail, needed=True)
    status = "missing" if free < _TOO_LITTLE else "attention"
    return Finding(
        name="disk",
        status=status,
        detail=detail,
        advice="make room, or name a folder on another disk with --out",
        needed=True,
    )


def _run_store() -> Finding:
    from data_base.store.address import SQLITE, shown, store_url  # noqa: PLC0415  (heavy)
    from data_base.store.engine import open_engine  # noqa: PLC0415
    from data_base.store.settings import chosen_store  # noqa: PLC0415
    from data_base.store.upkeep import is_there  # noqa: PLC0415

    name, advice = "run store", "name another in JUDGE_STORE"
    url = store_url(chosen_store(None))
    if url.drivername == SQLITE:
        return database(name, Path(url.database or ""), advice=advice, needed=True)
    engine = open_engine(url)
    try:
        found = "holds runs" if is_there(engine) else "can be reached and holds no runs yet"
    except Exception as error:  # noqa: BLE001  (whatever a driver raises says the same)
        return missing(name, f"{shown(url)} cannot be used ({type(error).__name__})", advice, needed=True)
    finally:
        engine.dispose()
    return ok(name, f"{shown(url)} {found}", needed=True)


def _research_checkpoints(environment: Mapping[str, str]) -> Finding:
    from agents.research.settings import CHECKPOINTS_VARIABLE, default_checkpoints  # noqa: PLC0415  (heavy)

    name = "research checkpoints"
    address = environment.get(CHECKPOINTS_VARIABLE, "")
    if "://" in address:
        return _checkpoint_server(name, address)
    path = default_checkpoints()
    if path is None:
        return attention(
            name,
            f"off, since {CHECKPOINTS_VARIABLE} is empty: research that is cut off begins anew",
            f"name a file in {CHECKPOINTS_VARIABLE}, or unset it",
        )
    return database(name, Path(path), advice=f"name another file in {CHECKPOINTS_VARIABLE}")


def _checkpoint_server(name: str, address: str) -> Finding:
    """Whether PostgreSQL answers; what it says may hold a password and is not shown."""
    advice = "name a file or a postgresql:// address that answers in JUDGE_CHECKPOINTS"
    if not address.startswith(("postgresql://", "postgres://")):
        return missing(name, "JUDGE_CHECKPOINTS holds an address that is not PostgreSQL's", advice)
    try:
        import psycopg  # noqa: PLC0415  (an extra)
    except ImportError:
        return missing(name, "the driver of PostgreSQL is not installed", "install the extra postgres")
    try:
        psycopg.connect(address, connect_timeout=_CONNECT_SECONDS).close()
    except psycopg.Error:
        return missing(name, "PostgreSQL does not answer at the address in JUDGE_CHECKPOINTS", advice)
    return ok(name, "PostgreSQL answers")


def _replies() -> Finding:
    from agents.calls.settings import CACHE_VARIABLE  # noqa: PLC0415  (heavy)
    from service.commands.options.replies import kept_replies  # noqa: PLC0415

    path = kept_replies()
    if path is None:
        return attention(
            "judge's replies",
            f"not kept, since {CACHE_VARIABLE} is empty: judge evaluate pays again for the same",
            f"name a file in {CACHE_VARIABLE}, or unset it",
        )
    return database("judge's replies", path, advice=f"name another file in {CACHE_VARIABLE}")


def _prices() -> Finding:
    from agents.calls.prices import ENVIRONMENT, price_source  # noqa: PLC0415  (heavy)
    from data_base.errors import InputError  # noqa: PLC0415

    try:
        source = price_source()
    except InputError as error:
        return missing("prices", str(error), f"correct the file, or unset {ENVIRONMENT}", needed=True)
    return ok("prices", source)


def _folder(name: str, path: Path, *, advice: str, needed: bool) -> Finding:
    standing = _standing(path.parent)
    try:
        with tempfile.TemporaryFile(dir=standing):
            pass
    except OSError as error:
        said = error.strerror or type(error).__name__
        return missing(name, f"{path} cannot be made ({said})", advice, needed=needed)
    return ok(name, f"{path} will be made", needed=needed)


def _standing(folder: Path) -> Path:
    """The nearest folder above, or this one itself, that is there already."""
    absolute = Path(os.path.abspath(folder))  # noqa: PTH100  (resolve would follow links out of sight)
    return next(path for path in (absolute, *absolute.parents) if path.exists())
