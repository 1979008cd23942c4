"""What a field's declaration says of the values it takes."""

from __future__ import annotations

import types
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Literal, Union, get_args, get_origin

from pydantic import AliasChoices, BaseModel

from agents.reply_parser.values import WRAPPING, folded

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

Kind = Literal["number", "text", "choice", "list", "object", "any"]


def bare_type(annotation: object, metadata: list[object]) -> tuple[object, list[object]]:
    """The type below ``Annotated`` and ``| None``, with all constraints met on the way."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation, *more = get_args(annotation)
            metadata = [*metadata, *more]
            continue
        options = [item for item in get_args(annotation) if item is not type(None)]
        if get_origin(annotation) in {Union, types.UnionType} and len(options) == 1:
            annotation = options[0]
            continue
        return annotation, metadata


_PLAIN_KINDS: dict[object, Kind] = {int: "number", float: "number", list: "list", tuple: "list", set: "list"}


def kind_of(annotation: object) -> tuple[Kind, type[BaseModel] | None]:
    """The kind of value, and the schema of an object or of the items of a list."""
    if get_origin(annotation) is Literal:
        return "choice", None
    if get_origin(annotation) in {list, tuple, set, frozenset}:
        item = next(iter(get_args(annotation)), None)
        return "list", item if isinstance(item, type) and issubclass(item, BaseModel) else None
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "object", annotation
    if isinstance(annotation, type) and issubclass(annotation, (Enum, str)):
        return ("choice" if issubclass(annotation, Enum) else "text"), None
    return _PLAIN_KINDS.get(annotation, "any"), None


def upper_end(metadata: list[object]) -> float | None:
    """The upper end of a number's scale, None where it has none."""
    constraints = [item for entry in metadata for item in [entry, *getattr(entry, "metadata", ())]]
    ends = [float(item.le) for item in constraints if getattr(item, "le", None) is not None]
    return min(ends, default=None)


def choices_of(annotation: object, spellings: object) -> dict[str, object]:
    """The closed set of values by their folded spellings."""
    values: list[object] = (
        [item.value for item in annotation]
        if isinstance(annotation, type) and issubclass(annotation, Enum)
        else list(get_args(annotation))
    )
    choices = {folded(str(value).strip(WRAPPING)): value for value in values}
    if isinstance(spellings, dict):
        for value in values:
            choices.update({folded(other): value for other in strings(spellings.get(str(value)))})
    return choices


def aliases_of(info: FieldInfo) -> list[str]:
    """Other keys that pydantic takes the field under."""
    alias = info.validation_alias if info.validation_alias is not None else info.alias
    options = alias.choices if isinstance(alias, AliasChoices) else [alias]
    return [option for option in options if isinstance(option, str)]


def strings(value: object) -> tuple[str, ...]:
    """The strings of a list; nothing for anything else."""
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
