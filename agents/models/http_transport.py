"""An HTTP transport whose cost does not grow with the number of its connections.

The pool of httpx looks at every connection whenever a request begins or ends, and asks the system of each
idle one whether it is still open. With 64 connections that is a good part of what a call costs. Here each
connection is a pool of its own, and the one used last is used next.

OpenAI's SDK takes objects of the HTTP library that it was written for, which is httpx before its version 3.
"""

import asyncio
import socket
import ssl
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING or int(version("openai").partition(".")[0]) > 2:  # noqa: PLR2004  (the SDK's version)
    import httpx2 as http
else:
    import httpx as http

__all__ = ["KEPT_ALIVE", "SingleConnections", "http"]

_KEPT_SECONDS = 5.0
# A model may think for minutes without a word, which networks on the way take for an idle connection, and a
# server that is gone is noticed in minutes and not at the timeout. Not every system has all of these.
_PROBES = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 30, "TCP_KEEPCNT": 5}
KEPT_ALIVE = [
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    *((socket.IPPROTO_TCP, getattr(socket, name), n) for name, n in _PROBES.items() if hasattr(socket, name)),
]
"""Socket options that tell a slow server from one that is gone."""
_MOST_IDLE = 100


class SingleConnections(http.AsyncBaseTransport):
    """Connections of one event loop, each used by one request at a time.

    How many requests run at once is bounded by the caller (see :mod:`agents.calls.limits`).
    """

    def __init__(self) -> None:
        """Begin without connections."""
        self._ssl_context: ssl.SSLContext | None = None
        # One that was opened for http verifies no certificate: a redirect must not take it to https.
        self._idle: defaultdict[str, list[http.AsyncHTTPTransport]] = defaultdict(list)
        self._all: set[http.AsyncHTTPTransport] = set()

    async def handle_async_request(self, request: http.Request) -> http.Response:
        """Send a request over an idle connection or a new one."""
        scheme = request.url.scheme
        idle = self._idle[scheme]
        connection = idle.pop() if idle else self._opened(scheme)
        try:
            response = await connection.handle_async_request(request)
        except BaseException:
            await self._drop(connection)
            raise
        assert isinstance(response.stream, http.AsyncByteStream)  # noqa: S101  (for the type checker)
        response.stream = _Body(response.stream, partial(self._release, connection, idle))
        return response

    async def aclose(self) -> None:
        """Close all connections."""
        connections, self._all = self._all, set()
        self._idle.clear()
        await asyncio.gather(*(connection.aclose() for connection in connections))

    def _opened(self, scheme: str) -> http.AsyncHTTPTransport:
        if scheme == "https" and self._ssl_context is None:
            self._ssl_context = http.create_ssl_context()
        limits = http.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=_KEPT_SECONDS)
        verify = (scheme == "https" and self._ssl_context) or False
        connection = http.AsyncHTTPTransport(verify=verify, limits=limits, socket_options=KEPT_ALIVE)
        self._all.add(connection)
        return connection

    async def _release(
        self, connection: http.AsyncHTTPTransport, idle: list[http.AsyncHTTPTransport]
    ) -> None:
        """Take a connection back whose response was read or given up."""
        if connection not in self._all:
            return
        if len(idle) < _MOST_IDLE:
            idle.append(connection)
        else:
            await self._drop(connection)

    async def _drop(self, connection: http.AsyncHTTPTransport) -> None:
        self._all.discard(connection)
        await connection.aclose()


class _Body(http.AsyncByteStream):
    """A response's body; closing it frees its connection."""

    def __init__(self, body: http.AsyncByteStream, release: Callable[[], Awaitable[None]]) -> None:
        self._body = body
        self._release = release
        self._closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._body:
            yield chunk

    async def aclose(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._body.aclose()
        await self._release()
