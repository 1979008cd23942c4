"""A local server that speaks OpenAI's batch protocol, with its faults by switch.

It runs in a process of its own and keeps its files in a folder::

    python tools/batches/openai_batch_server.py --folder FOLDER --delay 0.5 --expired 0.1

The first line it prints is its base URL. Faults are drawn from a seed. A judgement is a function of the
number behind ``item`` in the prompt. ``GET /stats`` returns what was made and paid for: every completion that
a batch or a call of its own brought is counted by what was asked, so that ``paid_twice`` are those that had
been paid for already.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import re
import shutil
import socket
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from starlette.applications import Starlette  # noqa: E402  (found once the path is set)
from starlette.concurrency import run_in_threadpool  # noqa: E402  (as above)
from starlette.requests import Request  # noqa: E402  (as above)
from starlette.responses import FileResponse, JSONResponse, Response  # noqa: E402  (as above)
from starlette.routing import Route  # noqa: E402  (as above)

from tools.openai_fault_server import judgement  # noqa: E402  (as above)

_ITEM = re.compile(r"item (\d+)")
_PAGE = 20
_PLAIN = 2
"""Messages of a judge's prompt; one that repairs a reply has more."""


@dataclass(frozen=True)
class BatchFaults:
    """Shares from 0 to 1; of batches the first three, of lines the others.

    Attributes:
        failed: fail before any line is worked on.
        expired: expire when half of their lines are done.
        lost: are made, but the answer that says so never arrives.
        missing: are in no file of results.
        errors: end with 429 or 500.
        duplicated: are in the results twice, the second time with another reply.
        broken: are cut off in the file of results.
        malformed: bring a reply that contains no verdict.
        cut_off: bring a reply that was cut off, unless they ask for enough tokens.
        refused: parameters that a line is refused for, with commas between.
    """

    failed: float = 0.0
    expired: float = 0.0
    lost: float = 0.0
    missing: float = 0.0
    errors: float = 0.0
    duplicated: float = 0.0
    broken: float = 0.0
    malformed: float = 0.0
    cut_off: float = 0.0
    refused: str = ""


