"""Where runs, checkpoints and replies are kept, and which prices are used."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from agents.calls.prices import ENVIRONMENT, price_source
from agents.calls.settings import CACHE_VARIABLE
from agents.research.settings import CHECKPOINTS_VARIABLE, default_checkpoints
from data_base.errors import InputError
from data_base.extras import how_to_install
from data_base.store.address import SQLITE, shown, store_url
from data_base.store.engine import open_engine
from data_base.store.schema_upgrade import HEAD, revision_of
from data_base.store.settings import chosen_store
from service.doctor.finding import Finding, attention, missing, ok
from service.reply_cache_path import reply_cache_path

_CONNECT_SECONDS = 3


def storage_findings() -> Iterator[Finding]:
    """The run store, the files of research and of the judge, and the prices; nothing is created."""
    yield run_store()
    yield _checkpoints()
    replies = reply_cache_path()
    yield (
        database("judge's replies", replies, CACHE_VARIABLE)
        if replies
        else attention(
            "judge's replies",
            f"not kept, since {CACHE_VARIABLE} is empty: judge evaluate pays again for the same calls",
            f"name a file in {CACHE_VARIABLE}, or unset it",
        )
    )
    try:
        yield ok("prices", price_source())
    except InputError as error:
        yield missing("prices", str(error), f"correct the file, or unset {ENVIRONMENT}", needed=True)


def run_store() -> Finding:
    """Whether the run store can be written, and whether this version made it."""
    name, variable = "run store", "JUDGE_STORE"
    url = store_url(chosen_store(None))
    if url.drivername == SQLITE:
        path = Path(url.database or "")
        finding = database(name, path, variable, needed=True)
        if finding.status != "ok" or not path.exists():
            return finding
    engine = open_engine(url)
    try:
        revision = revision_of(engine)
    except Exception as error:  # noqa: BLE001  (each driver has its own)
        said = f"{shown(url)} cannot be used ({type(error).__name__})"
        return missing(name, said, f"name another in {variable}", needed=True)
    finally:
        engine.dispose()
    found = {None: "is empty", HEAD: f"is up to date (version {HEAD})"}.get(
        revision, "will be migrated when it is next written"
    )
    return ok(name, f"{shown(url)} {found}", needed=True)


def database(name: str, path: Path, variable: str, *, needed: bool = False) -> Finding:
    """Whether an SQLite file can be written, or created where it does not exist.

    Args:
        name: what is kept in it.
        path: the file.
        variable: the environment variable that names another.
        needed: whether the arena with the embedded model needs it.
    """
    advice = f"name another file in {variable}"
    try:
        if not path.exists():
            with tempfile.TemporaryFile(dir=_nearest_folder(path)):
                return ok(name, f"{path} will be created", needed=needed)
        address = f"{path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, timeout=1)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (OSError, sqlite3.Error) as error:
        if "locked" in str(error):
            return attention(name, f"{path} is in use by another process", "wait until it ends")
        return missing(name, f"{path} cannot be written ({error})", advice, needed=needed)
    return ok(name, f"{path} can be written", needed=needed)


def _checkpoints() -> Finding:
    name, advice = "research checkpoints", f"name a file or a postgresql:// address in {CHECKPOINTS_VARIABLE}"
    try:
        place = default_checkpoints()
    except InputError as error:
        return missing(name, str(error), advice)
    if place is None:
        return attention(
            name, f"off, since {CHECKPOINTS_VARIABLE} is empty: research cannot be resumed", advice
        )
    if isinstance(place, Path):
        return database(name, place, CHECKPOINTS_VARIABLE)
    try:
        import psycopg  # noqa: PLC0415  (an extra)
    except ImportError:
        return missing(name, "PostgreSQL's driver is not installed", how_to_install("postgres"))
    try:
        psycopg.connect(place, connect_timeout=_CONNECT_SECONDS).close()
    except psycopg.Error:
        # What the driver says may contain the password.
        return missing(name, f"PostgreSQL does not answer at the address in {CHECKPOINTS_VARIABLE}", advice)
    return ok(name, "PostgreSQL answers")


def _nearest_folder(path: Path) -> Path:
    absolute = Path(os.path.abspath(path))  # noqa: PTH100  (resolve would follow links)
    return next(folder for folder in absolute.parents if folder.exists())
