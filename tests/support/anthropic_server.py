"""A local server of Anthropic's Messages protocol over real HTTP, and what Ollama's shares with it."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from abc import abstractmethod
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from tests.support.openai_server import _CHARACTERS, OpenAIServer, _Handler, _Server, _tokens
from tests.support.server_dialects import Dialect

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from contextlib import AbstractContextManager

    from tests.support.openai_server import Fault, Message
    from tests.support.server_dialects import Answer, Refusal

_LOOK = 0.01  # seconds between two looks whether the other side is still there
_ABORT = struct.pack("ii", 1, 0)
_KINDS = {400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error"}
_KINDS |= {429: "rate_limit_error", 529: "overloaded_error"}


@dataclass
class ProviderServer(OpenAIServer):
    """A running server of a provider's own protocol; what it notes is noted as the OpenAI server notes it.

    Attributes:
        dropped: requests whose connection was given up before they were answered.
        connections: those that are open.
    """

    dropped: int = 0
    connections: set[socket.socket] = field(default_factory=set)

    @abstractmethod
    def error(self, status: int, said: str) -> dict[str, Any]:
        """An error's body."""

    @abstractmethod
    def parameters(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What of a request may be refused, by its names on the wire."""

    def refusal(self, body: Mapping[str, Any]) -> Answer | None:
        return super().refusal(self.parameters(body))

    def drop(self) -> None:
        """A request was given up."""
        with self._lock:
            self.dropped += 1

    def cut(self, text: str, limit: int | None) -> tuple[str, int, bool]:
        """A reply as a limit leaves it, its tokens with those of the thoughts, and whether it was cut off."""
        whole = self.reasoning_tokens + _tokens(text)
        if limit is None or whole <= limit:
            return text, whole, False
        return text[: _CHARACTERS * max(0, limit - self.reasoning_tokens)], limit, True

    def served_name(self, request: Mapping[str, Any], number: int) -> str:
        """The model's name as the reply has it."""
        served = self.served(number) if callable(self.served) else self.served
        return served or str(request["model"])


Running = TypeVar("Running", bound=ProviderServer)


@contextmanager
def serving(state: Running, handler: type[ProviderHandler]) -> Iterator[Running]:
    """Serve on a free local port; every connection is broken at the end, as by a machine that goes down."""
    server = _Server(("127.0.0.1", 0), type("Handler", (handler,), {"state": state}))
    state.base_url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()
        for connection in list(state.connections):
            with suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _ABORT)
                connection.shutdown(socket.SHUT_RD)


class ProviderHandler(_Handler):
    """Answers what a protocol's own path is asked."""

    state: ProviderServer
    served_path: str

    def setup(self) -> None:
        super().setup()
        self.state.connections.add(self.connection)

    def handle(self) -> None:
        with suppress(ConnectionError):  # the other side went away between two requests
            super().handle()

    def finish(self) -> None:
        self.state.connections.discard(self.connection)
        super().finish()

    def do_POST(self) -> None:  # noqa: N802
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        number, fault = self.state.receive(body, self._key())
        answer = None
        try:
            if fault is None:
                answer = self._answer(body, number)
            stays = self._wait(self.state.delay if fault is None or not fault.hang else None)
        finally:
            # Who reads the answer may send the next request before this thread goes on.
            self.state.leave()
        if not stays:
            self.close_connection = True
        elif answer is not None:
            self._reply(body, *answer)
        elif fault is not None:
            self._fail(fault)

    def _key(self) -> str:
        authorization: str = self.headers.get("Authorization", "")
        return self.headers.get("x-api-key") or authorization.removeprefix("Bearer ")

    def _answer(self, body: dict[str, Any], number: int) -> Answer:
        state = self.state
        if self.path != self.served_path:
            return 404, state.error(404, f"no such path: {self.path}")
        if state.key is not None and self._key() != state.key:
            return 401, state.error(401, f"invalid x-api-key {self._key()}")
        return state.refusal(body) or (200, state.completion(body, number))

    def _wait(self, most: float | None) -> bool:
        """Wait, until the test's end if no time is given; False where the other side gives up before."""
        until = None if most is None else time.monotonic() + most
        while not self.state.stopping.is_set() and (until is None or time.monotonic() < until):
            self.connection.settimeout(_LOOK)
            try:
                there = bool(self.connection.recv(1, socket.MSG_PEEK))
            except TimeoutError:
                there = True
            except ConnectionError:
                there = False
            finally:
                self.connection.settimeout(None)
            if not there:
                self.state.drop()
                return False
        return True

    def _reply(self, request: Mapping[str, Any], status: int, body: dict[str, Any]) -> None:
        self._send(status, json.dumps(body).encode())

    def _fail(self, fault: Fault) -> None:
        if fault.status is None:
            super()._fail(fault)
            return
        said = f"bad header x-api-key: {self._key()}" if fault.echo else "as the test asked"
        self._send(fault.status, json.dumps(self.state.error(fault.status, said)).encode(), fault.headers)


