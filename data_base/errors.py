"""Errors that the user can fix."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_KINDS = {
    "missing": "is missing",
    "extra_forbidden": "is no field that is known here",
    **dict.fromkeys(("bool_type", "bool_parsing"), "must be true or false"),
    "string_type": "must be a string",
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type"), "must be a valid list"),
    **dict.fromkeys(("int_type", "int_parsing"), "must be a valid integer"),
    **dict.fromkeys(("float_type", "float_parsing"), "must be a valid number"),
    **dict.fromkeys(
        ("model_type", "model_attributes_type", "dataclass_type", "dict_type", "mapping_type"),
        "must be an object with named fields",
    ),
    "union_tag_invalid": "{discriminator} must be one of {expected_tags}",
    "union_tag_not_found": "{discriminator} is missing",
}
"""Pydantic's kinds of errors, and what a user reads in place of its words."""


class InputError(Exception):
    """Something the user handed in cannot be used.

    The message is one clear sentence that names the file, line and field where there is one, and says
    what to do. Command-line entry points print it and exit with code 2.
    """


def require_text(**given: object) -> None:
    """Refuse what is no text, by its name: ``require_text(answer=answer)``.

    Raises:
        InputError: one is no string.
    """
    for name, text in given.items():
        if not isinstance(text, str):
            remedy = f"; pass {name}.text" if hasattr(text, "content_blocks") else ""
            raise InputError(f"`{name}` must be a string, not {type(text).__name__}{remedy}.")


def a_kind_of(value: object) -> str:
    """The name of a value's type with its article: ``an int``, ``a str``."""
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def unreadable(path: Path | str, error: OSError) -> InputError:
    """A file or folder that the system does not let us read, as one sentence that says what to do."""
    reason = error.strerror or error
    return InputError(f"{path}: cannot be read ({reason}); check that it is there and that you may read it.")


def reason(error: Exception) -> str:
    """What went wrong, in one line. Every store has errors of its own, and few of them are the system's."""
    said = error.strerror if isinstance(error, OSError) else None
    if not said and isinstance(error, TimeoutError):
        said = "it does not answer"
    if not said and isinstance(error, FileNotFoundError):
        said = "there is no such bucket or file"
    return " ".join((said or str(error)).split()).rstrip(".")


class FieldFault(NamedTuple):
    """What is wrong with a value that was handed in."""

    place: tuple[int | str, ...]
    """The fields and list positions that lead to it; empty for the whole."""
    reason: str
    """Why it cannot be used: a predicate without a full stop."""

    @property
    def field(self) -> str:
        """The place as it is written, ``a.b.0``."""
        return ".".join(map(str, self.place))


def first_fault(error: ValidationError) -> FieldFault:
    """The first of the faults that pydantic found, without the value, which may be a key."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = tuple(each for each in first["loc"] if each != "[key]")  # pydantic's word for a mapping's name
    return FieldFault(place, plain_reason(first))


def plain_reason(error: ErrorDetails | Mapping[str, Any]) -> str:
    """What one of pydantic's errors says of a value, in a user's words: no class, no internal prefix."""
    kind, context = error["type"], error.get("ctx", {})
    if kind in _KINDS:
        return _KINDS[kind].format(**context)
    if kind in {"string_too_short", "string_too_long", "too_short", "too_long"}:
        return _length(kind, context)
    return str(error["msg"]).removeprefix("Value error, ").replace("Input should be", "must be")


def _length(kind: str, context: Mapping[str, Any]) -> str:
    way = "most" if kind.endswith("long") else "least"
    count = context["max_length" if way == "most" else "min_length"]
    if not kind.startswith("string") and context["field_type"] != "Value":
        return f"needs at {way} {count} {'entry' if count == 1 else 'entries'}"
    return "must not be empty" if (way, count) == ("least", 1) else f"must have at {way} {count} characters"
