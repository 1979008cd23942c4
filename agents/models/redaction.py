"""Keeps keys out of whatever is shown, logged or kept."""

import base64
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from urllib.parse import unquote

from pydantic import BaseModel, SecretStr

BLOT = "***"
_VARIABLE = re.compile(r"(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD)$")
# Shorter ones are placeholders for servers that need no key ("x", "EMPTY"), and parts of ordinary words.
_SHORTEST = 8
_LOGIN = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://([^\s/?#]+)@")
# Keys as the known providers write them, tokens of headers, passwords in addresses, keys in their queries.
_SHAPES = re.compile(
    r"\b(?:sk|rk|pk)-[A-Za-z0-9_-]{12,}|\bAIza[0-9A-Za-z_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bhf_[A-Za-z0-9]{20,}|"
    r"(?i:(?:(?<=bearer )|(?<=basic ))[A-Za-z0-9._~+/-]{8,}=*)|(?<=://)[^\s/]{1,300}(?=@)|"
    r"(?i:(?<=[?&]key=)|(?<=[?&]api_key=)|(?<=[?&]token=))[^\s&\"']+"
)


def redacted(text: str, known: Iterable[str] = ()) -> str:
    """The text with every key blotted out: those of the environment, and what looks like one.

    A value of the environment with fewer than 8 characters stays: it is a placeholder for a server that needs
    no key, and blotting every "x" out would leave no word readable. A server that guards something gives no
    such key.

    Args:
        text: an error, a log line, whatever may quote a server or a setting.
        known: further keys.
    """
    for secret in (*filter(None, known), *_secrets()):
        text = text.replace(secret, BLOT)
    return _SHAPES.sub(BLOT, text)


def secrets_of(model: BaseModel) -> list[str]:
    """The keys that a model object contains: secrets, headers, and the login in its server's address."""
    return [secret for name, value in vars(model).items() for secret in _held_in(name, value)]


@contextmanager
def keys_blotted(model: BaseModel) -> Iterator[None]:
    """Blot a model's keys out of any error that leaves the block: callbacks and tracebacks show its text."""
    try:
        yield
    except Exception as error:
        blot_out(error, secrets_of(model))
        raise


def blot_out(error: BaseException, known: Iterable[str] = ()) -> None:
    """Blot keys out of an exception's own words, and out of those of the exceptions that it came from.

    Args:
        error: changed in place; its type and all that is no text stay.
        known: further keys.
    """
    known, seen, left = tuple(known), set(), [error]
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        one.args = tuple(_blotted(value, known) for value in one.args)
        vars(one).update({name: _blotted(value, known) for name, value in vars(one).items()})
        left += [before for before in (one.__cause__, one.__context__) if before is not None]


def _blotted(value: object, known: tuple[str, ...]) -> object:
    if isinstance(value, str):
        return redacted(value, known)
    if isinstance(value, dict):
        return {name: _blotted(each, known) for name, each in value.items()}
    return [_blotted(each, known) for each in value] if isinstance(value, list) else value


def _held_in(name: str, value: object) -> list[str]:
    if isinstance(value, SecretStr):
        secret = value.get_secret_value()
        return [secret] if len(secret) >= _SHORTEST else []
    if isinstance(value, dict) and "header" in name:
        return [each for each in value.values() if isinstance(each, str) and len(each) >= _SHORTEST]
    if isinstance(value, BaseModel):
        return secrets_of(value)
    if isinstance(value, tuple):
        return [secret for each in value for secret in _held_in(name, each)]
    return _login_secrets(value) if isinstance(value, str) else []


def _login_secrets(address: str) -> list[str]:
    """Password of an address, or the token in its place, as written there, as it is meant, and as sent."""
    if (login := _LOGIN.match(address)) is None:
        return []
    user, _, password = login[1].partition(":")
    sent = base64.b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode()
    return [sent, *dict.fromkeys((password or user, unquote(password or user)))]


def _secrets() -> list[str]:
    """Values of the environment's variables that are named as keys, the longest first."""
    values = {os.environ.get(name, "").strip() for name in os.environ if _is_named_as_a_key(name)}
    return sorted((value for value in values if len(value) >= _SHORTEST), key=len, reverse=True)


@lru_cache(maxsize=1024)
def _is_named_as_a_key(variable: str) -> bool:
    return _VARIABLE.search(variable.upper()) is not None
