"""Raw values as text, and names as they are compared."""

from __future__ import annotations

import json
import re
import unicodedata

WRAPPING = " \t\r\n*_`\"'“”‘’「」[](){}.。"
"""What may stand around a value without being part of it."""
_SURROGATES = re.compile("[\ud800-\udfff]")


def folded(key: str) -> str:
    """A name without case, width, spaces and underscores."""
    return re.sub(r"[\s_\-]+", "", unicodedata.normalize("NFKC", key[:200]).casefold())


def as_text(value: object) -> str:
    """A value as text: lists line by line, objects as JSON, nothing as nothing.

    Raises:
        ValueError: there is no value.
    """
    if value is None:
        raise ValueError("text is needed")
    if isinstance(value, str):
        return _SURROGATES.sub("\ufffd", value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return as_text("\n".join(value))
    return as_text(json.dumps(value, ensure_ascii=False, default=str))
