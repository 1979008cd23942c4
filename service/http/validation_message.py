"""What is wrong with a request, in a sentence that names the field as the caller wrote it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from data_base.errors import plain_reason
from service.http.bodies.parts import ID, NO_CONTROL
from service.http.bodies.research import QUESTION

_NO_JSON = "JSON decode error"
"""FastAPI's words, with the place in the body as the last part of the error's."""
PRINTABLE = r"^[\x20-\x7e]+$"
_PATTERNS = {
    ID: "is no id; ids have up to 100 letters, digits and the characters _ -",
    NO_CONTROL: "must be one line, without control characters",
    PRINTABLE: "must be of printable ASCII characters",
    QUESTION: "must not be empty, and have no character of number 0",
    r"\S": "must not be empty",
}


def validation_message(errors: Sequence[Mapping[str, Any]], body: object) -> str:
    """The sentence.

    Args:
        errors: pydantic's, one at least.
        body: what was sent as the body.
    """
    places = [_place(error, {"body": body}) for error in errors]
    # Where there are several forms, the error is in the one of which most is there.
    number = max(
        (n for n, place in enumerate(places) if place[: len(places[0])] == places[0]),
        key=lambda n: (len(places[n]), -n),
    )
    return f"{'.'.join(places[number])}: {_reason(errors[number])}."


def _place(error: Mapping[str, Any], sent: Any) -> list[str]:  # noqa: ANN401  (JSON)
    """Where an error is, without the names of classes that pydantic puts between."""
    if error["msg"] == _NO_JSON:
        return ["body"]
    *way, last = error["loc"]
    if not way or way[0] != "body":
        return [str(part) for part in error["loc"]]
    place = []
    for part in way:
        if part in sent if isinstance(sent, Mapping) else isinstance(part, int):
            sent = sent[part]
            place.append(str(part))
    is_there = isinstance(sent, Mapping) and last in sent
    return [*place, str(last)] if is_there or isinstance(last, int) or error["type"] == "missing" else place


def _reason(error: Mapping[str, Any]) -> str:
    if error["msg"] == _NO_JSON:
        return f"is no JSON ({error['ctx']['error']} at character {error['loc'][-1]})"
    if error["type"] == "string_pattern_mismatch":
        return _PATTERNS.get(error["ctx"]["pattern"], "is not written as it must be")
    return plain_reason(error)
