"""A local server that speaks the OpenAI protocol: chat completions over real HTTP, faults by switch."""

from __future__ import annotations

import json
import socket
import struct
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Message = dict[str, str]


@dataclass(frozen=True)
class Fault:
    """What goes wrong with one request.

    ``status`` answers with an error, ``hang`` never answers, ``reset`` breaks the connection, ``body`` sends
    these bytes as they are with status 200. ``echo`` makes an error quote the key that it was sent.
    """

    status: int | None = None
    echo: bool = False
    headers: tuple[tuple[str, str], ...] = ()
    hang: bool = False
    reset: bool = False
    body: bytes | None = None


@dataclass
class OpenAIServer:
    """A running server: where it is, and what it was sent."""

    reply: Callable[[list[Message]], str]
    faults: list[Fault | None] = field(default_factory=list)
    key: str | None = None
    base_url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def receive(self, body: dict[str, Any], authorization: str) -> Fault | None:
        """Note a request; the fault that is due, if one is."""
        with self._lock:
            self.requests.append(body)
            self.authorizations.append(authorization)
            return self.faults.pop(0) if self.faults else None


@contextmanager
def openai_server(
    reply: Callable[[list[Message]], str] | str,
    *,
    faults: Sequence[Fault | None] = (),
    key: str | None = None,
) -> Iterator[OpenAIServer]:
    """Serve on a free local port.

    Args:
        reply: the reply to every request, or a function of its messages (role, content).
        faults: one for each of the first requests, None for a good answer; all later ones are answered.
        key: the only API key that is let in; any is if None.
    """
    state = OpenAIServer(
        reply=(lambda _: reply) if isinstance(reply, str) else reply, faults=list(faults), key=key
    )
    server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"state": state}))
    state.base_url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256  # the default of 5 resets connections when many are opened at once


class _Handler(BaseHTTPRequestHandler):
    state: OpenAIServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        fault = self.state.receive(body, self.headers.get("Authorization", ""))
        if fault is not None:
            self._fail(fault)
        elif self.path != "/v1/chat/completions":
            self._send_error(404, f"no such path: {self.path}")
        elif self.state.key is not None and self.headers.get("Authorization") != f"Bearer {self.state.key}":
            self._send_error(401, f"Incorrect API key provided: {self.headers.get('Authorization')}")
        else:
            self._send(200, json.dumps(_completion(body, self.state.reply(body["messages"]))).encode())

    def _fail(self, fault: Fault) -> None:
        if fault.hang:
            self.state.stopping.wait()
        if fault.hang or fault.reset:
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.close_connection = True
            self.connection.close()
        elif fault.body is not None:
            self._send(200, fault.body)
        else:
            said = f"bad header Authorization: {self.headers.get('Authorization')}" if fault.echo else ""
            self._send_error(fault.status or 500, said or "as the test asked", fault.headers)

    def _send_error(self, status: int, message: str, headers: Sequence[tuple[str, str]] = ()) -> None:
        error = {"error": {"message": message, "type": "error", "param": None, "code": None}}
        self._send(status, json.dumps(error).encode(), headers)

    def _send(self, status: int, body: bytes, headers: Sequence[tuple[str, str]] = ()) -> None:
        self.send_response(status)
        for name, value in (("Content-Type", "application/json"), *headers):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing is logged."""

    def finish(self) -> None:
        if self.connection.fileno() != -1:
            super().finish()


def _completion(request: dict[str, Any], text: str) -> dict[str, Any]:
    sent = sum(len(message["content"]) for message in request["messages"]) // 4
    received = len(text) // 4
    message = {"role": "assistant", "content": text, "refusal": None}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
        "usage": {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received},
    }
