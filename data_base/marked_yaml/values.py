"""YAML files that describe one thing: read, and refused with file, line and field where they cannot be."""

from __future__ import annotations

import difflib
from datetime import date
from typing import TYPE_CHECKING, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from data_base.errors import InputError, plain_reason
from data_base.marked_yaml.lines import MarkedYaml

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_Value = TypeVar("_Value", bound=BaseModel)


def validated(kind: type[_Value], file: MarkedYaml, *, what: str) -> _Value:
    """The value that a file describes.

    Args:
        kind: what it is.
        file: as it was read.
        what: a sentence's part that says what was expected, and where that is described.

    Raises:
        InputError: naming file, line and field.
    """
    if not isinstance(file.value, dict):
        raise InputError(f"{file.where(())}: expected {what}; write it there.")
    try:
        return kind.model_validate(file.value)
    except ValidationError as error:
        errors = error.errors()
        # What is missing may be there under a misspelt name.
        first = next((each for each in errors if each["type"] == "extra_forbidden"), errors[0])
        raise InputError(_what_is_wrong(kind, first, file)) from error


def _what_is_wrong(kind: type[BaseModel], error: ErrorDetails, file: MarkedYaml) -> str:
    if error["type"] == "string_type" and (read_as := _read_as(error["input"])):
        # The place of a key ends in its own value and a mark of pydantic's.
        is_key = error["loc"][-1:] == ("[key]",)
        of, said = error["loc"][: -2 if is_key else None], " has a key that" if is_key else ""
        return f"{file.where(of)}:{said} must be a text, and YAML reads {read_as}; put it in quotation marks."
    place = file.where(error["loc"])
    if error["type"] == "extra_forbidden":
        return f"{place}: unknown field; {_advice(kind, error['loc'])}"
    if error["type"] == "missing":
        return f"{place}: missing; write it there."
    return f"{place}: {plain_reason(error)}."


def _read_as(value: object) -> str | None:
    """What YAML makes of words without quotation marks, None where it is no such thing."""
    if isinstance(value, bool):
        return "yes, no, on, off, true and false as truth values"
    if isinstance(value, int | float):
        return "a number there"
    return "a date there" if isinstance(value, date) else None


def _advice(kind: type[BaseModel], place: tuple[str | int, ...]) -> str:
    known = list(_within(kind, place[:-1]).model_fields)
    near = difflib.get_close_matches(str(place[-1]), known, n=1)
    return f'did you mean "{near[0]}"?' if near else f"the fields are {', '.join(known)}."


def _within(kind: type[BaseModel], place: tuple[str | int, ...]) -> type[BaseModel]:
    """The model whose field is at a place."""
    for step in place:
        if isinstance(step, str) and step in kind.model_fields:
            kind = _model_in(kind.model_fields[step].annotation) or kind
    return kind


def _model_in(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_in, get_args(annotation))), None)
