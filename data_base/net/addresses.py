"""Where something may be sent at a stranger's wish: to public addresses, and to hosts that are trusted."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, partial

from anyio import CapacityLimiter, to_thread
from httpx2 import (
    URL,
    AsyncClient,
    ConnectError,
    ConnectTimeout,
    InvalidURL,
    Response,
    Timeout,
    create_ssl_context,
)

from data_base.errors import InputError

HostResolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host; an OSError where there are none."""
_HTTPS, _HTTP, _LAST_PORT = 443, 80, 65_535
_LOOK_UP_S, _CONNECT_S = 5.0, 4.0
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
    """Looks at the addresses that others name: of webhooks, of contestants."""

    def __init__(
        self,
        trusted: Sequence[str],
        resolve: HostResolver | None = None,
        *,
        place: str = "url",
        variable: str = "JUDGE_WEBHOOK_HOSTS",
    ) -> None:
        """Check addresses.

        Args:
            trusted: hosts that may be in a private network, and be reached without TLS.
            resolve: finds the addresses of a host; the system does if None.
            place: the field of a request that names the address.
            variable: names the trusted hosts in the environment.
        """
        self._place, self._variable = place, variable
        self._trusted = frozenset(_plain(host) for host in trusted)
        self._resolve = resolve or self._resolved
        # Threads of its own: names that are long in coming must keep none from the rest of the process.
        self._threads = CapacityLimiter(_AT_ONCE)

    def url(self, text: str) -> URL:
        """The URL of an address.

        Raises:
            InputError: it is none, or none that may be used.
        """
        try:
            url = URL(text)
        except (InvalidURL, UnicodeError) as error:
            raise InputError(f"{self._place}: is not a valid URL ({error}).") from error
        if not url.host or url.scheme not in {"https", "http"} or port_of(url) > _LAST_PORT:
            raise InputError(f"{self._place}: must be an absolute URL that begins with https://.")
        if url.userinfo:
            raise InputError(
                f"{self._place}: must not contain a user name or a password, which would be kept and shown; "
                "leave them out."
            )
        if url.scheme == "http" and not self._is_trusted(url):
            raise InputError(
                f"{self._place}: must begin with https://; http:// is for hosts that the operator of the "
                f"server trusts ({self._variable})."
            )
        return url

    async def addresses(self, url: URL) -> Sequence[str]:
        """The addresses to connect to, and no others: a name may stand for another address a moment later.

        Raises:
            InputError: there are none, or none in time, or one is not public and the host is not trusted.
        """
        try:
            async with asyncio.timeout(_LOOK_UP_S):
                found = await self._resolve(url.raw_host.decode(), port_of(url))
        except TimeoutError as error:
            raise InputError(
                f"{self._place}: the address of {url.host} is not found in time; try again later."
            ) from error
        except (OSError, UnicodeError) as error:
            raise InputError(f"{self._place}: the host {url.host} has no address.") from error
        if not self._is_trusted(url) and not all(map(is_public, found)):
            raise InputError(
                f"{self._place}: the host {url.host} is not on the public internet; use another one, or have "
                f"the operator of the server trust it ({self._variable})."
            )
        return found

    @asynccontextmanager
    async def post(
        self, address: str, content: bytes, headers: Mapping[str, str], *, tls: ssl.SSLContext | None = None
    ) -> AsyncIterator[Response]:
        """Send something to an address that was checked, and to no other that its name may stand for.

        The first that can be connected to is. Through a proxy, the proxy would choose it: there is none.

        Args:
            address: the URL.
            content: the body.
            headers: besides the host's name.
            tls: how receivers are known; by the certificates that the system trusts if None.

        Raises:
            InputError: the address may not be used.
            TransportError: none can be connected to, or the connection broke off.
        """
        url = self.url(address)
        numbers = await self.addresses(url)
        timeout = Timeout(None, connect=_CONNECT_S)
        async with AsyncExitStack() as stack:
            # A client for each attempt: a connection to one host must not serve another host of that address.
            client = await stack.enter_async_context(
                AsyncClient(verify=tls or _trusted_by_the_system(), trust_env=False, timeout=timeout)
            )
            for number in numbers:
                sending = client.stream(
                    "POST",
                    url.copy_with(host=number),
                    content=content,
                    headers={"Host": url.netloc.decode(), **headers},
                    extensions={"sni_hostname": url.raw_host.decode()},
                )
                try:
                    response = await stack.enter_async_context(sending)
                except (ConnectError, ConnectTimeout):
                    if number == numbers[-1]:
                        raise
                else:
                    break
            yield response

    async def _resolved(self, host: str, port: int) -> Sequence[str]:
        look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await to_thread.run_sync(look_up, abandon_on_cancel=True, limiter=self._threads)
        return list(dict.fromkeys(str(address[0]) for *_, address in found))

    def _is_trusted(self, url: URL) -> bool:
        return _plain(url.host) in self._trusted


@cache
def _trusted_by_the_system() -> ssl.SSLContext:
    return create_ssl_context()


def port_of(url: URL) -> int:
    """The port that a URL names or means."""
    return url.port or (_HTTPS if url.scheme == "https" else _HTTP)


def _plain(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()
