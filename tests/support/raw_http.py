"""Requests as bytes on a socket: what no client would send."""

from __future__ import annotations

import socket
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable


class Raw(NamedTuple):
    """What came back.

    Attributes:
        status: of the response, None where the connection was closed without one.
        headers: with lower-case names.
        body: what came after the headers.
    """

    status: int | None
    headers: dict[str, str]
    body: bytes


def send_raw(url: str, parts: Iterable[bytes], *, seconds: float = 20.0) -> Raw:
    """Send bytes as they are and read until the server closes or has said all.

    Args:
        url: of the server.
        parts: what is sent, in several writes; what the server does not take any more is left out.
        seconds: how long the server may be silent.
    """
    place = urlsplit(url)
    with closing(socket.create_connection((place.hostname, place.port), timeout=seconds)) as connection:
        try:
            for part in parts:
                connection.sendall(part)
        except OSError:
            pass
        return _read(connection)


def request(
    method: str, target: str, headers: Iterable[str] = (), body: bytes = b"", *, host: str = "localhost"
) -> bytes:
    """A request; it asks for the connection to be closed."""
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", "Connection: close", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def _read(connection: socket.socket) -> Raw:
    received = b""
    try:
        while block := connection.recv(65_536):
            received += block
            head, blank, body = received.partition(b"\r\n\r\n")
            if blank and len(body) >= int(_headers(head).get("content-length", 1 << 40)):
                break
    except ConnectionError:
        pass
    head, _, body = received.partition(b"\r\n\r\n")
    return Raw(int(head.split()[1]) if head else None, _headers(head), body)


def _headers(head: bytes) -> dict[str, str]:
    lines = head.decode("latin-1").split("\r\n")[1:]
    return {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
