"""The name of a run: a label for people, which is no part of what the run is."""

from datetime import UTC, datetime
from typing import Annotated
from unicodedata import category

from pydantic import AfterValidator, Field

from data_base.text.normalise import composed

MOST_CHARACTERS = 120
"""The longest name that a run may be given."""
_WRITTEN = 10 * MOST_CHARACTERS
"""Characters as they are sent, composed or not, and spaces with them, at most."""
_OF_SUBJECT = 60
"""Characters of the subject in a name that nobody gave."""


def checked_name(name: str) -> str:
    """A name as it is kept: composed characters, single spaces.

    Raises:
        ValueError: it is empty, too long, or has a character that cannot be seen.
    """
    if len(name) > _WRITTEN:
        # Before it is gone through: others wait meanwhile.
        raise ValueError(f"the name has {len(name)} characters; {MOST_CHARACTERS} are the most")
    spaced = "".join(" " if category(char) == "Zs" else char for char in composed("NFC", name))
    kept = " ".join(part for part in spaced.split(" ") if part)
    if not kept:
        raise ValueError("the name is empty")
    if len(kept) > MOST_CHARACTERS:
        raise ValueError(f"the name has {len(kept)} characters; {MOST_CHARACTERS} are the most")
    unseen = next((char for char in kept if not char.isprintable()), None)
    if unseen is not None:
        raise ValueError(f"the name contains U+{ord(unseen):04X}, which cannot be seen")
    return kept


RunName = Annotated[str, Field(min_length=1), AfterValidator(checked_name)]
"""A name that may be given to a run."""


def default_name(kind: str, subject: str | None, at: datetime) -> str:
    """The name of a run that was given none: kind, subject and day.

    Args:
        kind: what sort of run it is.
        subject: what it is of: a file's name, a question; None where that is not known.
        at: when it was begun; the day is that of UTC.
    """
    seen = "".join(char if char.isprintable() else " " for char in composed("NFC", subject or ""))
    short = " ".join(seen.split())
    if len(short) > _OF_SUBJECT:
        short = f"{short[: _OF_SUBJECT - 1].rstrip()}…"
    return " ".join(part for part in (kind, short, f"{at.astimezone(UTC):%Y-%m-%d}") if part)
