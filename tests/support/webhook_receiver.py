"""A receiver of webhooks for tests: real HTTP on a free port, in threads, with faults."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import ssl

HANG = 0
"""An answer that never comes."""
ENDLESS = 1
"""A good answer whose body never ends."""


class Received(NamedTuple):
    """A message as it came.

    Attributes:
        path: that was asked for.
        headers: with names in lower case.
        body: to the letter.
    """

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A running receiver.

    Attributes:
        answers: a status for each message, or what else it does; 204 once they are used up.
        headers: of each answer.
        received: the messages, in the order of their coming.
    """

    answers: list[int] = field(default_factory=list)
    headers: Mapping[str, str] = field(default_factory=dict)
    port: int = 0
    received: list[Received] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)
    _came: threading.Condition = field(default_factory=threading.Condition)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/hook"

    def take(self, message: Received) -> int:
        """Keep a message: what is answered."""
        with self._came:
            self.received.append(message)
            self._came.notify_all()
            return self.answers.pop(0) if self.answers else 204

    def wait_for(self, count: int, seconds: float = 30) -> Sequence[Received]:
        """The messages, once so many came."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.received) >= count, seconds), self.received
            return list(self.received)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    receiver: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self.receiver.take(Received(self.path, headers, body))
        if answer == HANG:
            self.receiver.stopping.wait(60)
            self.close_connection = True
            return
        self.send_response(200 if answer == ENDLESS else answer)
        for name, value in self.receiver.headers.items():
            self.send_header(name, value)
        if answer != ENDLESS:
            self.send_header("Content-Length", "0")
        self.end_headers()
        with suppress(OSError):
            while answer == ENDLESS and not self.receiver.stopping.is_set():
                self.wfile.write(b"x" * 65_536)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the library's)
        """Say nothing."""


@contextmanager
def receiving(
    *answers: int,
    headers: Mapping[str, str] | None = None,
    host: str = "127.0.0.1",
    tls: ssl.SSLContext | None = None,
) -> Iterator[Receiver]:
    """A receiver, as long as the block takes."""
    receiver = Receiver(list(answers), headers or {})
    handler = type("Handler", (_Handler,), {"receiver": receiver})
    with ThreadingHTTPServer((host, 0), handler) as server:
        server.daemon_threads = True
        server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client that goes away
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        receiver.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            receiver.stopping.set()
            server.shutdown()
            thread.join()
