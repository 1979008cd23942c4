"""The database under a run store: opened, brought up to date, closed, and its errors put into a sentence."""

import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy.exc import DataError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from data_base.errors import InputError
from data_base.private_files import private_file
from data_base.store.address import SQLITE, for_drivers, shown, store_url
from data_base.store.engine import WRITES, open_engine
from data_base.store.run_lock import lock_by_file, lock_on_server
from data_base.store.schema_upgrade import bring_up_to_date, is_there

_CHECK_FILE = "check that the folder is writable, that the disk is not full and that the file is a run store"
_CHECK_DATABASE = "check that the server runs, and that the URL's user may make tables in that database"


class NotStoredError(InputError):
    """There is no such store, or no such run in it."""


class StoreAwayError(InputError):
    """The database does not answer, or cannot be written at the moment."""


class StoreDatabase:
    """A run store's database; any thread may use it."""

    def __init__(self, store: str | Path, *, must_exist: bool) -> None:
        """Open or make it; see :class:`data_base.store.run_store.RunStore`."""
        self._url = store_url(store)
        self.name = shown(self._url)
        self._engine = open_engine(self._url)
        # Else connections left open would be left to the garbage collector, which warns of them.
        weakref.finalize(self, self._engine.dispose)
        self._writing = self._engine.execution_options(**{WRITES: True})
        with self._usable():
            if must_exist:
                self._require()
            elif self._url.drivername == SQLITE:
                private_file(self.path)
            # The version that the store had when it was opened, None where there was none.
            self.opened_at = bring_up_to_date(self._engine, self.name)

    @property
    def address(self) -> str:
        """Where it is, password included: an SQLite file's path, or a URL for PostgreSQL's own library."""
        return for_drivers(self._url)

    @property
    def path(self) -> Path:
        """The SQLite file.

        Raises:
            InputError: the store is in another database.
        """
        if self._url.drivername != SQLITE:
            raise InputError(f"The run store {self.name} is not a file.")
        return Path(self._url.database or "")

    @contextmanager
    def sole_worker(self, run_id: str) -> Iterator[None]:
        """Keep every other process from working on a run while the block lasts.

        Raises:
            InputError: another one is at work on it, or the store cannot be used.
        """
        with ExitStack() as held:
            with self._usable():
                file = self._url.drivername == SQLITE
                lock = lock_by_file(self.path, run_id) if file else lock_on_server(self._engine, run_id)
                free = held.enter_context(lock)
            if not free:
                raise InputError(
                    f"{self.name}: another command is at work on the run {run_id}; wait for it, or begin a "
                    "run of your own with --fresh."
                )
            yield

    def close(self) -> None:
        """Close all connections; a later call opens new ones."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _require(self) -> None:
        file = self._url.drivername == SQLITE
        if not (self.path.is_file() if file else is_there(self._engine)):
            raise NotStoredError(
                f"{self.name}: there is no run store; make a run first, or check the path or the URL."
            )

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except DataError as error:
            # Such as a text with the character NUL in PostgreSQL: it will not fit later either.
            raise InputError(f"The run store cannot keep a value: {_said(error)}.") from error
        except (OSError, DBAPIError, PoolTimeoutError) as error:
            advice = _CHECK_FILE if self._url.drivername == SQLITE else _CHECK_DATABASE
            raise StoreAwayError(
                f"The run store {self.name} cannot be used ({_said(error)}); {advice}."
            ) from error


def _said(error: Exception) -> str:
    """What a driver says, on one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())
