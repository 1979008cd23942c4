"""A proxy in front of a server that cuts connections off, as networks do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

_PIECE = 65_536


@contextmanager
def cutting_proxy(url: str, allowed: Callable[[int], int | None]) -> Iterator[str]:
    """A proxy's address.

    Args:
        url: the server's.
        allowed: how many bytes of the server's responses pass on a connection, given its number from 1,
            until it is cut off; None for all.
    """
    target = urlsplit(url).hostname, urlsplit(url).port
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        number = 0
        with suppress(OSError):
            while True:
                client, _ = listening.accept()
                number += 1
                server = socket.create_connection(target)
                _start(_forward, client, server, None)
                _start(_forward, server, client, allowed(number))

    _start(serve)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()


def _start(work: Callable[..., None], *given: object) -> None:
    threading.Thread(target=work, args=given, daemon=True).start()


def _forward(source: socket.socket, target: socket.socket, allowed: int | None) -> None:
    """Pass bytes on until either side closes or the allowed bytes have passed; then close both."""
    left = allowed
    with suppress(OSError):
        while piece := source.recv(_PIECE):
            passed = piece if left is None else piece[:left]
            target.sendall(passed)
            left = None if left is None else left - len(passed)
            if left == 0:
                break
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()
