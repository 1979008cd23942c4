"""Which addresses may be asked at a stranger's wish: public ones, and those of hosts that are trusted."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, partial
from typing import Literal

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

AddressFault = Literal["invalid", "scheme", "credentials", "no_tls", "unresolved", "private"]
"""Why an address may not be asked: it is none, of another protocol, has a user or password in it, is without
TLS, has a host without addresses, or one that is not on the public internet."""
HostResolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host; an OSError where there are none."""
_HTTPS, _HTTP, _LAST_PORT = 443, 80, 65_535
_LOOK_UP_S, _CONNECT_S = 5.0, 4.0
_AT_ONCE = 32
"""Names that are looked up at once."""
# For protocols, where clouds have services of their own, for relays of 6to4, and for documentation; not every
# version of Python knows that.
_KEPT = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")))


class AddressError(InputError):
    """An address that may not be asked.

    Attributes:
        fault: why.
    """

    def __init__(self, fault: AddressFault, message: str) -> None:
        """Say why.

        Args:
            fault: why.
            message: the same in a sentence.
        """
        super().__init__(message)
        self.fault = fault


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
        plain_http: bool = False,
    ) -> None:
        """Check addresses.

        Args:
            trusted: hosts that may be in a private network, and be reached without TLS.
            resolve: finds the addresses of a host; the system does if None.
            place: the field of a request that names the address.
            variable: names the trusted hosts in the environment.
            plain_http: whether hosts that are not trusted may be reached without TLS, too.
        """
        self._place, self._variable, self._plain_http = place, variable, plain_http
        self._trusted = frozenset(_plain(host) for host in trusted)
        self._resolve = resolve or self._resolved
        # Threads of its own: names that are long in coming must keep none from the rest of the process.
        self._threads = CapacityLimiter(_AT_ONCE)

    def url(self, text: str) -> URL:
        """The URL of an address.

        Raises:
            AddressError: it is none, or none that may be used.
        """
        try:
            url = URL(text)
        except (InvalidURL, UnicodeError) as error:
            raise AddressError("invalid", f"{self._place}: is not a valid URL ({error}).") from error
        if not url.host or url.scheme not in {"https", "http"} or port_of(url) > _LAST_PORT:
            fault: AddressFault = "invalid" if url.scheme in {"", "https", "http"} else "scheme"
            raise AddressError(fault, f"{self._place}: must be an absolute URL that begins with https://.")
        if url.userinfo:
            raise AddressError(
                "credentials",
                f"{self._place}: must not contain a user name or a password, which would be kept and shown; "
                "leave them out.",
            )
        if url.scheme == "http" and not self._plain_http and not self._is_trusted(url):
            raise AddressError(
                "no_tls",
                f"{self._place}: must begin with https://; http:// is for hosts that the operator of the "
                f"server trusts ({self._variable}).",
            )
        return url

    async def addresses(self, url: URL) -> Sequence[str]:
        """The addresses to connect to, and no others: a name may stand for another address a moment later.

        Raises:
            AddressError: there are none, or none in time, or one is not public and the host is not trusted.
        """
        try:
            async with asyncio.timeout(_LOOK_UP_S):
                found = await self._resolve(url.raw_host.decode(), port_of(url))
        except TimeoutError as error:
            raise AddressError(
                "unresolved",
                f"{self._place}: the address of {url.host} is not found in time; try again later.",
            ) from error
        except (OSError, UnicodeError) as error:
            raise AddressError("unresolved", f"{self._place}: the host {url.host} has no address.") from error
        if not self._is_trusted(url) and not all(map(is_public, found)):
            raise AddressError(
                "private",
                f"{self._place}: the host {url.host} is not on the public internet; use another one, or have "
                f"the operator of the server trust it ({self._variable}).",
            )
        return found

    @asynccontextmanager
    async def ask(
        self,
        method: Literal["GET", "POST"],
        address: str,
        headers: Mapping[str, str],
        *,
        content: bytes | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> AsyncIterator[Response]:
        """Ask at an address that was checked, and at no other that its name may stand for.

        The first that can be connected to is. Through a proxy, the proxy would choose it: there is none. No
        redirect is followed.

        Args:
            method: of HTTP.
            address: the URL.
            headers: besides the host's name.
            content: the body.
            tls: how servers are known; by the certificates that the system trusts if None.

        Raises:
            AddressError: the address may not be used.
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
                    method,
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
