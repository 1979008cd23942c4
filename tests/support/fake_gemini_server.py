"""A local server that speaks Gemini's REST protocol, for tests over real HTTP.

It answers ``POST /v1beta/models/{model}:generateContent``, refuses what Gemini refuses (a missing key, an
unknown method, an unknown field, a role that is neither ``user`` nor ``model``, options that some models do
not take) in Google's error shape, and can be set beforehand to answer the next calls: late, with an
error, blocked, cut off, or not at all.
"""

from __future__ import annotations

import json
import re
import socket
import struct
import threading
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, urlsplit

import pytest

from agents.models.google.google_chat import MAINTAINED_SDK, RETIRED_SDK, installed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from types import TracebackType
    from typing import Self

_PATH = re.compile(r"^/v1beta/models/(?P<model>[^/:]+):generateContent$")
_REQUEST_FIELDS = {"model", "contents", "systemInstruction", "generationConfig", "safetySettings", "tools"}
_CONFIG_FIELDS = {"temperature", "topP", "seed", "maxOutputTokens", "stopSequences", "responseMimeType"}
_CONFIG_FIELDS |= {"responseJsonSchema", "thinkingConfig"}
# Where an option is in a request, and what Gemini says of one that its model does not take.
_UNKNOWN = (
    "Invalid JSON payload received. Unknown name \"{field}\" at 'generation_config': Cannot find field."
)
_REFUSED = {
    "temperature": ("temperature", _UNKNOWN),
    "seed": ("seed", _UNKNOWN),
    "max_output_tokens": ("maxOutputTokens", _UNKNOWN),
    "thinking_level": ("thinkingLevel", "Thinking level {value} is not supported for this model."),
    "thinking_budget": ("thinkingBudget", "Thinking budget is not supported for this model."),
    "response_format=json_schema": ("responseJsonSchema", _UNKNOWN),
    "response_format": ("responseMimeType", "JSON mode is not enabled for this model"),
}
_CHARACTERS = 4  # of one token
# Google sends enums as numbers to a client that asks for ``$alt=json;enum-encoding=int``.
_FINISH_NUMBERS = {"STOP": 1, "MAX_TOKENS": 2, "SAFETY": 3, "RECITATION": 4, "OTHER": 5}
_BLOCK_NUMBERS = {"SAFETY": 1, "OTHER": 2, "BLOCKLIST": 3, "PROHIBITED_CONTENT": 4}

Json = dict[str, Any]


@dataclass(frozen=True)
class SeenCall:
    """One request as it came over the wire.

    Attributes:
        path: of the URL, without the query.
        headers: names in lower case.
        body: the decoded JSON.
        client: address and port of the connection it came on.
    """

    path: str
    headers: Mapping[str, str]
    body: Json
    client: tuple[str, int]

    @property
    def key(self) -> str | None:
        """The API key."""
        return self.headers.get("x-goog-api-key")

    @property
    def texts(self) -> list[str]:
        """The text of each turn."""
        return ["".join(part["text"] for part in turn["parts"]) for turn in self.body["contents"]]

    @property
    def options(self) -> Json:
        """The fields of ``generationConfig`` and of the ``thinkingConfig`` in it.

        Google takes names in either spelling, and its SDK sends those of the latter with underscores.
        """
        config = self.body.get("generationConfig", {})
        named = {**config, **config.get("thinkingConfig", {})}
        return {re.sub(r"_(.)", lambda match: match[1].upper(), name): each for name, each in named.items()}


@dataclass(frozen=True)
class Reply:
    """How one call is answered.

    Attributes:
        body: an answer or error in the protocol's shape, or text to send as it is.
        status: HTTP status.
        headers: further headers.
        delay: seconds before a byte is sent.
        reset: cut the connection instead of answering.
    """

    body: Json | str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    reset: bool = False


