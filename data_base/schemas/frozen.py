"""The bases of every value that is kept or passed between rooms."""

from collections.abc import Mapping
from types import NoneType
from typing import Any, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticOmit


class Frozen(BaseModel):
    """An immutable, strictly shaped value: unknown fields are refused, assignment raises.

    Names that appear in files keep their alias on output (``by_alias`` is the serialisation default).
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        populate_by_name=True,
        serialize_by_alias=True,
        use_attribute_docstrings=True,
    )


class Settings(Frozen):
    """Settings of which null leaves each as it is by default."""

    @model_validator(mode="before")
    @classmethod
    def _without_null(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        if not isinstance(given, Mapping):
            return given
        kept = {name for name, field in cls.model_fields.items() if NoneType in get_args(field.annotation)}
        # What is no setting is left to be refused.
        return {k: v for k, v in given.items() if v is not None or k in kept or k not in cls.model_fields}


class LocalOnly:
    """Marks a setting that a request over the network cannot make: it names code, a file or an address.

    Such a field is in no JSON schema; :class:`FromNetwork` refuses it.
    """

    def __init__(self, what: str) -> None:
        """Mark a field.

        Args:
            what: what it is.
        """
        self.what = what

    def __get_pydantic_json_schema__(self, _: CoreSchema, __: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Leave the field out."""
        raise PydanticOmit


def local_only(field: FieldInfo) -> LocalOnly | None:
    """The mark of a field, None where requests may set it."""
    return next((mark for mark in field.metadata if isinstance(mark, LocalOnly)), None)


class FromNetwork(Frozen):
    """What a request contains: fields that are marked :class:`LocalOnly` are refused, and never written."""

    @model_validator(mode="before")
    @classmethod
    def _refuse_local(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        if not isinstance(given, Mapping):
            return given
        for name, field in cls.model_fields.items():
            if name in given and (mark := local_only(field)) is not None:
                raise ValueError(f"{name!r} cannot be set over the network: it is {mark.what}; leave it out")
        return given

    @model_serializer(mode="wrap")
    def _without_local(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields = type(self).model_fields
        kept: dict[str, Any] = written(self)
        return {
            name: each for name, each in kept.items() if name not in fields or not local_only(fields[name])
        }
