"""Errors that the user can fix."""

from pathlib import Path


class InputError(Exception):
    """Something the user handed in cannot be used.

    The message is one clear sentence that names the file, line and field where there is one, and says
    what to do. Command-line entry points print it and exit with code 2.
    """


def unreadable(path: Path | str, error: OSError) -> InputError:
    """A file or folder that the system does not let us read, as one sentence that says what to do."""
    reason = error.strerror or error
    return InputError(f"{path}: cannot be read ({reason}); check that it is there and that you may read it.")
