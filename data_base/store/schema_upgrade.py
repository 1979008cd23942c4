"""Brings a run store's database to the present form, whatever version made it."""

from pathlib import Path

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, inspect, select, text

from data_base.errors import InputError
from data_base.store.address import SQLITE
from data_base.store.engine import WRITES
from data_base.store.write_ahead import log_ahead

HEAD = "10"
"""The newest revision in ``migrations/versions``."""
VERSION_TABLE = "run_store_version"
"""Where alembic notes the revision; a name of its own, since other programs' tables may be there."""
_MIGRATIONS = Path(__file__).parent / "migrations"
_VERSION = Table(VERSION_TABLE, MetaData(), Column("version_num", String))
_PATIENCE_S = 30.0
# Any number will do as long as it is always this one.
_LOCK = text("SELECT pg_advisory_xact_lock(7020114251)")


def is_there(engine: Engine) -> bool:
    """Whether the database contains a run store that was migrated at least once."""
    return revision_of(engine) is not None


def bring_up_to_date(engine: Engine, name: str) -> str | None:
    """Make the tables, or migrate those of an older version in place, in one transaction.

    Where a migration fails or the process is killed, the database stays as it was.

    Args:
        engine: of the database.
        name: how the store is named to the user.

    Returns:
        The version that was found; None where there was no store.

    Raises:
        InputError: the store was made by a newer version.
    """
    found = revision_of(engine)
    if found != HEAD:
        with engine.execution_options(**{WRITES: True}).begin() as connection:
            if connection.dialect.name != SQLITE:
                connection.execute(_LOCK)
            # Another process may have been first while this one waited.
            if _revision(connection) != HEAD:
                _upgrade(connection, name)
    if engine.dialect.name == SQLITE:
        _log_ahead(engine)
    return found


def _upgrade(connection: Connection, name: str) -> None:
    from alembic import command, config, util  # noqa: PLC0415  (heavy, only for a migration)

    settings = config.Config(attributes={"connection": connection})
    settings.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    try:
        command.upgrade(settings, "head")
    except util.CommandError as error:
        raise InputError(f"{name} was made by a newer version of this program; use that version.") from error


def revision_of(engine: Engine) -> str | None:
    """The revision of the run store in a database; None where there is none."""
    with engine.connect() as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(select(_VERSION.c.version_num)).scalar()


def _log_ahead(engine: Engine) -> None:
    """Let readers read while another process writes."""
    # Not within a transaction, which is what the library would begin.
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        log_ahead(cursor, patience=_PATIENCE_S)
        cursor.close()
    finally:
        connection.close()
