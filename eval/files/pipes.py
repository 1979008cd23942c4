"""Input through a pipe, which can be read only once, kept as a file that can be read again."""

import atexit
import shutil
import stat
import tempfile
from pathlib import Path

_copies: dict[tuple[str, int, int], Path] = {}


def readable_again(path: Path) -> Path:
    """The file itself, or a copy where it is a pipe or another stream: ``/dev/stdin``, ``<(…)``.

    A stream is copied once in the life of the process; every later reading is of that copy, which goes away
    with the process.
    """
    if not isinstance(path, Path):
        return path
    try:
        found = path.stat()
    except OSError:
        # Whoever reads it says what is wrong with it.
        return path
    if stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode):
        return path
    key = (str(path), found.st_dev, found.st_ino)
    if key not in _copies:
        _copies[key] = _copied(path)
    return _copies[key]


def _copied(path: Path) -> Path:
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    copy = folder / path.name
    with path.open("rb") as source, copy.open("wb") as target:
        shutil.copyfileobj(source, target)
    return copy
