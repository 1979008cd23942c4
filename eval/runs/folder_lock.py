"""One run at a time in an output folder: two at once would pay for everything twice."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from data_base.errors import InputError
from data_base.file_lock import lock_file
from eval.files.output_checks import check_writable

LOCK = "lock.sqlite"


@contextmanager
def sole_use(
    folder: Path, otherwise: str = "name another --out", *, file: Path | None = None
) -> Iterator[None]:
    """Make a folder, where there is none, and keep every other run out of it.

    When the block ends, the lock's file is removed, and so are the folders that were made for it and in which
    nothing was written.

    Args:
        folder: the output folder.
        otherwise: what can be done where another run is at work, but for waiting.
        file: the results that the folder is kept for, which the user named; None where that is the folder.

    Raises:
        InputError: nothing can be written there, another run is at work there, or the lock file cannot be
            used.
    """
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    check_writable(folder)
    try:
        with _locked(folder, _busy(folder, otherwise, file)):
            yield
    finally:
        with suppress(OSError):
            for each in made:
                each.rmdir()


@contextmanager
def _locked(folder: Path, busy: InputError) -> Iterator[None]:
    path = folder / LOCK
    with ExitStack() as stack:
        try:
            free = stack.enter_context(lock_file(path))
        except sqlite3.Error as error:
            raise _unusable(path, error) from error
        if not free:
            raise busy
        yield


def _busy(folder: Path, otherwise: str, file: Path | None) -> InputError:
    what = f"{folder}: another run is at work in this folder"
    if file is not None:
        what = f"{file}: another run is at work on this file"
    return InputError(f"{what}; wait for it or {otherwise}.")


def _unusable(path: Path, error: sqlite3.Error) -> InputError:
    return InputError(
        f"{path} cannot be used ({error}); check that the folder is writable, or name another with --out."
    )
