"""Gemini's batch mode: a file of requests with keys, and a batch that is found by its display name."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.models.batches.provider import OK, BatchedReply, BatchStatus, FoundBatch, OpenBatch
from agents.models.batches.result_lines import NO_RESULT, json_rows, status_is_final
from agents.models.google.gemini_messages import chat_result, gemini_prompt
from agents.models.redaction import keys_blotted

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

    from agents.models.google.google_chat import GoogleChat
    from agents.models.request import ModelRequest

_PREFIX = "judge-"
_ENDED = {"SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED", "PARTIALLY_SUCCEEDED"}
_CLOCK_SECONDS = 3600
# Google's numbers of errors that are none of HTTP's (google.rpc.Code).
_HTTP = {3: 400, 5: 404, 7: 403, 8: 429, 9: 400, 11: 400, 12: 501, 13: 500, 14: 503, 16: 401}


class GoogleBatches:
    """Implements :class:`agents.models.batches.provider.BatchProvider`."""

    most_lines = 100_000
    most_bytes = 1_900_000_000  # of 2 GB

    def __init__(self, llm: GoogleChat) -> None:
        """Bind the model."""
        self._llm = llm

    def body(self, messages: list[BaseMessage], request: ModelRequest) -> dict[str, Any]:
        """A ``GenerateContentRequest``."""
        from google.genai.types import GenerationConfig  # noqa: PLC0415  (the SDK)

        prompt = gemini_prompt(messages)
        config = GenerationConfig(**self._llm.generation(request.arguments))
        body: dict[str, Any] = {
            "contents": prompt.contents,
            "generationConfig": config.model_dump(mode="json", by_alias=True, exclude_none=True),
        }
        if prompt.system is not None:
            body["systemInstruction"] = {"parts": [{"text": prompt.system}]}
        return body

    def line(self, custom_id: str, body: str) -> str:
        """As the file has it."""
        return f'{{"key": {json.dumps(custom_id)}, "request": {body}}}'

    def message(self, reply: Any) -> BaseMessage:  # noqa: ANN401  (whatever JSON the server sent)
        """An answer as the model's own calls give it."""
        return chat_result(reply, model=self._llm.model_id).generations[0].message

    async def upload(self, file: Path, batch_id: str) -> str | None:
        """Send a file up; it is read as it goes."""
        client = await self._llm.client()
        config: Any = {"display_name": _PREFIX + batch_id, "mime_type": "application/jsonl"}
        with keys_blotted(self._llm):
            sent = await client.sdk.aio.files.upload(file=file, config=config)
        return sent.name

    async def create(self, batch_id: str, file: Path, file_id: str | None) -> str:  # noqa: ARG002  (as the protocol says)
        """Make a batch with our id as its display name."""
        client = await self._llm.client()
        with keys_blotted(self._llm):
            made = await client.sdk.aio.batches.create(
                model=self._llm.model, src=str(file_id), config={"display_name": _PREFIX + batch_id}
            )
        return str(made.name)

    async def find(self, batch: OpenBatch, known: Sequence[str]) -> FoundBatch:  # noqa: ARG002  (as the protocol says)
        """Look for our id among the display names."""
        client = await self._llm.client()
        with keys_blotted(self._llm):
            async for each in await client.sdk.aio.batches.list(config={"page_size": 100}):
                if each.display_name == _PREFIX + batch.id:
                    return FoundBatch(each.name)
                made = each.create_time
                if made is not None and made.timestamp() < batch.created_at - _CLOCK_SECONDS:
                    break
        return FoundBatch(None)

    async def look(self, provider_id: str) -> BatchStatus:
        """The state of a batch."""
        client = await self._llm.client()
        with keys_blotted(self._llm):
            job = await client.sdk.aio.batches.get(name=provider_id)
        state = "" if job.state is None else str(job.state.value).removeprefix("JOB_STATE_")
        # Why a batch failed is not known: the SDK leaves the error of Gemini's batches out.
        return BatchStatus(ended=state in _ENDED, said=state.lower(), failed=state == "FAILED")

    async def outcomes(self, provider_id: str, folder: Path) -> AsyncIterator[tuple[str, BatchedReply]]:
        """The file of a batch, kept on the disk while it is read."""
        client = await self._llm.client()
        with keys_blotted(self._llm):
            job = await client.sdk.aio.batches.get(name=provider_id)
        name = job.dest.file_name if job.dest else None
        if not name:
            return
        kept = folder / f"{provider_id.rpartition('/')[2]}-results.jsonl"
        with keys_blotted(self._llm):
            await client.sdk.aio.files.download(file=name, destination=str(kept))
        for row in json_rows(kept):
            yield _outcome(row)
        kept.unlink()

    async def cancel(self, provider_id: str) -> None:
        """Ask for it."""
        client = await self._llm.client()
        with keys_blotted(self._llm):
            await client.sdk.aio.batches.cancel(name=provider_id)


def _outcome(row: dict[str, Any]) -> tuple[str, BatchedReply]:
    custom_id, response, error = row.get("key"), row.get("response"), row.get("error") or row.get("status")
    if not isinstance(custom_id, str):
        return NO_RESULT
    if isinstance(response, dict):
        return custom_id, BatchedReply("", OK, response)
    code = error.get("code") if isinstance(error, dict) else None
    status = _HTTP.get(code, code if code and code > max(_HTTP) else 0) if isinstance(code, int) else 0
    return custom_id, BatchedReply("", status, {"error": error}, status_is_final(status))
