"""Keys and servers of model providers. A key is sent to its own server alone and is never shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from service.doctor.finding import Finding, attention, missing, ok

TIMEOUT = 3.0
_FOUND, _REFUSED = 200, (401, 403)


@dataclass(frozen=True, slots=True)
class Provider:
    """Where a provider's models are found, and how a server is asked for them."""

    name: str
    """As in model names."""
    key_names: tuple[str, ...]
    """Environment variables that may contain the key; the first that is set is used."""
    address_name: str
    """Environment variable that may contain another server's address."""
    own: str
    """The provider's own server."""
    path: str
    """Where a server lists its models."""
    header: str
    """The header that carries the key."""
    key_prefix: str = ""
    """What precedes the key there."""

    def key(self, environment: Mapping[str, str]) -> str:
        """The key, or nothing."""
        return next((value for name in self.key_names if (value := environment.get(name))), "")


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
        timeout: seconds that a server has to answer.
    """
    for provider in PROVIDERS:
        address, key = environment.get(provider.address_name), provider.key(environment)
        yield key_finding(provider, key, own_server=not address)
        if address or key or online:
            yield _server_finding(provider, key, address or provider.own, timeout)


def host(address: str) -> str:
    """An address without what may be secret in it: user, password, path and query."""
    try:
        parts = urlsplit(address.strip())
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "the server"
    return f"{parts.scheme}://{parts.hostname}{port}" if parts.scheme and parts.hostname else "the server"


def key_finding(provider: Provider, key: str, *, own_server: bool) -> Finding:
    """Whether a provider's key is set, and looks like one; no server is asked."""
    title, names = f"{provider.name} key", " or ".join(provider.key_names)
    if key and (key != key.strip() or not key.isascii() or not key.isprintable()):
        return attention(
            title,
            f"{names} has white space around it or characters that no key has",
            "set it again, without quotes, spaces and line ends",
        )
    if key:
        return ok(title, f"{names} is set")
    if own_server:
        return missing(title, f"{names} is not set", f"set it to use {provider.name}: models")
    return ok(title, f"{names} is not set; the server may need none")


def _server_finding(provider: Provider, key: str, address: str, timeout: float) -> Finding:
    """Ask a server for its models; its words are not repeated, because they may contain the key."""
    from httpx2 import HTTPError, InvalidURL, get  # noqa: PLC0415  (only where a server is asked)

    title, shown = f"{provider.name} server", host(address)
    headers = {provider.header: f"{provider.key_prefix}{key}"} if key else {}
    try:
        # Redirects are not followed: a key goes to the server it is for.
        reply = get(address.rstrip("/") + provider.path, headers=headers, timeout=timeout)
    except (HTTPError, InvalidURL, ValueError) as error:
        return missing(
            title,
            f"{shown} cannot be reached ({type(error).__name__})",
            f"check that it runs, the network, and {provider.address_name}, such as http://localhost:8000/v1",
        )
    if reply.status_code in _REFUSED:
        names = " or ".join(provider.key_names)
        return attention(
            title, f"{shown} refuses the key, or needs one", f"set {names} to a key of this server"
        )
    if reply.status_code != _FOUND or "json" not in reply.headers.get("content-type", ""):
        return attention(
            title,
            f"{shown} answers with status {reply.status_code} and no list of models",
            f"check {provider.address_name}: most servers need /v1 at its end, and some have no such list",
        )
    return ok(title, f"{shown} answers")
