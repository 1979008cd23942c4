"""Raw values as text, and names as they are compared."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass

WRAPPING = " \t\r\n*_`\"'“”‘’「」[](){}.。"
"""What may stand around a value without being part of it."""
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class TwoValues:
    """Different values that one object gives under one key.

    Attributes:
        last: the one that stands last.
    """

    last: object


def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object's items as a mapping; where a key is given different values, that is kept in mind."""
    data = dict(pairs)
    if len(data) < len(pairs):
        for key, value in pairs:
            held = data[key]
            if not isinstance(held, TwoValues) and value != held:
                data[key] = TwoValues(held)
    return data


def settled(value: object) -> object:
    """A value in which the last of several values under one key holds, at any depth."""
    if isinstance(value, TwoValues):
        return settled(value.last)
    if isinstance(value, dict):
        return {key: settled(item) for key, item in value.items()}
    if isinstance(value, list):
        return [settled(item) for item in value]
    return value


def folded(key: str) -> str:
    """A name without case, width, spaces and underscores."""
    return re.sub(r"[\s_\-]+", "", unicodedata.normalize("NFKC", key[:200]).casefold())


def as_text(value: object) -> str:
    """A value as text: lists line by line, objects as JSON, nothing as nothing.

    Raises:
        ValueError: there is no value.
    """
    value = settled(value)
    if value is None:
        raise ValueError("text is needed")
    if isinstance(value, str):
        return _SURROGATES.sub("\ufffd", value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return as_text("\n".join(value))
    return as_text(json.dumps(value, ensure_ascii=False, default=str))