@dataclass
class Service:
    """All that is kept.

    Attributes:
        folder: where the files are.
        delay: seconds that a batch takes.
        faults: what goes wrong.
        dice: draws it.
        seed: of the dice, and of what becomes of an item.
        batches: by id, the oldest first.
        made: batches by the id that their maker gave them.
        paid: completions by what was asked.
        counts: what else happened.
    """

    folder: Path
    delay: float
    faults: BatchFaults
    dice: random.Random
    seed: int
    batches: dict[str, dict[str, Any]] = field(default_factory=dict)
    made: Counter[str] = field(default_factory=Counter)
    paid: Counter[tuple[Any, ...]] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def stats(self) -> dict[str, Any]:
        """What was made and paid for."""
        items = {asked[0] for asked in self.paid}
        return {
            **self.counts,
            "batches": len(self.batches),
            "made_twice": sum(count - 1 for count in self.made.values()),
            "items": len(items),
            "completions": self.paid.total(),
            "paid_twice": sum(count - 1 for count in self.paid.values()),
        }

    def work_off(self, batch: dict[str, Any]) -> None:
        """Work on the lines of a batch and write its files."""
        fate = batch.pop("fate")
        lines = (self.folder / batch["input_file_id"]).read_bytes().splitlines()
        batch["request_counts"]["total"] = len(lines)
        if fate == "failed":
            _fail(batch, "token_limit_exceeded", "Enqueued token limit reached")
            return
        if len({json.loads(line)["custom_id"] for line in lines}) < len(lines):
            _fail(batch, "duplicate_custom_id", "A custom_id is used twice")
            return
        self.dice.shuffle(lines)
        half = len(lines) // 2 if fate in {"expired", "cancelled"} else len(lines)
        names = {"output_file_id": f"{batch['id']}-out", "error_file_id": f"{batch['id']}-errors"}
        with (
            (self.folder / names["output_file_id"]).open("wb") as good,
            (self.folder / names["error_file_id"]).open("wb") as bad,
        ):
            for line in lines[:half]:
                self._work_on(json.loads(line), good, bad)
            for line in lines[half:]:
                error = {"code": f"batch_{fate}", "message": "This request could not be executed in time."}
                _write(bad, json.loads(line)["custom_id"], None, error)
        batch["request_counts"]["completed"] = half
        batch.update(names, status="completed" if fate == "good" else fate)

    def _work_on(self, line: dict[str, Any], good: IO[bytes], bad: IO[bytes]) -> None:
        faults, custom_id, body = self.faults, line["custom_id"], line["body"]
        point = self.dice.random()
        if (refused := self.refusal(body)) is not None:
            self.counts["refused"] += 1
            _write(bad, custom_id, {"status_code": 400, "request_id": "r", "body": refused}, None)
        elif point < faults.missing:
            self.counts["missing"] += 1
        elif point < faults.missing + faults.errors:
            self.counts["errors"] += 1
            status, error = self.dice.choice((429, 500)), {"error": {"message": "try again later"}}
            _write(bad, custom_id, {"status_code": status, "request_id": "r", "body": error}, None)
        elif point < faults.missing + faults.errors + faults.broken:
            self.counts["broken"] += 1
            good.write(b'{"id": "batch_req_1", "custom_id": "' + custom_id.encode() + b'", "resp\n')
        else:
            _write(
                good, custom_id, {"status_code": 200, "request_id": "r", "body": self.paid_for(body)}, None
            )
            if self.dice.random() < faults.duplicated:
                self.counts["duplicated"] += 1
                other = {**_completion(body, json.dumps(judgement(0)), "stop"), "model": "duplicate"}
                _write(good, custom_id, {"status_code": 200, "request_id": "r", "body": other}, None)

    def refusal(self, body: dict[str, Any]) -> dict[str, Any] | None:
        """What is said of a request with a parameter that is refused."""
        for name in filter(None, self.faults.refused.split(",")):
            if name in body:
                message = f"Unsupported parameter: '{name}' is not supported with this model."
                return {"error": {"message": message, "type": "invalid_request_error", "param": name}}
        return None

    def paid_for(self, body: dict[str, Any]) -> dict[str, Any]:
        """A completion, counted by what is asked."""
        said = "\n".join(str(message["content"]) for message in body["messages"])
        found = _ITEM.findall(said)
        if not found:
            self.counts["other"] += 1
            return _completion(body, "2", "stop")
        item, room = int(found[-1]), body.get("max_tokens") or body.get("max_completion_tokens")
        self.counts["tokens_sent"] += sum(len(str(each["content"])) for each in body["messages"]) // 4
        kind = (item, len(body["messages"]), "response_format" in body, room)
        self.paid[kind] += 1
        text, plain = json.dumps(judgement(item)), len(body["messages"]) <= _PLAIN
        if self._falls(item, "cut off") < self.faults.cut_off and (room is None or room < len(text) // 4):
            return _completion(body, text[: len(text) // 2], "length")
        if plain and "response_format" in body and self._falls(item, "malformed") < self.faults.malformed:
            return _completion(body, "I am sorry, but I cannot judge this.", "stop")
        return _completion(body, text, "stop")

    def _falls(self, item: int, what: str) -> float:
        """From 0 to 1, the same for an item whenever it is asked."""
        digest = hashlib.sha256(f"{self.seed} {item} {what}".encode()).digest()
        return int.from_bytes(digest[:6], "big") / 2**48


def _completion(body: dict[str, Any], text: str, finish: str) -> dict[str, Any]:
    sent = sum(len(str(message["content"])) for message in body["messages"]) // 4
    received = max(1, len(text) // 4)
    message = {"role": "assistant", "content": text, "refusal": None}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received},
    }


def _fail(batch: dict[str, Any], code: str, message: str) -> None:
    fault = {"code": code, "message": message, "line": None, "param": None}
    batch.update(status="failed", errors={"object": "list", "data": [fault]})


def _write(file: IO[bytes], custom_id: str, response: object, error: object) -> None:
    row = {"id": "batch_req_1", "custom_id": custom_id, "response": response, "error": error}
    file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")


def _error(status: int, message: str) -> Response:
    return JSONResponse({"error": {"message": message, "type": "error", "code": None}}, status)


def _shown(batch: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in batch.items() if name not in {"fate", "due"}}


def app_of(service: Service) -> Starlette:  # noqa: C901  (an endpoint after the other)
    """The application."""

    async def upload(request: Request) -> Response:
        async with request.form() as form:
            sent: Any = form["file"]
            name = f"file-{len(list(service.folder.iterdir()))}"
            with (service.folder / name).open("wb") as kept:
                await run_in_threadpool(shutil.copyfileobj, sent.file, kept)
            made = {"id": name, "object": "file", "bytes": sent.size, "created_at": int(time.time())}
        service.counts["files"] += 1
        return JSONResponse({**made, "filename": "f", "purpose": "batch", "status": "processed"})

    async def create(request: Request) -> Response:
        wanted, faults = await request.json(), service.faults
        service.made[(wanted.get("metadata") or {}).get("judge_batch", "")] += 1
        point, late = service.dice.random(), faults.failed + faults.expired
        fate = "failed" if point < faults.failed else "expired" if point < late else "good"
        batch: dict[str, Any] = {
            "id": f"batch_{len(service.batches)}",
            "object": "batch",
            **{name: wanted[name] for name in ("endpoint", "input_file_id", "completion_window")},
            "status": "in_progress",
            "created_at": int(time.time()),
            "metadata": wanted.get("metadata"),
            "request_counts": {"total": 0, "completed": 0, "failed": 0},
            **dict.fromkeys(("output_file_id", "error_file_id", "errors")),
            "fate": fate,
            "due": time.monotonic() + service.delay,
        }
        service.batches[str(batch["id"])] = batch
        if service.dice.random() < faults.lost:
            service.counts["lost"] += 1
            return _error(502, "bad gateway")
        return JSONResponse(_shown(batch))

    async def listed(request: Request) -> Response:
        newest = list(service.batches.values())[::-1]
        after = request.query_params.get("after")
        ids = [each["id"] for each in newest]
        start = ids.index(after) + 1 if after in ids else 0
        page = newest[start : start + min(_PAGE, int(request.query_params.get("limit", _PAGE)))]
        return JSONResponse(
            {
                "object": "list",
                "data": [_shown(each) for each in page],
                "first_id": page[0]["id"] if page else None,
                "last_id": page[-1]["id"] if page else None,
                "has_more": start + len(page) < len(newest),
            }
        )

    async def retrieve(request: Request) -> Response:
        batch = service.batches.get(request.path_params["id"])
        if batch is None:
            return _error(404, "no such batch")
        async with service.lock:
            if "fate" in batch and time.monotonic() >= batch["due"]:
                await run_in_threadpool(service.work_off, batch)
        return JSONResponse(_shown(batch))

    async def cancel(request: Request) -> Response:
        batch = service.batches.get(request.path_params["id"])
        if batch is None:
            return _error(404, "no such batch")
        if "fate" in batch:
            batch.update(fate="cancelled", due=time.monotonic(), status="cancelling")
            service.counts["cancelled"] += 1
        return JSONResponse(_shown(batch))

    async def content(request: Request) -> Response:
        return FileResponse(service.folder / request.path_params["id"])

    async def call(request: Request) -> Response:
        body = await request.json()
        service.counts["live"] += 1
        if (refused := service.refusal(body)) is not None:
            return JSONResponse(refused, 400)
        return JSONResponse(service.paid_for(body))

    async def stats(_request: Request) -> Response:
        return JSONResponse(service.stats())

    return Starlette(
        routes=[
            Route("/v1/files", upload, methods=["POST"]),
            Route("/v1/files/{id}/content", content),
            Route("/v1/batches", create, methods=["POST"]),
            Route("/v1/batches", listed),
            Route("/v1/batches/{id}", retrieve),
            Route("/v1/batches/{id}/cancel", cancel, methods=["POST"]),
            Route("/v1/chat/completions", call, methods=["POST"]),
            Route("/stats", stats),
        ]
    )


def main() -> None:
    """Read the switches and serve."""
    import uvicorn  # noqa: PLC0415  (only to serve)

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--delay", type=float, default=0.5, help="seconds that a batch takes")
    parser.add_argument("--seed", type=int, default=1)
    for each in fields(BatchFaults):
        parser.add_argument(f"--{each.name.replace('_', '-')}", type=type(each.default), default=each.default)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    faults = BatchFaults(**{each.name: getattr(given, each.name) for each in fields(BatchFaults)})
    service = Service(given.folder, given.delay, faults, random.Random(given.seed), given.seed)  # noqa: S311  (a simulation)
    with socket.socket() as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(("127.0.0.1", 0))
        print(f"http://127.0.0.1:{place.getsockname()[1]}/v1", flush=True)
        uvicorn.Server(uvicorn.Config(app_of(service), log_level="warning")).run(sockets=[place])


if __name__ == "__main__":
    main()
