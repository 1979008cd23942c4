"""Keys and servers of model providers. Keys are looked at and sent to their own server, and shown nowhere."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from typing import IO, TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from service.doctor.finding import Finding, attention, missing, ok

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from email.message import Message

TIMEOUT = 3.0
_ENOUGH = 1_000_000
_REFUSED = frozenset({401, 403})
_REDIRECTS, _ERRORS = 300, 400

Answer = Literal[
    "json", "other", "refused", "limited", "not_found", "error", "silent", "unreachable", "unusable"
]


@dataclass(frozen=True, slots=True)
class Provider:
    """Where a provider's models are found, and how one asks there.

    Attributes:
        name: as in model names.
        key_names: environment variables that may hold the key, first come first served.
        address_name: environment variable that may hold another server's address.
        own: the provider's own server.
        path: where a server lists its models.
        header: what a key is sent in.
        key_prefix: what stands before it there.
    """

    name: str
    key_names: tuple[str, ...]
    address_name: str
    own: str
    path: str
    header: str
    key_prefix: str = ""


_BY_STATUS: dict[int, Answer] = {404: "not_found", 429: "limited"}
PROVIDERS = (
    Provider(
        name="openai",
        key_names=("OPENAI_API_KEY",),
        address_name="OPENAI_BASE_URL",
        own="https://api.openai.com/v1",
        path="/models",
        header="Authorization",
        key_prefix="Bearer ",
    ),
    Provider(
        name="google",
        key_names=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        address_name="GOOGLE_GEMINI_BASE_URL",
        own="https://generativelanguage.googleapis.com",
        path="/v1beta/models",
        header="x-goog-api-key",
    ),
)


def provider_findings(
    environment: Mapping[str, str], *, online: bool, timeout: float = TIMEOUT
) -> Iterator[Finding]:
    """Keys and servers of all providers.

    A server is asked for its list of models where a key or an address is set; that costs nothing.

    Args:
        environment: the environment variables.
        online: ask each provider's own server even where nothing is set.
        timeout: seconds a server has to answer.
    """
    for provider in PROVIDERS:
        yield _key_finding(provider, environment)
        address = environment.get(provider.address_name)
        if address or online or _key(provider, environment):
            yield _server_finding(provider, environment, address or provider.own, timeout)


def _key(provider: Provider, environment: Mapping[str, str]) -> str:
    return next((value for name in provider.key_names if (value := environment.get(name))), "")


def _key_finding(provider: Provider, environment: Mapping[str, str]) -> Finding:
    name = next((name for name in provider.key_names if environment.get(name)), None)
    title = f"{provider.name} key"
    if name is None:
        names, models = " or ".join(provider.key_names), f"{provider.name}: models"
        if environment.get(provider.address_name):
            return ok(title, f"none in {names}; the server may need none")
        return missing(title, f"{names} is not set", f"set it to use {models}")
    key = environment[name]
    if key != key.strip() or not key.isascii() or not key.isprintable():
        return attention(
            title,
            f"{name} is set, with white space around it or characters that no key has",
            "set it again, without quotes, spaces and line ends",
        )
    return ok(title, f"{name} is set")


def _server_finding(
    provider: Provider, environment: Mapping[str, str], address: str, timeout: float
) -> Finding:
    answer = _asked(provider, address, _key(provider, environment), timeout)
    status, detail, advice = _MEANINGS[answer]
    return Finding(
        name=f"{provider.name} server",
        status=status,
        detail=f"{host(address)} {detail}",
        advice=advice.format(key=" or ".join(provider.key_names), address=provider.address_name),
    )


_MEANINGS: dict[Answer, tuple[Literal["ok", "attention", "missing"], str, str]] = {
    "json": ("ok", "answers", ""),
    "other": (
        "attention",
        "answers, but not with JSON",
        "check the address in {address}: most servers want /v1 at its end",
    ),
    "refused": (
        "attention",
        "refuses the key, or wants one",
        "set {key} to a key of its",
    ),
    "not_found": (
        "attention",
        "answers, but lists no models there",
        "check the address in {address}; a server without such a list may work all the same",
    ),
    "limited": (
        "attention",
        "lets nobody in for now: a limit of the account is used up (429)",
        "wait, or raise the limit with the provider",
    ),
    "error": ("attention", "fails with an error", "try again later, or look at the server's own log"),
    "silent": ("missing", "does not answer in time", "check that it runs, and the network and proxy between"),
    "unreachable": (
        "missing",
        "cannot be reached",
        "check that it runs, the address in {address}, and the network",
    ),
    "unusable": (
        "missing",
        "cannot be asked: the address or the key cannot be sent as it is",
        "set {address} to an address like http://localhost:8000/v1, and {key} without spaces and line ends",
    ),
}


def host(address: str) -> str:
    """An address without all that may be secret in it: user, password, path and query."""
    try:
        parts = urlsplit(address.strip())
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "the server"
    return f"{parts.scheme}://{parts.hostname}{port}" if parts.scheme and parts.hostname else "the server"


def _asked(provider: Provider, address: str, key: str, timeout: float) -> Answer:
    """Ask a server for its models; its words, and the library's, go no further: they may hold the key."""
    if not host(address).startswith(("http://", "https://")):
        return "unusable"
    headers = {provider.header: f"{provider.key_prefix}{key}"} if key else {}
    try:
        request = urllib.request.Request(address.rstrip("/") + provider.path, headers=headers)  # noqa: S310  (http only)
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=timeout) as reply:
            return _read(reply)
    except urllib.error.HTTPError as error:
        error.close()
        return _of_status(error.code)
    except (TimeoutError, urllib.error.URLError) as error:
        cause = getattr(error, "reason", error)
        return "silent" if isinstance(cause, (TimeoutError, socket.timeout)) else "unreachable"
    except (OSError, HTTPException):
        return "unreachable"
    except ValueError:
        return "unusable"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key goes to the server it is for, and to no other that this one names."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        """Follow nothing."""


def _read(reply: Any) -> Answer:  # noqa: ANN401  (http.client's, or urllib's for other schemes)
    try:
        json.loads(reply.read(_ENOUGH))
    except ValueError:
        return "other"
    return "json"


def _of_status(status: int) -> Answer:
    if status in _REFUSED:
        return "refused"
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return "other" if _REDIRECTS <= status < _ERRORS else "error"
