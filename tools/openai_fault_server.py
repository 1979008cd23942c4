"""A local server that speaks the OpenAI protocol, with latency and faults by switch.

It runs in a process of its own, so that what is measured pays nothing for it::

    python tools/openai_fault_server.py --latency 0.05 --malformed 0.1 --rate-limited 0.1

The first line it prints is its base URL. Faults are drawn for every HTTP request from a seed. A judgement is
a function of the number behind ``item`` in the prompt, so that a run with faults can be compared with one
without. ``GET /stats`` returns what was served, ``GET /asked`` who asked for which item, and how many
requests of each key are under way.
"""

import argparse
import asyncio
import contextlib
import json
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

_MARKER = re.compile(r"item (\d+)")
_REFUSAL = "I am sorry, but I cannot help with judging this."
_REASONS = {200: "OK", 404: "Not Found", 429: "Too Many Requests", 500: "Internal Server Error"}


@dataclass(frozen=True)
class Faults:
    """Shares of requests, each from 0 to 1, and what they need.

    Attributes:
        malformed: replies that are not valid JSON: a fifth each cut at 60 %, with braces in prose
            before a fence, with a trailing comma, with single quotes, a plain refusal.
        rate_limited: answered with 429.
        errors: answered with 500.
        hangs: never answered.
        retry_after: seconds that a 429 asks to wait.
    """

    malformed: float = 0.0
    rate_limited: float = 0.0
    errors: float = 0.0
    hangs: float = 0.0
    retry_after: int = 1

    def draw(self, dice: random.Random) -> str:
        """What becomes of the next request."""
        point = dice.random()
        shares = (
            ("malformed", self.malformed),
            ("rate_limited", self.rate_limited),
            ("error", self.errors),
            ("hang", self.hangs),
        )
        for name, share in shares:
            if point < share:
                return name
            point -= share
        return "good"


@dataclass
class Service:
    """What all connections share."""

    latency: float
    faults: Faults
    dice: random.Random
    served: Counter[str] = field(default_factory=Counter)
    asked: list[tuple[int, str]] = field(default_factory=list)
    under_way: Counter[str] = field(default_factory=Counter)


def scores_of(item: int) -> tuple[float, float, float]:
    """Accuracy, completeness and clarity that the server gives to an item, each from 1 to 10."""
    return 1 + item * 7 % 91 / 10, 1 + item * 11 % 91 / 10, 1 + item * 13 % 91 / 10


def judgement(item: int) -> dict[str, Any]:
    """The judgement of an item."""
    accuracy, completeness, clarity = scores_of(item)
    return {
        "analysis": f"The answer is item {item}. It was compared with the passages sentence by sentence. "
        "Its first figure is in the first passage, its second in none of them.",
        "accuracy": accuracy,
        "completeness": completeness,
        "clarity": clarity,
        "reason": "One of two figures has no support in the passages, which contain the other to the digit. "
        "The wording is plain, and the order follows the question.",
        "suggestion": f"annual freight tonnage harbour {item}",
        "issues": [
            {"claim": "the second figure", "verdict": "unsupported", "passage_id": None, "quote": None},
            {
                "claim": "the first figure",
                "verdict": "supported",
                "passage_id": "harbour.md#1",
                "quote": "tons of freight",
            },
        ],
    }


def malformed(reply: str, dice: random.Random) -> str:
    """One of five ways in which real models break a reply."""
    kind = dice.randrange(5)
    if kind == 0:
        return reply[: int(len(reply) * 0.6)]
    if kind == 1:
        return f"The set {{freight, tons}} decides here, see {{1}}.\n\n```json\n{reply}\n```"
    if kind == 2:  # noqa: PLR2004  (the third of five)
        return reply[:-1] + ",}"
    if kind == 3:  # noqa: PLR2004  (the fourth of five)
        return repr(json.loads(reply))
    return _REFUSAL


class Connection(asyncio.Protocol):
    """One HTTP/1.1 connection, kept alive."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101  (for the type checker)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Serve a request as soon as it is whole."""
        self._buffer += data
        head, found, body = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        if len(body) < (size := int(length[1]) if length else 0):
            return
        self._buffer = body[size:]
        self._serve(head.decode("latin-1"), body[:size])

    def _serve(self, head: str, body: bytes) -> None:
        line, _, headers = head.partition("\r\n")
        loop = asyncio.get_running_loop()
        if line.startswith("GET /asked "):
            self._send(200, {"asked": self._service.asked, "under_way": self._service.under_way})
            return
        if line.startswith("GET /stats "):
            self._send(200, dict(self._service.served))
            return
        if not line.startswith("POST /v1/chat/completions "):
            self._send(404, _error("no such path"))
            return
        fate = self._service.faults.draw(self._service.dice)
        self._service.served[fate] += 1
        if fate == "hang":
            return
        if fate == "rate_limited":
            loop.call_later(
                self._service.latency, self._send, 429, _error("slow down"), self._service.faults.retry_after
            )
        elif fate == "error":
            loop.call_later(self._service.latency, self._send, 500, _error("out of order"))
        else:
            request = json.loads(body)
            item = _item(request)
            text = _REFUSAL if item is None else json.dumps(judgement(item))
            if fate == "malformed" and text != _REFUSAL:
                text = malformed(text, self._service.dice)
            key = re.search(r"(?im)^authorization: *(.*?)\r?$", headers)
            self._answer(_completion(request, text), item, key[1] if key else "")

    def _answer(self, content: dict[str, Any], item: int | None, key: str) -> None:
        """Answer after a while; who asked for the item is counted until then."""
        service = self._service
        if item is not None:
            service.asked.append((item, key))
        service.under_way[key] += 1

        def answer() -> None:
            service.under_way[key] -= 1
            self._send(200, content)

        asyncio.get_running_loop().call_later(service.latency, answer)

    def _send(self, status: int, content: dict[str, Any], retry_after: int | None = None) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        body = json.dumps(content).encode()
        wait = "" if retry_after is None else f"Retry-After: {retry_after}\r\n"
        head = (
            f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: application/json\r\n{wait}"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self._transport.write(head.encode() + body)


def _item(request: dict[str, Any]) -> int | None:
    """The last item that the user names, None where none is named."""
    said = (message["content"] for message in request["messages"] if message["role"] == "user")
    items = _MARKER.findall("\n".join(said))
    return int(items[-1]) if items else None


def _completion(request: dict[str, Any], text: str) -> dict[str, Any]:
    sent = sum(len(message["content"]) for message in request["messages"]) // 4
    received = len(text) // 4
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": request["model"],
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text, "refusal": None},
                "finish_reason": "stop",
                "logprobs": None,
            }
        ],
        "usage": {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received},
    }


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "error", "param": None, "code": None}}


async def serve(service: Service, port: int) -> None:
    """Serve on a local port until stopped; 0 takes a free one."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(service), "127.0.0.1", port, backlog=1024)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    async with server:
        await server.serve_forever()


def main() -> None:
    """Read the switches and serve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--latency", type=float, default=0.05, help="seconds before every answer")
    parser.add_argument("--seed", type=int, default=1)
    for name in ("malformed", "rate-limited", "errors", "hangs"):
        parser.add_argument(f"--{name}", type=float, default=0.0, help="share of requests, 0 to 1")
    parser.add_argument("--retry-after", type=int, default=1, help="seconds that a 429 asks to wait")
    given = parser.parse_args()
    faults = Faults(given.malformed, given.rate_limited, given.errors, given.hangs, given.retry_after)
    service = Service(given.latency, faults, random.Random(given.seed))  # noqa: S311  (a simulation)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(service, given.port))


if __name__ == "__main__":
    main()