@dataclass
class AnthropicServer(ProviderServer):
    """A running server of Anthropic's protocol.

    Attributes:
        written_tokens: of each prompt written to the cache, for five minutes and for an hour.
        tells_lifetimes: whether it says for how long, as newer servers do.
    """

    written_tokens: tuple[int, int] = (0, 0)
    tells_lifetimes: bool = False

    def error(self, status: int, said: str) -> dict[str, Any]:
        return _error(status, said)

    def _lifetimes(self) -> dict[str, int]:
        names = ("ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens")
        return dict(zip(names, self.written_tokens, strict=True))

    def parameters(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Names as the server's own sentences have them: ``output_config.format``."""
        asked = {name: value for name, value in body.items() if name != "output_config"}
        return asked | {f"output_config.{k}": v for k, v in (body.get("output_config") or {}).items()}

    def refusal(self, body: Mapping[str, Any]) -> Answer | None:
        most, wanted = self.room, body.get("max_tokens")
        if wanted is None:
            return 400, self.error(400, "max_tokens: Field required")
        if most is not None and wanted > most:
            said = f"max_tokens: {wanted} > {most}, which is the maximum allowed number of output tokens"
            return 400, self.error(400, f"{said} for {body['model']}")
        return super().refusal(body)

    def completion(self, request: Mapping[str, Any], number: int) -> dict[str, Any]:
        messages = _messages(request)
        text, received, cut = self.cut(self.reply(messages), request["max_tokens"])
        sent = sum(_tokens(message["content"]) for message in messages)
        content: list[dict[str, Any]] = [{"type": "text", "text": text}]
        if request.get("tools"):
            # A tool's input is an object at all times; of one that was cut off there is nothing.
            called = {} if cut else json.loads(text)
            tool = request["tools"][0]["name"]
            content = [{"type": "tool_use", "id": f"toolu_{number}", "name": tool, "input": called}]
        if self.reasoning_tokens:
            content.insert(0, {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"})
        return {
            "id": f"msg_{number}",
            "type": "message",
            "role": "assistant",
            "model": self.served_name(request, number),
            "content": content,
            "stop_reason": "max_tokens" if cut else "tool_use" if request.get("tools") else "end_turn",
            "stop_sequence": None,
            "usage": {
                "input_tokens": sent - self.cached_tokens - sum(self.written_tokens),
                "cache_creation_input_tokens": sum(self.written_tokens),
                **({"cache_creation": self._lifetimes()} if self.tells_lifetimes else {}),
                "cache_read_input_tokens": self.cached_tokens,
                "output_tokens": received,
                "output_tokens_details": {"thinking_tokens": min(self.reasoning_tokens, received)},
            },
        }


class _AnthropicHandler(ProviderHandler):
    served_path = "/v1/messages"


def anthropic_server(
    reply: Callable[[list[Message]], str] | str,
    *,
    faults: Sequence[Fault | None] = (),
    refuses: Mapping[str, Refusal] | Collection[str] = (),
    **behaviour: Any,
) -> AbstractContextManager[AnthropicServer]:
    """Serve on a free local port.

    Args:
        reply: the reply to every request, or a function of its messages (role, content), the system prompt
            the first of them. Where a tool is asked for, it is the tool's input.
        faults: one for each of the first requests, None for a good answer; all later ones are answered.
        refuses: parameters that are refused, the first one of each request, such as ``temperature`` and
            ``output_config.format``. Each may have words of its own.
        behaviour: further fields of :class:`AnthropicServer`: ``key``, ``served``, ``reasoning_tokens``,
            ``cached_tokens``, ``written_tokens``, ``delay``, ``room`` (the most that ``max_tokens`` may be).
    """
    return serving(
        AnthropicServer(
            reply=(lambda _: reply) if isinstance(reply, str) else reply,
            faults=list(faults),
            refuses=refuses if isinstance(refuses, Mapping) else dict.fromkeys(refuses, ANTHROPIC),
            **behaviour,
        ),
        _AnthropicHandler,
    )


def _messages(request: Mapping[str, Any]) -> list[Message]:
    system = _text(request.get("system") or "")
    first: list[Message] = [{"role": "system", "content": system}] if system else []
    return first + [{"role": m["role"], "content": _text(m["content"])} for m in request["messages"]]


def _text(content: str | list[dict[str, Any]]) -> str:
    return content if isinstance(content, str) else "".join(block["text"] for block in content)


def _error(status: int, said: str) -> dict[str, Any]:
    error = {"type": _KINDS.get(status, "api_error"), "message": said}
    return {"type": "error", "error": error, "request_id": "req_1"}


ANTHROPIC = Dialect(
    {
        "temperature": "`temperature` is deprecated for this model.",
        "output_config.effort": "This model does not support the effort parameter.",
        "thinking": "adaptive thinking is not supported on this model",
        "*": "{name}: Extra inputs are not permitted",
    },
    lambda said, _name, _value: (400, _error(400, said)),
)
OLDER_MODEL = Dialect(
    {"*": "'invented-name' does not support output format."},
    lambda said, _name, _value: (400, _error(400, said)),
)
"""How a model of before structured outputs refuses ``output_config.format``."""
