"""Places of files: on this machine, or at an address such as ``s3://…`` or ``gs://…``."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from data_base.errors import InputError, reason

_PATIENCE = 20
"""Seconds in which a store must first answer; its library would go on trying for minutes."""

READ_AHEAD = 4 << 20
"""Bytes that are read ahead; of S3's 50 MB it would be, even where one line is wanted."""


def path_of(name: str) -> Path:
    """A path, or what behaves like one for an address that fsspec knows.

    Raises:
        InputError: the name is empty; the libraries for such addresses are missing, or do not know this one;
            or its store refuses us or does not answer.
    """
    if not name.strip():
        raise InputError("An empty name is no place; name a file or a folder.")
    scheme, colon, _ = name.partition("://")
    if not colon or not scheme.isalnum():
        return Path(name)
    try:
        from upath import UPath  # noqa: PLC0415  (only where there is an address)

        address = UPath(name)
        address.fs.exists(address.path, timeout=_PATIENCE)
    except ImportError as error:
        raise InputError(
            f"{name} needs the extra ray, and a library of fsspec's for {scheme}://, such as "
            f"s3fs or gcsfs ({reason(error)})."
        ) from error
    except Exception as error:
        raise _unreachable(name, error) from error
    return cast("Path", address)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Say in one sentence why a file, or what is at an address, cannot be read.

    Raises:
        InputError: it cannot be.
    """
    try:
        yield
    except InputError:
        raise
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text ({error.reason}); save it as UTF-8.") from error
    except Exception as error:
        if not isinstance(path, Path):
            raise _unreachable(path, error) from error
        if not isinstance(error, OSError):
            raise
        raise InputError(f"{path} cannot be read ({reason(error)}); check the path.") from error


def _unreachable(address: object, error: Exception) -> InputError:
    return InputError(
        f"{address} cannot be read ({reason(error)}); check the address, and the login to its store."
    )