def answered(  # the parts of an answer that tests vary
    *parts: str | Json,
    finish: str = "STOP",
    usage: Mapping[str, int] | None = None,
    served: str = "gemini-test-001",
    delay: float = 0.0,
) -> Reply:
    """An answer of one candidate.

    Strings are text parts; ``usage`` is Gemini's ``usageMetadata``, with ``thoughtsTokenCount`` and
    ``cachedContentTokenCount`` where a test wants them; ``served`` is the model that answered.
    """
    content = {"role": "model", "parts": [{"text": p} if isinstance(p, str) else p for p in parts]}
    body: Json = {
        "candidates": [{"content": content, "finishReason": finish, "index": 0}],
        "modelVersion": served,
        "responseId": "r-1",
    }
    if not parts:
        del body["candidates"][0]["content"]
    if usage is not None:
        body["usageMetadata"] = dict(usage)
    return Reply(body, delay=delay)


def blocked(reason: str = "SAFETY") -> Reply:
    """A prompt that Gemini refuses to answer: no candidate, a reason."""
    usage = {"promptTokenCount": 7, "totalTokenCount": 7}
    return Reply({"promptFeedback": {"blockReason": reason}, "usageMetadata": usage})


def failed(
    code: int,
    status: str,
    message: str = "no",
    *,
    retry_after: str | None = None,
    retry_delay: str | None = None,
) -> Reply:
    """An error in Google's shape; ``retry_delay`` (such as ``"0.2s"``) goes into a ``RetryInfo`` detail."""
    error: Json = {"code": code, "message": message, "status": status}
    if retry_delay is not None:
        error["details"] = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": retry_delay}]
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return Reply({"error": error}, status=code, headers=headers)


def echo(call: SeenCall) -> Reply:
    """The default answer: the last turn's text, with tokens counted in words."""
    sent = sum(len(text.split()) for text in call.texts)
    text = call.texts[-1]
    received = len(text.split())
    usage = {
        "promptTokenCount": sent,
        "candidatesTokenCount": received,
        "totalTokenCount": sent + received,
    }
    return answered(text, usage=usage)


def _cut(reply: Reply, limit: int | None) -> Reply:
    """The answer as far as the limit lets it come."""
    candidates = reply.body.get("candidates", ()) if isinstance(reply.body, dict) else ()
    parts = [part for each in candidates for part in each.get("content", {}).get("parts", ())]
    if limit is None or sum(len(part.get("text", "")) for part in parts) <= _CHARACTERS * limit:
        return reply
    body: Json = json.loads(json.dumps(reply.body))
    text = "".join(part.get("text", "") for part in parts)[: _CHARACTERS * limit]
    body["candidates"][0] |= {
        "content": {"role": "model", "parts": [{"text": text}]},
        "finishReason": "MAX_TOKENS",
    }
    if "usageMetadata" in body:
        usage = body["usageMetadata"]
        usage["candidatesTokenCount"] = limit
        usage["totalTokenCount"] = usage["promptTokenCount"] + limit + usage.get("thoughtsTokenCount", 0)
    return replace(reply, body=body)


