"""The object a model has to write: is it there, whole, and of the right types?"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

FIELDS = (
    "target_audience",
    "main_topic",
    "sub_topic",
    "detailed_description",
    "original_evidence",
    "source_map",
    "predicted_questions",
)
"""All of them are required; further keys are allowed."""
_TEXTS = ("target_audience", "main_topic", "sub_topic", "original_evidence")
_LISTS = ("detailed_description", "predicted_questions")
_FENCE = re.compile(r"\s*```[A-Za-z0-9]*[ \t]*\n(.*?)\n[ \t]*```\s*", re.DOTALL)


class Reply(NamedTuple):
    """The fields of a valid object."""

    target_audience: str
    """Whom the passage is for."""
    main_topic: str
    """The wider topic."""
    sub_topic: str
    """The narrower one."""
    original_evidence: str
    """Words of the source."""
    detailed_description: Sequence[str]
    """What it says, a point each."""
    predicted_questions: Sequence[str]
    """What readers will ask."""
    source_map: Sequence[object]
    """Where it is; entries are not checked here."""


def read_reply(raw_output: str, *, allow_fence: bool = False) -> Reply | str:
    """The object in what a model wrote, or a sentence that says why there is none.

    Args:
        raw_output: the reply to the letter; it must be one JSON object (RFC 8259: no NaN) and nothing else.
        allow_fence: whether a Markdown code fence around the object is tolerated.
    """
    if allow_fence and (fenced := _FENCE.fullmatch(raw_output)):
        raw_output = fenced[1]
    try:
        value = _DECODER.decode(raw_output)
    except (ValueError, RecursionError) as error:
        return f"not valid JSON ({error})"
    if not isinstance(value, dict):
        return f"a JSON {type(value).__name__}, not an object"
    return read_fields(value)


def read_fields(value: Mapping[str, object]) -> Reply | str:
    """The fields of an object, or a sentence that names the first one that is missing or of a wrong type."""
    for name in FIELDS:
        if name not in value:
            return f"the field {name!r} is missing"
    for name in _TEXTS:
        if not isinstance(value[name], str):
            return f"the field {name!r} is no string"
    for name in _LISTS:
        items = value[name]
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            return f"the field {name!r} is no list of strings"
    if not isinstance(value["source_map"], list):
        return "the field 'source_map' is no list"
    return Reply._make(map(value.__getitem__, Reply._fields))


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON value")


# No number is scored, and Python refuses to read whole ones of more than some thousand digits.
_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_int=float)
