"""Gemini's and Anthropic's batch protocols over real HTTP, each as far as the judge uses it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response

Json = dict[str, Any]
_MADE = "2099-01-01T00:00:00Z"


@dataclass
class Batches:
    """What a server keeps.

    Attributes:
        reply: the text of a reply to the texts of a prompt.
        result: what becomes of a line of a batch, by its number: "" for a reply.
        lost: batches that are made next and whose maker hears nothing of it.
        strangers: whether another's batch of as many requests is made after each one.
        made: what each batch was made with.
        lines: the requests of all batches, in order.
    """

    reply: Callable[[str], str]
    result: Callable[[int], str] = lambda _number: ""
    lost: int = 0
    strangers: bool = False
    made: list[Json] = field(default_factory=list)
    lines: list[Json] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def is_lost(self) -> bool:
        """Whether the answer to the making of a batch is lost."""
        self.lost -= 1
        return self.lost >= 0


def gemini_app(kept: Batches) -> Starlette:
    """Gemini's files and batches."""

    async def upload(request: Request) -> Response:
        if request.headers["x-goog-upload-command"] == "start":
            name = f"files/in{len(kept.files)}"
            kept.files[name] = ""
            place = f"{request.base_url}upload/{name}"
            return JSONResponse({}, headers={"x-goog-upload-url": place, "x-goog-upload-status": "active"})
        name = f"files/{request.path_params['name']}"
        kept.files[name] += (await request.body()).decode()
        return JSONResponse({"file": {"name": name}}, headers={"x-goog-upload-status": "final"})

    async def create(request: Request) -> Response:
        if request.path_params["call"].endswith(":generateContent"):
            return JSONResponse(_content("2"))
        batch = (await request.json())["batch"]
        number = len(kept.made)
        kept.made.append(batch)
        rows = []
        for line in kept.files[batch["inputConfig"]["fileName"]].splitlines():
            asked = json.loads(line)
            said, texts = kept.result(len(kept.lines)), json.dumps(asked["request"], ensure_ascii=False)
            kept.lines.append(asked["request"])
            if said:
                rows.append({"key": asked["key"], "error": {"code": 8, "message": said}})
            else:
                rows.append({"key": asked["key"], "response": _content(kept.reply(texts))})
        kept.files[f"files/out{number}"] = "\n".join(map(json.dumps, reversed(rows)))
        return JSONResponse({}, 503) if kept.is_lost() else JSONResponse(_job(kept, number))

    async def listed(_request: Request) -> Response:
        return JSONResponse({"operations": [_job(kept, number) for number in range(len(kept.made))][::-1]})

    async def retrieve(request: Request) -> Response:
        return JSONResponse(_job(kept, int(request.path_params["name"].removeprefix("b"))))

    async def download(request: Request) -> Response:
        return PlainTextResponse(kept.files[f"files/{request.path_params['name'].partition(':')[0]}"])

    return Starlette(
        routes=[
            Route("/upload/v1beta/files", upload, methods=["POST"]),
            Route("/upload/files/{name}", upload, methods=["POST"]),
            Route("/v1beta/models/{call}", create, methods=["POST"]),
            Route("/v1beta/batches", listed),
            Route("/v1beta/batches/{name}", retrieve),
            Route("/v1beta/files/{name}", download),
        ]
    )


def _content(text: str) -> Json:
    return {
        "candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120},
        "modelVersion": "some-model-001",
    }


def _job(kept: Batches, number: int) -> Json:
    state = {"state": "BATCH_STATE_SUCCEEDED", "displayName": kept.made[number]["displayName"]}
    output = {"responsesFile": f"files/out{number}"}
    return {"name": f"batches/b{number}", "metadata": {**state, "createTime": _MADE, "output": output}}


def anthropic_app(kept: Batches) -> Starlette:
    """Anthropic's Message Batches."""

    async def create(request: Request) -> Response:
        batch = await request.json()
        number = len(kept.made)
        kept.made.append(batch)
        rows = []
        for asked in batch["requests"]:
            said, texts = kept.result(len(kept.lines)), json.dumps(asked["params"], ensure_ascii=False)
            kept.lines.append(asked["params"])
            error = {"type": "error", "error": {"type": "overloaded_error", "message": said}}
            result: Json = {"type": "errored", "error": error}
            if not said:
                result = {"type": "succeeded", "message": _message(asked["params"], kept.reply(texts))}
            rows.append({"custom_id": asked["custom_id"], "result": result})
        kept.files[f"b{number}"] = "\n".join(map(json.dumps, reversed(rows)))
        if kept.strangers:
            kept.made.append(batch)
            others = [{**row, "custom_id": f"other-{n}"} for n, row in enumerate(rows)]
            kept.files[f"b{number + 1}"] = "\n".join(map(json.dumps, others))
        if kept.is_lost():
            return JSONResponse({}, 503)
        return JSONResponse(_batch(kept, number, str(request.base_url)))

    async def listed(request: Request) -> Response:
        data = [_batch(kept, number, str(request.base_url)) for number in range(len(kept.made))][::-1]
        return JSONResponse({"data": data, "has_more": False, "first_id": None, "last_id": None})

    async def retrieve(request: Request) -> Response:
        number = int(request.path_params["name"].removeprefix("b"))
        return JSONResponse(_batch(kept, number, str(request.base_url)))

    async def results(request: Request) -> Response:
        return PlainTextResponse(kept.files[request.path_params["name"]])

    async def call(request: Request) -> Response:
        return JSONResponse(_message(await request.json(), "2"))

    return Starlette(
        routes=[
            Route("/v1/messages", call, methods=["POST"]),
            Route("/v1/messages/batches", create, methods=["POST"]),
            Route("/v1/messages/batches", listed),
            Route("/v1/messages/batches/{name}", retrieve),
            Route("/v1/messages/batches/{name}/results", results),
        ]
    )


def _message(asked: Json, text: str) -> Json:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": asked["model"],
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }


def _batch(kept: Batches, number: int, address: str) -> Json:
    counts = dict.fromkeys(("processing", "errored", "canceled", "expired"), 0)
    return {
        "id": f"b{number}",
        "type": "message_batch",
        "processing_status": "ended",
        "request_counts": {**counts, "succeeded": len(kept.made[number]["requests"])},
        "created_at": _MADE,
        "expires_at": _MADE,
        "ended_at": _MADE,
        "archived_at": None,
        "cancel_initiated_at": None,
        "results_url": f"{address}v1/messages/batches/b{number}/results",
    }
