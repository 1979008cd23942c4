"""Files that are written whole or not at all, however long they are."""

import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from data_base.errors import InputError, reason


def refuse_folder(path: Path) -> None:
    """Make sure, before anything is paid for, that a file can be written where it is to be.

    Raises:
        InputError: it is one, or what should be a folder above it is a file.
    """
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file to write.")
    above = next((folder for folder in path.parents if folder.exists()), None)
    if above is not None and not above.is_dir():
        raise InputError(
            f"{path} cannot be written, since {above} is a file and no folder; name another place."
        )


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file at once, as :func:`whole_file` does; text as UTF-8 with its line ends as they are."""
    with whole_file(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def write_json(path: Path, value: object) -> None:
    """As :func:`write_whole`, a value as indented JSON; half of a character becomes a question mark."""
    write_whole(path, (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode(errors="replace"))


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write to a piece at a time; it replaces ``path`` when the block ends without an error.

    Missing folders above it are made. A reader sees the old file or the new one, never half of it; that goes
    for a path of an object store as well.

    Raises:
        InputError: it cannot be written (a full disk, no permission); an older file then is untouched.
    """
    if not isinstance(path, Path):
        with _elsewhere(path) as file:
            yield file
        return
    refuse_folder(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written ({error.strerror}); free some space or choose another path."
        ) from error
    finally:
        # Where the folder itself cannot be used there is nothing to take away.
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


@contextmanager
def _elsewhere(path: Path) -> Iterator[IO[bytes]]:
    """A file of an object store, which shows it once all of it has been sent; until then it is in memory."""
    file = io.BytesIO()
    yield file
    try:
        path.write_bytes(file.getvalue())
    except Exception as error:
        raise InputError(f"{path} cannot be written ({reason(error)}); name another place.") from error
