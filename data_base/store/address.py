"""Where a run store is: the path of a SQLite file, or a database's URL."""

from pathlib import Path
from urllib.parse import quote, urlencode

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from data_base.errors import InputError

SQLITE, POSTGRESQL = "sqlite", "postgresql"
_POSTGRESQL_NAMES = frozenset({"postgresql", "postgres"})
_USE = "use the path of an SQLite file, sqlite:///runs.sqlite or postgresql://user@host/database"


def store_url(store: str | Path) -> URL:
    """The address as SQLAlchemy takes it.

    Args:
        store: a path, ``sqlite:///…``, ``postgresql://…`` or ``postgres://…``; a driver named in the URL
            (``postgresql+psycopg``) is replaced by the one in use.

    Raises:
        InputError: the address is no URL, names another kind of database, or a database in memory, which
            would lose what was paid for.
    """
    url = _parsed(str(store))
    kind = url.drivername.partition("+")[0]
    if kind == SQLITE:
        if url.database in {None, "", ":memory:"}:
            raise InputError(f"A run store is kept on a disk, not in memory; {_USE}.")
        return url.set(drivername=SQLITE)
    if kind in _POSTGRESQL_NAMES:
        return url.set(drivername=f"{POSTGRESQL}+psycopg")
    raise InputError(f"A run store cannot be kept in {kind!r}; {_USE}.")


def for_drivers(url: URL) -> str:
    """The address, password included, as a database's own programs take it: a path, or a URL."""
    if url.drivername == SQLITE:
        return url.database or ""
    plain = url.set(drivername=POSTGRESQL, query={}).render_as_string(hide_password=False)
    # PostgreSQL's library takes a plus sign for itself, and not for a blank.
    query = urlencode(url.query, doseq=True, quote_via=quote)
    return f"{plain}?{query}" if query else plain


def shown(url: URL) -> str:
    """The address as it may be shown: an SQLite file's path, else the URL without a password."""
    if url.drivername == SQLITE:
        return url.database or ""
    # A password may also be in the query (``?password=``).
    return url.set(drivername=POSTGRESQL, query={}).render_as_string(hide_password=True)


def _parsed(store: str) -> URL:
    if "://" not in store:
        return URL.create(SQLITE, database=store)
    try:
        return make_url(store)
    except (ArgumentError, ValueError) as error:
        # The address is not repeated: it may contain a password.
        raise InputError(f"The run store's address cannot be read as a URL; {_USE}.") from error
