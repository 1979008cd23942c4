"""How a judge is asked by batch, and where what was asked is noted."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from agents.batches.ledger import BatchLedger
from data_base.errors import InputError
from eval.runs.folder_lock import sole_use

BOOK = "batches.sqlite"
_WITHOUT_CACHE = Path(".judge")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_TIME = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)([smhd])")


@dataclass(frozen=True, slots=True)
class Batching:
    """How a judge is asked by batch."""

    deadline: timedelta | None = None
    """How long after the start of the run anything that is not back is cancelled and sent as single calls.

    None to wait however long it takes.
    """


def read_deadline(said: str) -> timedelta:
    """A length of time such as ``90m``, ``2h`` or ``1.5d``.

    Raises:
        InputError: it is none.
    """
    found = _TIME.fullmatch(said.strip().lower())
    if found is None or not float(found[1]):
        raise InputError(f"--deadline {said}: not a length of time; write it like 90m, 2h or 1d.")
    return timedelta(**{_UNITS[found[2]]: float(found[1])})


def book_path(cache: Path | None) -> Path:
    """The file next to the reply cache in which it is noted what was asked by batch."""
    return (_WITHOUT_CACHE if cache is None else cache.parent) / BOOK


@contextmanager
def open_book(cache: Path | None, accounts: Sequence[str]) -> Iterator[BatchLedger]:
    """The book for the sole use of this process, as far as it concerns some accounts.

    Raises:
        InputError: it cannot be used, or another process asks the same judge by batch.
    """
    path = book_path(cache)
    with ExitStack() as held:
        for account in sorted(set(accounts)):
            name = hashlib.sha256(account.encode()).hexdigest()[:12]
            folder = path.with_name(f"{path.stem}-{name}")
            held.enter_context(sole_use(folder, f"stop it: {account} is asked by batch there"))
        book = BatchLedger(path)
        held.callback(book.close)
        yield book
