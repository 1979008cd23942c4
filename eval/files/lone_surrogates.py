"""Halves of characters: text that cannot be written as UTF-8, as a model cut off in an emoji may send it."""

from typing import TypeVar

from pydantic import JsonValue
from pydantic_core import PydanticSerializationError

from data_base.schemas.frozen import Frozen
from data_base.whole_text import whole_text

Kept = TypeVar("Kept", bound=Frozen)


def without_lone_surrogates(item: Kept) -> Kept:
    """The value with every text whole, as by :func:`whole_text`; nearly always the value itself.

    What was paid for must be kept, and a store, a JSON file and a page can only keep whole characters.
    """
    try:
        item.model_dump_json()
    except PydanticSerializationError:
        return type(item).model_validate(_repaired(item.model_dump()))
    return item


def _repaired(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return whole_text(value)
    if isinstance(value, dict):
        return {key: _repaired(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_repaired(part) for part in value]
    return value
