"""A local server that speaks the OpenAI protocol: chat completions over real HTTP, faults by switch."""

from __future__ import annotations

import json
import math
import socket
import struct
import threading
import time
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.support.server_dialects import OPENAI

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from tests.support.server_dialects import Answer, Refusal

Message = dict[str, str]
_CHARACTERS = 4  # of one token


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


class _Received(NamedTuple):
    number: int
    fault: Fault | None


@dataclass
class OpenAIServer:
    """A running server: where it is, and what it was sent.

    Attributes:
        requests: the bodies in the order of their coming.
        authorizations: the header of each.
        times: when each came, by the clock of this process.
        under_way: how many requests were under way when each came, itself included.
        refused: the parameters that were refused, in order; ``response_format`` with its type.
    """

    reply: Callable[[list[Message]], str]
    faults: list[Fault | None] = field(default_factory=list)
    key: str | None = None
    refuses: Mapping[str, Refusal] = field(default_factory=dict)
    served: str | Callable[[int], str] | None = None
    fingerprint: str | None = None
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    room: int | None = None
    likely: Callable[[list[Message]], Mapping[str, float]] | None = None
    delay: float = 0.0
    base_url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    under_way: list[int] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)
    _now: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def most_at_once(self) -> int:
        """The most requests that were under way at once."""
        return max(self.under_way, default=0)

    def receive(self, body: dict[str, Any], authorization: str) -> _Received:
        """Note a request; its number, and the fault that is due, if one is."""
        with self._lock:
            self.requests.append(body)
            self.authorizations.append(authorization)
            self.times.append(time.monotonic())
            self._now += 1
            self.under_way.append(self._now)
            return _Received(len(self.requests), self.faults.pop(0) if self.faults else None)

    def leave(self) -> None:
        """A request is no longer under way."""
        with self._lock:
            self._now -= 1

    def refusal(self, body: Mapping[str, Any]) -> Answer | None:
        """The answer to the first parameter that is refused."""
        for name, value in body.items():
            kind = f"{name}={value['type']}" if name == "response_format" else name
            refuse = self.refuses.get(kind) or self.refuses.get(name)
            if refuse is not None:
                with self._lock:
                    self.refused.append(kind)
                return refuse(name, value)
        return None

    def completion(self, request: Mapping[str, Any], number: int) -> dict[str, Any]:
        """The answer to a request, cut where its limit or the server's own ends it."""
        text, finish = self.reply(request["messages"]), "stop"
        sent = sum(_tokens(message["content"]) for message in request["messages"])
        received = self.reasoning_tokens + _tokens(text)
        limit = request.get("max_completion_tokens") or request.get("max_tokens") or self.room
        if limit is not None and received > limit:
            text, finish = text[: _CHARACTERS * max(0, limit - self.reasoning_tokens)], "length"
            received = limit
        served = self.served(number) if callable(self.served) else self.served
        logprobs = None
        if self.likely is not None and request.get("logprobs"):
            logprobs = _logprobs(self.likely(request["messages"]), request["top_logprobs"])
        message = {"role": "assistant", "content": text, "refusal": None}
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": served or request["model"],
            **({"system_fingerprint": self.fingerprint} if self.fingerprint else {}),
            "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": logprobs}],
            "usage": {
                "prompt_tokens": sent,
                "completion_tokens": received,
                "total_tokens": sent + received,
                "prompt_tokens_details": {"cached_tokens": self.cached_tokens},
                "completion_tokens_details": {"reasoning_tokens": min(self.reasoning_tokens, received)},
            },
        }


@contextmanager
def openai_server(
    reply: Callable[[list[Message]], str] | str,
    *,
    faults: Sequence[Fault | None] = (),
    key: str | None = None,
    refuses: Mapping[str, Refusal] | Collection[str] = (),
    dialect: Refusal = OPENAI,
    served: str | Callable[[int], str] | None = None,
    fingerprint: str | None = None,
    reasoning_tokens: int = 0,
    cached_tokens: int = 0,
    room: int | None = None,
    likely: Callable[[list[Message]], Mapping[str, float]] | None = None,
    delay: float = 0.0,
) -> Iterator[OpenAIServer]:
    """Serve on a free local port.

    Args:
        reply: the reply to every request, or a function of its messages (role, content).
        faults: one for each of the first requests, None for a good answer; all later ones are answered.
        key: the only API key that is let in; any is if None.
        refuses: parameters that are refused, the first one of each request; ``response_format`` with any
            type, ``response_format=json_schema`` with this one. Each may have words of its own.
        dialect: in which server's words, where they have none.
        served: the model's name in replies, or a function of the request's number, counted from 1; as the
            request names it if None.
        fingerprint: the server's configuration as replies name it.
        reasoning_tokens: spent on each reply before its text.
        cached_tokens: of each prompt.
        room: tokens that a reply may have, of four characters each, where the request sets no limit.
        likely: the probabilities of what the first token may be, a function of the messages; none are given
            if None.
        delay: seconds before each good reply.
    """
    words = refuses if isinstance(refuses, Mapping) else dict.fromkeys(refuses, dialect)
    state = OpenAIServer(
        reply=(lambda _: reply) if isinstance(reply, str) else reply,
        faults=list(faults),
        key=key,
        refuses=words,
        served=served,
        fingerprint=fingerprint,
        reasoning_tokens=reasoning_tokens,
        cached_tokens=cached_tokens,
        room=room,
        likely=likely,
        delay=delay,
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
        number, fault = self.state.receive(body, self.headers.get("Authorization", ""))
        try:
            answer = None if fault is not None else self._answer(body, number)
            if fault is not None and fault.hang:
                self.state.stopping.wait()
        finally:
            # Who reads the answer may send the next request before this thread goes on.
            self.state.leave()
        if answer is not None:
            self._send(answer[0], json.dumps(answer[1]).encode())
        elif fault is not None:
            self._fail(fault)

    def _answer(self, body: dict[str, Any], number: int) -> Answer:
        state, authorization = self.state, self.headers.get("Authorization")
        if self.path != "/v1/chat/completions":
            return 404, _error(f"no such path: {self.path}")
        if state.key is not None and authorization != f"Bearer {state.key}":
            return 401, _error(f"Incorrect API key provided: {authorization}")
        if (refusal := state.refusal(body)) is not None:
            return refusal
        completion = state.completion(body, number)
        if state.delay:
            state.stopping.wait(state.delay)
        return 200, completion

    def _fail(self, fault: Fault) -> None:
        if fault.hang or fault.reset:
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.close_connection = True
            self.connection.close()
        elif fault.body is not None:
            self._send(200, fault.body)
        else:
            said = f"bad header Authorization: {self.headers.get('Authorization')}" if fault.echo else ""
            body = json.dumps(_error(said or "as the test asked")).encode()
            self._send(fault.status or 500, body, fault.headers)

    def _send(self, status: int, body: bytes, headers: Sequence[tuple[str, str]] = ()) -> None:
        self.send_response(status)
        for name, value in (("Content-Type", "application/json"), *headers):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        with suppress(ConnectionError):  # the caller gave up waiting
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing is logged."""

    def finish(self) -> None:
        if self.connection.fileno() != -1:
            super().finish()


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "error", "param": None, "code": None}}


def _logprobs(likely: Mapping[str, float], most: int) -> dict[str, Any]:
    nearest = sorted(likely.items(), key=lambda each: -each[1])[:most]
    listed = [{"token": token, "logprob": math.log(each), "bytes": None} for token, each in nearest]
    return {"content": [{**listed[0], "top_logprobs": listed}]}


def _tokens(text: str) -> int:
    return len(text) // _CHARACTERS
