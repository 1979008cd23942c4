"""Files and folders for their owner alone, whatever the umask is: they keep questions and answers."""

from contextlib import suppress
from pathlib import Path

_FOLDER, _FILE = 0o700, 0o600


def private_folder(path: Path) -> None:
    """Make a folder, and what is missing above it, for its owner alone; what is there stays as it is.

    Raises:
        OSError: it cannot be made.
    """
    if path.is_dir():
        return
    if path.parent != path:
        private_folder(path.parent)
    path.mkdir(mode=_FOLDER, exist_ok=True)


def private_file(path: Path) -> None:
    """Make an empty file and its folder for their owner alone; what is there stays as it is.

    SQLite takes an empty file for a new database, and gives what it writes next to it the file's own rights.

    Raises:
        OSError: it cannot be made.
    """
    private_folder(path.parent)
    with suppress(FileExistsError):
        path.touch(mode=_FILE, exist_ok=False)
