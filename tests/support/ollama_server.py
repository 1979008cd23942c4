"""A local server that speaks Ollama's own protocol over real HTTP: ``/api/chat``, streamed line by line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tests.support.anthropic_server import ProviderHandler, ProviderServer, serving
from tests.support.openai_server import Fault, _tokens
from tests.support.server_dialects import Dialect

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from contextlib import AbstractContextManager

    from tests.support.openai_server import Message
    from tests.support.server_dialects import Refusal

_NO_PARAMETERS = frozenset({"model", "messages", "stream", "options"})


def _line(content: str, **more: Any) -> bytes:
    message = {"role": "assistant", "content": content}
    made = {"model": "m", "created_at": "2026-11-01T00:00:00Z", "message": message, "done": False}
    return json.dumps(made | more).encode() + b"\n"


BROKEN_OFF = Fault(body=_line("half an an"))
"""A stream that ends in the middle of its reply, as when the runner behind the server is killed."""
ERROR_LINE = Fault(body=_line("half") + b'{"error": "an error was encountered while running the model"}\n')
"""A stream that ends with an error, which comes without a status."""


class OllamaServer(ProviderServer):
    """A running server of Ollama's protocol."""

    def error(self, status: int, said: str) -> dict[str, Any]:
        return {"error": said}

    def parameters(self, body: Mapping[str, Any]) -> dict[str, Any]:
        own = {name: value for name, value in body.items() if name not in _NO_PARAMETERS}
        return {name: value for name, value in (own | body["options"]).items() if value not in (None, [])}

    def completion(self, request: Mapping[str, Any], number: int) -> dict[str, Any]:
        limit = request["options"].get("num_predict") or self.room
        text, received, cut = self.cut(self.reply(request["messages"]), limit)
        thought = {"thinking": "Hm."} if request.get("think") else {}
        return {
            "model": self.served_name(request, number),
            "created_at": "2026-11-01T00:00:00Z",
            "message": {"role": "assistant", "content": text, **thought},
            "done": True,
            "done_reason": "length" if cut else "stop",
            "total_duration": 2_000_000,
            "load_duration": 1_000_000,
            "prompt_eval_count": sum(_tokens(message["content"]) for message in request["messages"]),
            "prompt_eval_duration": 500_000,
            "eval_count": received,
            "eval_duration": 500_000,
        }


class _OllamaHandler(ProviderHandler):
    served_path = "/api/chat"

    def _reply(self, request: Mapping[str, Any], status: int, body: dict[str, Any]) -> None:
        if status != 200 or not request.get("stream", True):
            super()._reply(request, status, body)
            return
        self.send_response(status)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        with suppress(ConnectionError):  # the caller gave up waiting
            self.end_headers()
            for line in (*_streamed(body), b""):
                self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))


def ollama_server(
    reply: Callable[[list[Message]], str] | str,
    *,
    faults: Sequence[Fault | None] = (),
    refuses: Mapping[str, Refusal] | Collection[str] = (),
    **behaviour: Any,
) -> AbstractContextManager[OllamaServer]:
    """Serve on a free local port.

    Args:
        reply: the reply to every request, or a function of its messages (role, content).
        faults: one for each of the first requests, None for a good answer; all later ones are answered.
        refuses: parameters that are refused, the first one of each request, such as ``format``, ``think``
            and ``temperature``. Each may have words of its own.
        behaviour: further fields of :class:`OllamaServer`: ``key``, ``served``, ``reasoning_tokens`` (which
            the protocol does not count), ``delay``, ``room`` (tokens of a reply where the request
            sets no limit).
    """
    words = refuses if isinstance(refuses, Mapping) else dict.fromkeys(refuses, OLLAMA)
    replying = (lambda _: reply) if isinstance(reply, str) else reply
    state = OllamaServer(reply=replying, faults=list(faults), refuses=words, **behaviour)
    return serving(state, _OllamaHandler)


def _streamed(whole: Mapping[str, Any]) -> list[bytes]:
    """A reply in the lines that it comes in: thoughts, two pieces of the text, and the counts."""
    message, model = whole["message"], whole["model"]
    middle = len(message["content"]) // 2
    pieces = [piece for piece in (message["content"][:middle], message["content"][middle:]) if piece]
    lines = [_line(piece, model=model) for piece in pieces]
    if "thinking" in message:
        thought = {"role": "assistant", "content": "", "thinking": message["thinking"]}
        lines.insert(0, _line("", model=model, message=thought))
    end = {**whole, "message": {"role": "assistant", "content": ""}}
    return [*lines, json.dumps(end).encode() + b"\n"]


OLLAMA = Dialect(
    {
        "format": 'invalid format: expected "json" or a JSON schema',
        "think": '"invented-name" does not support thinking',
        "tools": "registry.ollama.ai/library/invented-name:latest does not support tools",
        "*": "invalid options: {name}",
    },
    lambda said, _name, _value: (400, {"error": said}),
)
BREAKING = Dialect({"*": "invalid JSON schema in format"}, lambda said, _name, _value: (500, {"error": said}))
"""How older versions refuse ``format``: as an error of their own."""
