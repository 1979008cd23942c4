"""Gemini's and Anthropic's batch protocols over real HTTP, each as far as the judge uses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.requests import Request
    from starlette.responses import Response

Json = dict[str, Any]
Reply = Callable[[], str]
Row = Callable[[str, str, Reply], Json]
_MADE = "2099-01-01T00:00:00Z"


@dataclass
class Made:
    """A batch on a server.

    Attributes:
        asked: what it was made with.
        size: requests.
        rows: lines of its results.
        fate: how it ends: "" for as it should, "failed", "expired" or "cancelled".
        looks: how many more looks find it under way.
        cancels: how often it was to be cancelled.
    """

    asked: Json
    size: int
    rows: list[Json]
    fate: str
    looks: int
    cancels: int = 0

    def is_under_way(self) -> bool:
        """Whether it has not ended at this look."""
        self.looks -= 1
        return self.looks >= 0

    def cancel(self) -> None:
        """Let it end soon, unless it has ended."""
        self.cancels += 1
        if self.looks > 0 and self.fate != "cancelled":
            self.looks, self.fate = 3, "cancelled"


@dataclass
class Batches:
    """What a server keeps.

    Attributes:
        reply: the text of a reply to the texts of a prompt.
        result: what becomes of a line of a batch, by its number: "" for a reply, "missing", "twice", or the
            words of an error.
        fate: how a batch ends, by its number, see :class:`Made`.
        looks: how many looks find a batch under way.
        lost: batches that are made next and whose maker hears nothing of it.
        strangers: whether another's batch of as many requests is made after each one.
        made: the batches.
        lines: the requests of all batches, in order.
        live: the texts that were asked without a batch.
    """

    reply: Callable[[str], str]
    result: Callable[[int], str] = lambda _number: ""
    fate: Callable[[int], str] = lambda _number: ""
    looks: int = 0
    lost: int = 0
    strangers: bool = False
    made: list[Made] = field(default_factory=list)
    lines: list[Json] = field(default_factory=list)
    live: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def is_lost(self) -> bool:
        """Whether the answer to the making of a batch is lost."""
        self.lost -= 1
        return self.lost >= 0

    def make(self, asked: Json, requests: Iterable[tuple[str, Json]], row: Row) -> int:
        """Make a batch, and give its number; its results are in another order than its requests."""
        rows: list[Json] = []
        before = len(self.lines)
        for key, request in requests:
            said = self.result(len(self.lines))
            self.lines.append(request)
            if said != "missing":
                rows.append(row(key, "" if said == "twice" else said, partial(self._said, request)))
            if said == "twice":
                # The second time with another reply; the order is turned round below.
                rows.insert(-1, row(key, "", partial(self._said, {"another": "item 7"})))
        number = len(self.made)
        self.made.append(Made(asked, len(self.lines) - before, rows[::-1], self.fate(number), self.looks))
        return number

    def answer(self, request: Json) -> str:
        """The reply to a request without a batch: a judgement, or the sum of the small question."""
        texts = json.dumps(request, ensure_ascii=False)
        self.live.append(texts)
        return self.reply(texts) if "item" in texts else "2"

    def _said(self, request: Json) -> str:
        return self.reply(json.dumps(request, ensure_ascii=False))


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
            return JSONResponse(_content(kept.answer(await request.json())))
        batch = (await request.json())["batch"]
        lines = map(json.loads, kept.files[batch["inputConfig"]["fileName"]].splitlines())
        number = kept.make(batch, ((line["key"], line["request"]) for line in lines), _gemini_row)
        return JSONResponse({}, 503) if kept.is_lost() else JSONResponse(_job(kept, number))

    async def listed(_request: Request) -> Response:
        return JSONResponse({"operations": [_job(kept, number) for number in range(len(kept.made))][::-1]})

    async def retrieve(request: Request) -> Response:
        return JSONResponse(_job(kept, _number(request)))

    async def cancel(request: Request) -> Response:
        kept.made[_number(request)].cancel()
        return JSONResponse({})

    async def download(request: Request) -> Response:
        number = int(request.path_params["name"].partition(":")[0].removeprefix("out"))
        return PlainTextResponse("\n".join(map(json.dumps, kept.made[number].rows)))

    return Starlette(
        routes=[
            Route("/upload/v1beta/files", upload, methods=["POST"]),
            Route("/upload/files/{name}", upload, methods=["POST"]),
            Route("/v1beta/models/{call}", create, methods=["POST"]),
            Route("/v1beta/batches", listed),
            Route("/v1beta/batches/{name}:cancel", cancel, methods=["POST"]),
            Route("/v1beta/batches/{name}", retrieve),
            Route("/v1beta/files/{name}", download),
        ]
    )


def _number(request: Request) -> int:
    return int(request.path_params["name"].removeprefix("b"))


def _gemini_row(key: str, error: str, reply: Reply) -> Json:
    if error:
        return {"key": key, "error": {"code": 8, "message": error}}
    return {"key": key, "response": _content(reply())}


def _content(text: str) -> Json:
    return {
        "candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120},
        "modelVersion": "some-model-001",
    }


def _job(kept: Batches, number: int) -> Json:
    """A batch as Gemini describes it; one that did not end as it should is taken to have no results."""
    batch = kept.made[number]
    metadata: Json = {"displayName": batch.asked["displayName"], "createTime": _MADE}
    if batch.is_under_way():
        return {"name": f"batches/b{number}", "metadata": {**metadata, "state": "BATCH_STATE_RUNNING"}}
    metadata["state"] = f"BATCH_STATE_{(batch.fate or 'succeeded').upper()}"
    job: Json = {"name": f"batches/b{number}", "metadata": metadata, "done": True}
    if not batch.fate:
        metadata["output"] = {"responsesFile": f"files/out{number}"}
    return job


def anthropic_app(kept: Batches) -> Starlette:
    """Anthropic's Message Batches."""

    async def create(request: Request) -> Response:
        batch = await request.json()
        number = kept.make(
            batch, ((each["custom_id"], each["params"]) for each in batch["requests"]), _anthropic_row
        )
        if kept.strangers:
            ours = kept.made[number]
            rows = [{**row, "custom_id": f"other-{n}"} for n, row in enumerate(ours.rows)]
            kept.made.append(Made(batch, ours.size, rows, "", 0))
        if kept.is_lost():
            return JSONResponse({}, 503)
        return JSONResponse(_batch(kept, number, str(request.base_url)))

    async def listed(request: Request) -> Response:
        data = [_batch(kept, number, str(request.base_url)) for number in range(len(kept.made))][::-1]
        return JSONResponse({"data": data, "has_more": False, "first_id": None, "last_id": None})

    async def retrieve(request: Request) -> Response:
        return JSONResponse(_batch(kept, _number(request), str(request.base_url)))

    async def cancel(request: Request) -> Response:
        kept.made[_number(request)].cancel()
        return JSONResponse(_batch(kept, _number(request), str(request.base_url)))

    async def results(request: Request) -> Response:
        return PlainTextResponse("\n".join(map(json.dumps, _anthropic_rows(kept.made[_number(request)]))))

    async def call(request: Request) -> Response:
        asked = await request.json()
        return JSONResponse(_message(kept.answer(asked)))

    return Starlette(
        routes=[
            Route("/v1/messages", call, methods=["POST"]),
            Route("/v1/messages/batches", create, methods=["POST"]),
            Route("/v1/messages/batches", listed),
            Route("/v1/messages/batches/{name}", retrieve),
            Route("/v1/messages/batches/{name}/cancel", cancel, methods=["POST"]),
            Route("/v1/messages/batches/{name}/results", results),
        ]
    )


