"""The Parquet columns of a model, so that all files of one kind have the same, whatever is in them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from pydantic import BaseModel

if TYPE_CHECKING:
    import pyarrow as pa


def columns_of(fields: Mapping[str, Any]) -> pa.Schema:
    """The columns of fields.

    Args:
        fields: name to annotation: of texts, numbers, truth values, dates (as texts), literals of texts,
            models, lists and tuples of one kind, mappings from texts, and what of these may be None.

    Raises:
        TypeError: an annotation is something else.
    """
    import pyarrow as pa  # noqa: PLC0415  (heavy, only where Parquet is written)

    return pa.schema([pa.field(name, _type(annotation)) for name, annotation in fields.items()])


def fields_of(model: type[BaseModel]) -> dict[str, Any]:
    """Name to annotation of a model's fields."""
    return {name: field.annotation for name, field in model.model_fields.items()}


def _type(annotation: Any) -> pa.DataType:  # noqa: ANN401  (an annotation may be anything)
    import pyarrow as pa  # noqa: PLC0415  (heavy, only where Parquet is written)

    simple = {str: pa.string(), bool: pa.bool_(), int: pa.int64(), float: pa.float64(), date: pa.string()}
    if annotation in simple:
        return simple[annotation]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return pa.struct([pa.field(name, _type(inner)) for name, inner in fields_of(annotation).items()])
    if get_origin(annotation) is Literal:
        return pa.string()
    return _of_several(annotation)


def _of_several(annotation: Any) -> pa.DataType:  # noqa: ANN401  (an annotation may be anything)
    """The type of a list, a mapping, or what may be one thing or None."""
    import pyarrow as pa  # noqa: PLC0415  (heavy, only where Parquet is written)

    origin = get_origin(annotation)
    inner = [each for each in get_args(annotation) if each not in (NoneType, Ellipsis)]
    if origin in (tuple, list):
        return pa.list_(_type(inner[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return pa.map_(pa.string(), _type(inner[1]))
    if hasattr(annotation, "__metadata__"):
        inner = [annotation.__origin__]
    kinds = {_type(each) for each in inner}
    if len(kinds) != 1:
        raise TypeError(f"{annotation} is not one kind of column")
    return kinds.pop()
