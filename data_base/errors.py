"""Errors that the user can fix."""

import re
from pathlib import Path

_WORDS = tuple(
    (re.compile(theirs), ours)
    for theirs, ours in (
        (r"a valid boolean", "true or false"),
        (r"a valid string", "a text"),
        (r"a valid (?:tuple|array)", "a valid list"),
        (r"be an object$", "be an object with named fields"),
        (r"a valid dictionary(?: or (?:instance|object) .*)?", "an object with named fields"),
        (r"a valid (integer|number), unable to parse .*", r"a valid \1"),
        (r"Field required", "is missing"),
        (r"Extra inputs are not permitted", "is no field that is known here"),
        (
            r"Input tag .* found using (.*) does not match any of the expected tags: (.*)",
            r"\1 must be one of \2",
        ),
        (r"Unable to extract tag using discriminator (.*)", r"\1 is missing"),
        (r"String should have at least 1 character", "must not be empty"),
        (
            r"(?:String|Value) should have at (least|most) (\d+) (?:items?|characters?)(?: after .*)?",
            r"must have at \1 \2 characters",
        ),
        (r"\w+ should have at (least|most) 1 item after .*", r"needs at \1 1 entry"),
        (r"\w+ should have at (least|most) (\d+) items? after .*", r"needs at \1 \2 entries"),
    )
)
"""Words of pydantic's, and what is said in their place."""


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
    for theirs, ours in _WORDS:
        said = theirs.sub(ours, said)
    return said
