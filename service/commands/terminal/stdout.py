"""Standard output that cannot show or take what is printed."""

import errno
import io
import os
import sys

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Error numbers of a place without room."""


def show_every_letter() -> None:
    """Escape the letters that a terminal cannot show, so that they do not keep an outcome back."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def drop_stdout() -> None:
    """Point stdout elsewhere, or what it still buffers would fail once more when Python ends."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123  (no path of ours)
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
