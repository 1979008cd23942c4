"""Standard output that cannot show or take what is printed."""

import errno
import io
import os
import sys

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Error numbers of a place without room."""


def show_every_letter(*, as_json: bool = False) -> None:
    """Escape the letters that a terminal cannot show, so that they do not keep an outcome back.

    Args:
        as_json: whether programs read what is printed: then it is UTF-8, whatever the terminal shows.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = "utf-8" if as_json and stream is sys.stdout else None
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def drop_stdout() -> None:
    """Point stdout elsewhere, or what it still buffers would fail once more when Python ends."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123  (no path of ours)
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
