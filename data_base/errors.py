"""Errors that the user can fix."""

import re
from pathlib import Path

_CLASS = re.compile(r"a valid dictionary or (?:instance|object) .*")
_TOO_FEW = re.compile(r"\w+ should have at least (\d+) items? after validation, not \d+")


class InputError(Exception):
    """Something the user handed in cannot be used.

    The message is one clear sentence that names the file, line and field where there is one, and says
    what to do. Command-line entry points print it and exit with code 2.
    """


def unreadable(path: Path | str, error: OSError) -> InputError:
    """A file or folder that the system does not let us read, as one sentence that says what to do."""
    reason = error.strerror or error
    return InputError(f"{path}: cannot be read ({reason}); check that it is there and that you may read it.")


def plain_reason(message: str) -> str:
    """What pydantic or typer says of a value, in a user's words: no class of ours, no internal prefix."""
    said = message.removeprefix("Value error, ").replace("Input should be", "must be")
    said = said.replace("a valid boolean", "true or false").replace("a valid string", "a text")
    said = said.replace("String should have at least 1 character", "must not be empty")
    said = said.replace("Field required", "is missing")
    said = _TOO_FEW.sub(r"needs at least \1 entries", said)
    return _CLASS.sub("an object with named fields", said).replace("valid tuple", "valid list")
