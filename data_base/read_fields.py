"""Fields of a file as a model, refused in one sentence where they cannot be used."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from data_base.errors import InputError, first_fault

_Model = TypeVar("_Model", bound=BaseModel)


def read_fields(kind: type[_Model], fields: Mapping[str, Any]) -> _Model:
    """The model of what a file gives; null is a field that is left out, and a list may be a tuple.

    Raises:
        InputError: naming the field that is missing or cannot be used.
    """
    try:
        return kind.model_validate(_given(fields))
    except ValidationError as error:
        fault = first_fault(error)
        raise InputError(f'field "{fault.field}": {fault.reason}.') from error


def _given(value: object) -> object:
    # Other programs write an optional field that is left out as null.
    if isinstance(value, Mapping):
        return {name: _given(item) for name, item in value.items() if item is not None}
    return tuple(map(_given, value)) if isinstance(value, list) else value
