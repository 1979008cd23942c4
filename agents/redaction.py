"""Keeps keys out of whatever is shown, logged or kept."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from pydantic import SecretStr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel

BLOT = "***"
_VARIABLE = re.compile(r"(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD)$")
_SHORTEST = 8
# Keys as the known providers write them, tokens of headers, passwords in addresses, keys in their queries.
_SHAPES = re.compile(
    r"\b(?:sk|rk|pk)-[A-Za-z0-9_-]{12,}|\bAIza[0-9A-Za-z_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bhf_[A-Za-z0-9]{20,}|"
    r"(?i:(?<=bearer )[A-Za-z0-9._~+/-]{8,}=*)|(?<=://)[^\s/:@]{1,100}:[^\s/@]{1,200}(?=@)|"
    r"(?i:(?<=[?&]key=)|(?<=[?&]api_key=)|(?<=[?&]token=))[^\s&\"']+"
)


def redacted(text: str, known: Iterable[str] = ()) -> str:
    """The text with every key blotted out: those of the environment, and what looks like one.

    Args:
        text: an error, a log line, whatever may quote a server or a setting.
        known: further keys.
    """
    for secret in (*filter(None, known), *_secrets()):
        text = text.replace(secret, BLOT)
    return _SHAPES.sub(BLOT, text)


def secrets_of(model: BaseModel) -> list[str]:
    """The keys that a model object holds."""
    return [value.get_secret_value() for value in vars(model).values() if isinstance(value, SecretStr)]


def _secrets() -> list[str]:
    """Values of the environment's variables that are named as keys, the longest first."""
    values = {
        value.strip()
        for name, value in os.environ.items()
        if _VARIABLE.search(name.upper()) and len(value.strip()) >= _SHORTEST
    }
    return sorted(values, key=len, reverse=True)
