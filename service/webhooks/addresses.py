"""Where a webhook may go: to public addresses, and to hosts that the operator trusts."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from anyio import CapacityLimiter, to_thread
from httpx2 import URL, InvalidURL

from data_base.errors import InputError

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host; an OSError where there are none."""
_HTTPS, _HTTP, _LAST_PORT = 443, 80, 65_535
_AT_ONCE = 32
"""Names that are looked up at once."""
# For protocols, where clouds have services of their own, for relays of 6to4, and for documentation; not every
# version of Python knows that.
_KEPT = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")))


def is_public(address: str) -> bool:
    """Whether an address is one of the internet, and no other one stands for it or is meant by it."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if found.is_site_local or found.sixtofour is not None or found.teredo is not None:
            return False
    kept = found.is_multicast or found.is_reserved or any(found in network for network in _KEPT)
    return found.is_global and not kept


class AddressCheck:
    """Looks at the addresses of webhooks."""

    def __init__(self, trusted: Sequence[str], resolve: Resolve | None = None) -> None:
        """Check addresses.

        Args:
            trusted: hosts that may be in a private network, and be reached without TLS.
            resolve: finds the addresses of a host; the system does if None.
        """
        self._trusted = frozenset(_plain(host) for host in trusted)
        self._resolve = resolve or self._resolved
        # Threads of its own: names that are long in coming must keep none from the rest of the process.
        self._threads = CapacityLimiter(_AT_ONCE)

    def url(self, text: str) -> URL:
        """The URL of a webhook.

        Raises:
            InputError: it is none, or none that may be used.
        """
        try:
            url = URL(text)
        except (InvalidURL, UnicodeError) as error:
            raise InputError(f"url: is no URL ({error}); correct it.") from error
        if not url.host or url.scheme not in {"https", "http"} or port_of(url) > _LAST_PORT:
            raise InputError("url: must be an absolute URL that begins with https://; correct it.")
        if url.userinfo:
            raise InputError(
                "url: must not contain a user name or a password; messages are signed, so that the receiver "
                "need not ask for one."
            )
        if url.scheme == "http" and not self._is_trusted(url):
            raise InputError(
                "url: must begin with https://; http:// is for hosts that the operator of the server trusts "
                "(JUDGE_WEBHOOK_HOSTS)."
            )
        return url

    async def addresses(self, url: URL) -> Sequence[str]:
        """The addresses to connect to, and no others: a name may stand for another address a moment later.

        Raises:
            InputError: there are none, or one of them is not public and the host is not trusted.
        """
        try:
            found = await self._resolve(url.raw_host.decode(), port_of(url))
        except (OSError, UnicodeError) as error:
            raise InputError(f"url: the host {url.host} has no address; correct it.") from error
        if not self._is_trusted(url) and not all(map(is_public, found)):
            raise InputError(
                f"url: the host {url.host} is not on the public internet; use another one, or have the "
                "operator of the server trust it (JUDGE_WEBHOOK_HOSTS)."
            )
        return found

    async def _resolved(self, host: str, port: int) -> Sequence[str]:
        look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await to_thread.run_sync(look_up, abandon_on_cancel=True, limiter=self._threads)
        return list(dict.fromkeys(str(address[0]) for *_, address in found))

    def _is_trusted(self, url: URL) -> bool:
        return _plain(url.host) in self._trusted


def port_of(url: URL) -> int:
    """The port that a URL names or means."""
    return url.port or (_HTTPS if url.scheme == "https" else _HTTP)


def _plain(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()