def _anthropic_row(key: str, error: str, reply: Reply) -> Json:
    if error:
        said = {"type": "error", "error": {"type": "overloaded_error", "message": error}}
        return {"custom_id": key, "result": {"type": "errored", "error": said}}
    return {"custom_id": key, "result": {"type": "succeeded", "message": _message(reply())}}


def _anthropic_rows(batch: Made) -> list[Json]:
    """The results; of a batch that expired or was cancelled, half of them say no more than that."""
    if not batch.fate:
        return batch.rows
    ended = {"type": {"expired": "expired", "cancelled": "canceled"}[batch.fate]}
    half = len(batch.rows) // 2
    return [*batch.rows[:half], *({**row, "result": ended} for row in batch.rows[half:])]


def _message(text: str) -> Json:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "some-model",
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }


def _anthropic_status(batch: Made, *, under_way: bool) -> str:
    if not under_way:
        return "ended"
    return "canceling" if batch.fate == "cancelled" else "in_progress"


def _batch(kept: Batches, number: int, address: str) -> Json:
    batch = kept.made[number]
    counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
    under_way = batch.is_under_way()
    if under_way:
        counts["processing"] = batch.size
    else:
        # Each request counts once, with or without a row of its own.
        ends = {row["custom_id"]: row["result"]["type"] for row in _anthropic_rows(batch)}
        for end in ends.values():
            counts[end] += 1
        counts["errored"] += batch.size - len(ends)
    return {
        "id": f"b{number}",
        "type": "message_batch",
        "processing_status": _anthropic_status(batch, under_way=under_way),
        "request_counts": counts,
        "created_at": _MADE,
        "expires_at": _MADE,
        "ended_at": None if under_way else _MADE,
        "archived_at": None,
        "cancel_initiated_at": _MADE if batch.cancels else None,
        "results_url": None if under_way else f"{address}v1/messages/batches/b{number}/results",
    }
