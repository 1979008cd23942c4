"""Places of files: on this machine, or at an address such as ``s3://…`` or ``gs://…``."""

from pathlib import Path
from typing import cast

from data_base.errors import InputError


def place(name: str) -> Path:
    """A path, or what behaves like one for an address that fsspec knows.

    Raises:
        InputError: the libraries for such addresses are missing, or do not know this one.
    """
    scheme, colon, _ = name.partition("://")
    if not colon or not scheme.isalnum():
        return Path(name)
    try:
        from upath import UPath  # noqa: PLC0415  (only where there is an address)

        address = cast("Path", UPath(name))
        address.exists()
    except ImportError as error:
        raise InputError(
            f"{name} needs deep-research-judge[ray], and a library of fsspec's for {scheme}://, such as "
            f"s3fs or gcsfs ({' '.join(str(error).split())})."
        ) from error
    except Exception as error:
        # Every store has errors of its own: no login, no such bucket.
        raise InputError(f"{name} cannot be reached ({' '.join(str(error).split())}); check it.") from error
    return address
