"""Key points and blocked sources of a question, from what Python code or a file gives."""

import json
from collections.abc import Iterable, Mapping
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from data_base.errors import InputError, a_kind_of, first_fault
from data_base.schemas.blocked_source import MOST_BLOCKED, BlockedSource
from data_base.schemas.key_point import KeyPoint, parents_of

_Entry = TypeVar("_Entry", bound=BaseModel)


def read_key_points(given: object, place: str) -> tuple[KeyPoint, ...]:
    """What a complete answer says, or must not say: texts, or mappings of the fields of a key point.

    Args:
        given: a list or another iterable of them.
        place: how a message names them, with file and line where there are such.

    Raises:
        InputError: naming place, entry and field.
    """
    points = _entries(KeyPoint, given, place)
    try:
        parents_of(points)
    except ValueError as error:
        raise InputError(f"{place}: {error}.") from None
    return points


def read_rubric(given: object, place: str) -> tuple[KeyPoint, ...]:
    """As :func:`read_key_points`, or a text with one a line: in words or as JSON, bullet or not."""
    if isinstance(given, str):
        lines = (line.strip().lstrip("-*•").strip() for line in given.splitlines())
        given = [_in_line(line, place) for line in lines if line]
    return read_key_points(given, place)


def read_blocked(given: object, place: str) -> tuple[BlockedSource, ...]:
    """As :func:`read_key_points`, of sources that may not be used: titles, addresses, or mappings."""
    sources = _entries(BlockedSource, given, place)
    if len(sources) > MOST_BLOCKED:
        raise InputError(f"{place} has {len(sources)} sources; {MOST_BLOCKED} are the most.")
    return sources


def _entries(kind: type[_Entry], given: object, place: str) -> tuple[_Entry, ...]:
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise InputError(f"{place} must be a list of strings or objects, not {a_kind_of(given)}.")
    entries = []
    for number, entry in enumerate(given, start=1):
        try:
            entries.append(kind.model_validate(entry))
        except ValidationError as error:
            fault = first_fault(error)
            field = f'field "{fault.field}": ' if fault.field else ""
            raise InputError(f"{place}, entry {number}, {field}{fault.reason}.") from None
    return tuple(entries)


def _in_line(line: str, place: str) -> object:
    """A line as a text, or as the object that it is in JSON."""
    if not (line.startswith("{") and line[1:].lstrip().startswith('"')):
        return line
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: a line begins as an object and is no JSON ({error}).") from error
