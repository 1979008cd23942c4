"""Settings from arguments and the environment, refused in one sentence where they cannot be used."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias, TypeVar

from pydantic import BeforeValidator, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsError

from data_base.errors import InputError, first_fault

_Settings = TypeVar("_Settings", bound=BaseSettings)


def separated(text: str) -> tuple[str, ...]:
    """What is between commas; spaces around it, and nothing between two, do not count."""
    return tuple(filter(None, map(str.strip, text.split(","))))


Separated: TypeAlias = Annotated[
    tuple[str, ...],
    NoDecode,
    BeforeValidator(lambda value: separated(value) if isinstance(value, str) else value),
]
"""A field of settings whose values are written with commas between them."""


def read_settings(
    kind: type[_Settings], given: Mapping[str, object], *, not_json: str = "correct it"
) -> _Settings:
    """The settings: what is given first, the environment second.

    Args:
        kind: the settings, whose fields are read from ``JUDGE_`` and their name.
        given: values by field; None stands for a value that is not given.
        not_json: what to do where a field that is written as JSON is none.

    Raises:
        InputError: a value cannot be used.
    """
    chosen = {name: value for name, value in given.items() if value is not None}
    try:
        return kind(**chosen)  # type: ignore[arg-type]  # validated there
    except ValidationError as error:
        # No cause: it would show the value, and a value may be a key.
        fault = first_fault(error)
        field, *within = map(str, fault.place)
        name = ".".join([field if field in chosen else f"JUDGE_{field.upper()}", *within])
        raise InputError(f"{name}: {fault.reason}.") from None
    except SettingsError as error:
        # Only a field that is read as JSON comes here, and the library names it in its message alone.
        field = next((name for name in kind.model_fields if f'"{name}"' in str(error)), "")
        raise InputError(f"JUDGE_{field.upper()} is no JSON; {not_json}.") from None