class FakeGeminiServer:
    """The server; a context manager. Calls are answered from ``replies`` in order, then by ``answer``.

    Attributes:
        calls: as they came.
        refused: the options that were refused, in order.
    """

    def __init__(
        self,
        *replies: Reply,
        answer: Callable[[SeenCall], Reply] = echo,
        refuses: Collection[str] = (),
        room: int | None = None,
    ) -> None:
        """Set how it answers.

        Args:
            replies: the first answers.
            answer: gives all later ones.
            refuses: options that its model does not take, by their names in
                ``agents.models.refused_parameters``.
            room: tokens that an answer's text may have, of four characters each, where the request sets no
                limit; only what ``answer`` gives is cut.
        """
        if not (installed(MAINTAINED_SDK) or installed(RETIRED_SDK)):
            pytest.skip("neither of Google's SDKs is installed (uv sync --group providers)")
        self.calls: list[SeenCall] = []
        self.refused: list[str] = []
        self._replies = list(replies)
        self._answer = answer
        self._refuses = {name: _REFUSED[name] for name in refuses}
        self._room = room
        self._lock = threading.Lock()
        self.closing = threading.Event()
        self._http = _Http(self)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        """The base URL, without a version."""
        host, port = self._http.server_address[:2]
        return f"http://{host!s}:{port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def reply_to(self, call: SeenCall) -> Reply:
        """Note a call and decide its answer."""
        with self._lock:
            self.calls.append(call)
            if refusal := _refusal(call):
                return refusal
            for name, (field_name, said) in self._refuses.items():
                if (value := call.options.get(field_name)) is not None:
                    self.refused.append(name)
                    return failed(400, "INVALID_ARGUMENT", said.format(field=field_name, value=value))
            if self._replies:
                return self._replies.pop(0)
        return _cut(self._answer(call), call.options.get("maxOutputTokens") or self._room)


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, owner: FakeGeminiServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.owner = owner


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 20
    # Without this, headers and body go out as two packets and the second waits for an acknowledgement.
    wbufsize = -1

    def do_POST(self) -> None:
        owner = cast("_Http", self.server).owner
        url = urlsplit(self.path)
        raw = self.rfile.read(int(self.headers.get("content-length", "0")))
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = owner.reply_to(SeenCall(url.path, headers, json.loads(raw or b"{}"), self.client_address))
        if reply.delay and owner.closing.wait(reply.delay):
            self.close_connection = True
            return
        if reply.reset:
            self._reset()
            return
        numbers = "enum-encoding=int" in dict(parse_qsl(url.query)).get("$alt", "")
        self._send(reply, numbers=numbers)

    def _send(self, reply: Reply, *, numbers: bool) -> None:
        if isinstance(reply.body, str):
            kind, payload = "text/html", reply.body.encode()
        else:
            body = _numbered(reply.body) if numbers else reply.body
            kind, payload = "application/json", json.dumps(body, ensure_ascii=False).encode()
        try:
            self.send_response(reply.status)
            for name, value in {**reply.headers, "Content-Type": f"{kind}; charset=UTF-8"}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)
            self.wfile.flush()
        except ConnectionError:  # the caller gave up waiting
            self.close_connection = True

    def _reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base class's name)
        """Keep quiet."""


def _refusal(call: SeenCall) -> Reply | None:
    """What Gemini refuses whatever it was going to answer."""
    if not _PATH.match(call.path):
        return failed(404, "NOT_FOUND", f"{call.path} is not found for API version v1beta")
    if not call.key:
        return failed(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers")
    if fault := _fault(call.body):
        return failed(400, "INVALID_ARGUMENT", fault)
    return None


def _fault(body: Json) -> str | None:
    unknown = (body.keys() - _REQUEST_FIELDS) | (body.get("generationConfig", {}).keys() - _CONFIG_FIELDS)
    if unknown:
        return f"Invalid JSON payload received. Unknown name {min(unknown)!r}: Cannot find field."
    turns: Sequence[Json] = body.get("contents") or ()
    if not turns:
        return "* GenerateContentRequest.contents: contents is not specified"
    if any(turn.get("role") not in {"user", "model"} for turn in turns):
        return "Please use a valid role: user, model."
    parts: list[Json] = [part for turn in turns for part in turn.get("parts") or [{}]]
    if not all(part.get("text") for part in parts):
        return "* GenerateContentRequest.contents: contents.parts must not be empty."
    return None


def _numbered(body: Json) -> Json:
    """The same answer with its enums as numbers."""
    numbered: Json = json.loads(json.dumps(body))
    for candidate in numbered.get("candidates", ()):
        candidate["finishReason"] = _FINISH_NUMBERS[candidate["finishReason"]]
    if "promptFeedback" in numbered:
        feedback = numbered["promptFeedback"]
        feedback["blockReason"] = _BLOCK_NUMBERS[feedback["blockReason"]]
    return numbered
