"""Requests as bytes on a socket: what no client of good will sends."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tools.serving.served import KEY

if TYPE_CHECKING:
    import httpx2

    from tools.serving.served import Served

EVALUATIONS, BATCH = "/v1/evaluations", "/v1/evaluations/batch"
ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}
JSON = "Content-Type: application/json"


@dataclass(frozen=True)
class Target:
    """What is attacked, and how hard.

    Attributes:
        server: the server.
        client: of good will.
        short: whether attacks are small.
    """

    server: Served
    client: httpx2.Client
    short: bool

    def size(self, whole: int, short: int) -> int:
        """How much of something there is to be."""
        return short if self.short else whole

    @contextlib.contextmanager
    def connection(self, seconds: float = 60.0) -> Iterator[socket.socket]:
        """A connection that waits so long for what is read."""
        with socket.create_connection(self.server.place, timeout=seconds) as found:
            yield found

    def send(self, *parts: bytes, seconds: float = 60.0) -> str:
        """Send bytes; the status that comes back, or ``closed``."""
        with self.connection(seconds) as found:
            with contextlib.suppress(OSError):
                for part in parts:
                    found.sendall(part)
            return status_read(found)

    def post(self, path: str, body: bytes, seconds: float = 60.0) -> str:
        """Post a body as JSON; the status."""
        return self.send(head("POST", path, JSON, f"Content-Length: {len(body)}"), body, seconds=seconds)


def head(method: str, path: str, *headers: str) -> bytes:
    """The head of a request with a key."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {KEY}", *headers, "", ""]
    return "\r\n".join(lines).encode()


def status_read(connection: socket.socket) -> str:
    """The status that comes back, or that the connection was closed without one."""
    received = b""
    try:
        while b"\r\n" not in received and (block := connection.recv(65_536)):
            received += block
    except ConnectionError:
        return "closed"
    except TimeoutError:
        return "silent"
    return received.split()[1].decode() if received else "closed"


def at_once(count: int, attack: Callable[[int], str]) -> str:
    """What came of an attack that is made many times at once."""
    with ThreadPoolExecutor(count) as threads:
        return counted(list(threads.map(attack, range(count))))


def counted(said: list[str]) -> str:
    """How often each thing was said."""
    return " ".join(f"{said.count(each)}x{each}" for each in sorted({*said}))
